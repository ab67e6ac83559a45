// lanecrypt blocks recover-key: finds a lost obfuscation key from the data alone.
#include <array>
#include <string_view>

#include "blocks/blocks_commands.h"
#include "blocks/report.h"
#include "common/blocks_options.h"
#include "node/directory.h"
#include "node/recover/recover_key.h"
#include "node/reobfuscate/change_key.h"
#include "node/reobfuscate/files.h"

namespace lanecrypt::cli {
namespace {

struct RecoverOptions {
    std::string dir, network;
    bool write = false, force = false, json = false;
};

void print_evidence(const node::KeyEvidence& e)
{
    print_line("key", "{}", e.key ? e.key.hex_key() : "none: the data is plain");
    print_line("network", "{}", network_text(e.network));
    const auto places = [](const char* name, std::uint64_t n, const char* what) {
        if (n != 0) print_line(name, "{} {}", n, what);
    };
    print_line("evidence", "{} records with the network's magic and a possible size", e.records);
    places("", e.null_prevouts, "of them with the null previous output of a coinbase");
    places("", e.previous_zeros, "of them with a previous hash that ends in zero bytes");
    places("", e.genesis, "with the size of the genesis block");
    places("", e.tails, "files with the key repeated over their unwritten end");
    print_line("files", "{} agree, {} do not", e.files_agreeing, e.files_against.size());
}

nlohmann::ordered_json evidence_json(const node::KeyEvidence& e)
{
    return {{"key", e.key.hex_key()}, {"network", e.network.name}, {"records", e.records}, {"null_prevouts", e.null_prevouts}, {"previous_zeros", e.previous_zeros},
            {"genesis", e.genesis}, {"tails", e.tails}, {"files_agreeing", e.files_agreeing}, {"files_against", e.files_against}};
}

// What the key file holds; empty without one.
std::string key_file_content(const std::filesystem::path& path)
{
    std::error_code ignored;
    if (!std::filesystem::exists(std::filesystem::symlink_status(path, ignored))) return {};
    std::array<std::byte, 64> raw;
    const std::size_t n = node::read_at(node::open_to_read(path), path, 0, raw);
    return {reinterpret_cast<const char*>(raw.data()), n};
}

void write_key(const RecoverOptions& options, const Obfuscation& key)
{
    const node::DirectoryLock lock(options.dir, true);
    const std::filesystem::path path = std::filesystem::path(options.dir) / node::key_file_name;
    const std::string now = key_file_content(path);
    const std::string_view wanted(reinterpret_cast<const char*>(key.key().data()), key.key().size());
    if (now == wanted) {
        if (!options.json) print_line("xor.dat", "holds this key already");
        return;
    }
    if (!now.empty() && !options.force) throw node::ProblemError({path.string(), "exists and holds something else; --force replaces it", {}});
    node::replace_file(path, wanted);
    if (!options.json) print_line("xor.dat", "written");
}

int run(const RecoverOptions& options, ErrorLog& log)
{
    return run_logged(log, [&] {
        if (node::read_journal(options.dir))
            throw node::ProblemError({options.dir, "a change of key is unfinished, so the files carry different keys and none is lost; 'lanecrypt blocks xor' completes or undoes it", {}});
        const auto network = options.network.empty() ? std::nullopt : node::network_by_text(options.network);
        const std::vector<node::KeyEvidence> keys = node::recover_keys(options.dir, network, log.sink());
        if (options.json) {
            nlohmann::ordered_json out;
            out["keys"] = nlohmann::ordered_json::array();
            for (const node::KeyEvidence& e : keys) out["keys"].push_back(evidence_json(e));
            fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
        } else {
            for (const node::KeyEvidence& e : keys) print_evidence(e);
        }
        if (keys.empty()) throw node::ProblemError({options.dir, "no key found: nothing in the block files shows one (not block files, or another network: --network)", {}});
        if (keys.size() > 1) throw node::ProblemError({options.dir, "different files show different keys: each is listed, none is chosen", {}});
        for (const std::string& file : keys.front().files_against) log.add({file, "does not begin with a record under this key", 0});
        if (!options.write) return;
        if (!keys.front().files_against.empty()) throw node::ProblemError({options.dir, "not every block file agrees; xor.dat is not written", {}});
        write_key(options, keys.front().key);
    });
}

}  // namespace

void add_blocks_recover_key(CLI::App& blocks, int& code)
{
    CLI::App* const cmd = blocks.add_subcommand("recover-key", "Find a lost obfuscation key from the data alone");
    cmd->footer(
        "The start of every record is known: the network's magic, a possible size, and a coinbase that spends\n"
        "nothing, whose 32 zero bytes show the key. The evidence is counted and printed; nothing is written\n"
        "without --write.");
    auto o = std::make_shared<RecoverOptions>();
    cmd->add_option("DIR", o->dir, "The blocks directory")->required();
    cmd->add_flag("--write", o->write, "Write the key to xor.dat when all block files agree");
    cmd->add_flag("--force", o->force, "With --write: replace an xor.dat that holds something else");
    cmd->add_option("--network", o->network, "Network name or magic, for data of a custom signet")->check(check_network);
    cmd->add_flag("--json", o->json)->description("Print JSON");
    cmd->callback([o, &code] {
        ErrorLog log("blocks recover-key");
        code = run(*o, log);
    });
}

}  // namespace lanecrypt::cli
