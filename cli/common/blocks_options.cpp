#include "common/blocks_options.h"

#include "commands.h"
#include "node/reobfuscate/change_key.h"

namespace lanecrypt::cli {

std::string check_network(const std::string& text) { return node::network_by_text(text) ? std::string() : "no such network: " + text; }

void BlocksOptions::add_to(CLI::App& cmd)
{
    cmd.add_option("DIR", dir, "Directory with blkNNNNN.dat files; xor.dat in it is obeyed")->required();
    cmd.add_option("--network", network, "main, testnet3, testnet4, signet, regtest, or the magic of a custom signet in hexadecimal; found out when not given")
        ->check(check_network);
    cmd.add_flag("--json", json, "Print JSON");
}

std::string unfinished_change(const std::string& dir)
{
    const std::optional<node::JournalContent> journal = node::read_journal(dir);
    if (!journal) return {};
    std::size_t changed = 0;
    for (const node::JournalFile& f : node::current_state(dir, *journal)) changed += f.from == journal->target ? 1 : 0;
    const auto name = [](const Obfuscation& key) { return key ? "the key " + key.hex_key() : std::string("no key"); };
    return "an unfinished change of key: " + std::to_string(changed) + " of " + std::to_string(journal->files.size()) + " files have " + name(journal->target) +
           ", the others " + name(journal->base.value_or(Obfuscation{})) + " or one in between; 'lanecrypt blocks xor DIR --key new' completes it, --rollback undoes it";
}

node::BlocksDirectory BlocksOptions::open(ErrorLog& log) const
{
    if (const std::string text = unfinished_change(dir); !text.empty()) throw node::ProblemError({dir, text, {}});
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
