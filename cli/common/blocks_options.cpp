#include "common/blocks_options.h"

#include "commands.h"

namespace lanecrypt::cli {

void BlocksOptions::add_to(CLI::App& cmd)
{
    cmd.add_option("DIR", dir, "Directory with blkNNNNN.dat files; xor.dat in it is obeyed")->required();
    cmd.add_option("--network", network, "main, testnet3, testnet4, signet, regtest, or the magic of a custom signet in hexadecimal; found out when not given")
        ->check([](const std::string& text) { return node::network_by_text(text) ? std::string() : "no such network: " + text; });
    cmd.add_flag("--json", json, "Print JSON");
}

node::BlocksDirectory BlocksOptions::open(ErrorLog& log) const
{
    return node::open_blocks_directory(dir, network.empty() ? std::nullopt : node::network_by_text(network), log.sink());
}

int run_logged(ErrorLog& log, const std::function<void()>& body)
{
    try {
        body();
    } catch (const node::ProblemError& e) {
        log.add(e.problem);
    }
    log.end_progress();
    return log.count() == 0 ? exit_ok : exit_failed;
}

}  // namespace lanecrypt::cli
