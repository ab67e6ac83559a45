// lanecrypt blocks gen: a directory to try things on.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "blocks/blocks_commands.h"
#include "common/blocks_options.h"
#include "common/interrupt.h"
#include "common/units.h"
#include "node/synthetic_directory.h"

namespace lanecrypt::cli {
namespace {

struct GenOptions {
    std::string dir, key = "new";
    std::uint64_t seed = 1, size = std::uint64_t{128} << 20, file_size = node::default_file_limit;
    bool json = false;
};

int run(const GenOptions& options, ErrorLog& log)
{
    catch_interrupt();
    bool stopped = false;
    const int code = run_logged(log, [&] {
        Progress& bar = log.begin_progress("making", options.size);
        node::SyntheticOptions how;
        how.seed = options.seed;
        how.size = options.size;
        how.file_limit = options.file_size;
        if (options.key != "new") how.key = options.key == "none" ? Obfuscation{} : node::obfuscation_from_hex(options.key);
        how.progress = [&](std::uint64_t done) {
            bar.update(done);
            return !interrupted();
        };
        const node::SyntheticSummary made = node::write_synthetic_directory(options.dir, how);
        log.end_progress();
        stopped = made.stopped;
        if (stopped) return;
        if (options.json) {
            const nlohmann::ordered_json out{{"directory", options.dir},    {"network", "regtest"},       {"seed", options.seed},
                                             {"key", made.key.hex_key()},   {"files", made.files},        {"blocks", made.blocks},
                                             {"stale", made.stale},         {"highest_height", made.height}, {"transactions", made.transactions},
                                             {"block_bytes", made.block_bytes}, {"gaps", made.gaps}};
            fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
        } else {
            fmt::print("{}: {}, {}, {} in {}, regtest, seed {}, key {}\n", options.dir, counted(made.blocks, "block"),
                       counted(made.transactions, "transaction"), bytes_text(made.block_bytes), counted(made.files, "file"), options.seed,
                       made.key ? made.key.hex_key() : "none");
        }
    });
    return stopped ? exit_interrupted : code;
}

}  // namespace

void add_blocks_gen(CLI::App& blocks, int& code)
{
    CLI::App* const cmd = blocks.add_subcommand("gen", "Make a directory of synthetic regtest blocks, the same for the same seed");
    const auto o = std::make_shared<GenOptions>();
    cmd->add_option("DIR", o->dir, "Directory to make; it must not exist or be empty")->required();
    cmd->add_option("--seed", o->seed, "Any number")->capture_default_str();
    cmd->add_option("--size", o->size, "Bytes of block data, such as 64MiB or 2GiB")->transform(CLI::AsSizeValue(false))->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 50))->default_str("128MiB");
    cmd->add_option("--file-size", o->file_size, "Begin a new file before one gets this long")->transform(CLI::AsSizeValue(false))->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 50))->default_str("128MiB");
    cmd->add_option("--key", o->key, "new (from the seed), none, or 16 hexadecimal digits")
        ->check([](const std::string& text) {
            return text == "new" || text == "none" || node::obfuscation_from_hex(text) ? std::string() : "neither new nor none nor 16 hexadecimal digits: " + text;
        })
        ->capture_default_str();
    cmd->add_flag("--json", o->json, "Print JSON");
    cmd->callback([=, &code] {
        ErrorLog log("blocks gen");
        code = run(*o, log);
    });
}

}  // namespace lanecrypt::cli
