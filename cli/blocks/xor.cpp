// lanecrypt blocks xor: changes the obfuscation key of a directory.
#include <thread>

#include "blocks/blocks_commands.h"
#include "blocks/report.h"
#include "common/blocks_options.h"
#include "common/interrupt.h"
#include "common/units.h"
#include "node/directory.h"
#include "node/reobfuscate/change_key.h"

namespace lanecrypt::cli {
namespace {

struct XorOptions {
    std::string dir, network, key;
    bool rollback = false, dry_run = false, json = false;
    unsigned jobs = std::min(2u, std::max(1u, std::thread::hardware_concurrency()));

    node::KeyWish wish() const
    {
        if (rollback) return {node::KeyWish::Kind::rollback, {}};
        if (key == "new") return {node::KeyWish::Kind::random, {}};
        return {node::KeyWish::Kind::given, key == "none" ? Obfuscation{} : node::obfuscation_from_hex(key).value()};
    }
    // Checked when the arguments are read.
    std::optional<node::Network> wanted_network() const { return network.empty() ? std::nullopt : node::network_by_text(network); }
};

std::string key_file_text(const std::optional<Obfuscation>& key)
{
    return !key ? "no xor.dat" : *key ? key->hex_key() : "none (xor.dat is all zero)";
}
std::string key_name(const Obfuscation& key) { return key ? key.hex_key() : "none (plain)"; }

void print_plan(const node::ChangePlan& plan)
{
    print_line("network", "{}", network_text(plan.network));
    if (plan.resumes) print_line("unfinished", "a change of key was cut off; it began with {}", key_file_text(plan.content.base));
    print_line("key now", "{}", key_file_text(plan.key_file));
    print_line("key then", "{}", plan.restores_base && !plan.content.base ? "no xor.dat" : key_name(plan.content.target));
    print_line("files", "{} of {} to rewrite", plan.files_to_rewrite(), plan.content.files.size());
}

void print_file_plan(const node::ChangePlan& plan)
{
    fmt::print("\n{:<14} {:>13} {:>13} {:<18}{}\n", "file", "bytes", "unwritten", "key now", "");
    for (const node::JournalFile& f : plan.content.files)
        fmt::print("{:<14} {:>13} {:>13} {:<18}{}\n", f.name, f.size, f.size - f.tail, f.from ? f.from.hex_key() : "none",
                   f.state == node::JournalFile::State::done ? "stays" : "is rewritten");
}

nlohmann::ordered_json plan_json(const node::ChangePlan& plan)
{
    nlohmann::ordered_json out;
    out["network"] = plan.network.name;
    out["resumes"] = plan.resumes;
    out["key_file"] = plan.key_file ? nlohmann::ordered_json(plan.key_file->hex_key()) : nlohmann::ordered_json(nullptr);
    out["target"] = plan.content.target.hex_key();
    out["files"] = nlohmann::ordered_json::array();
    for (const node::JournalFile& f : plan.content.files)
        out["files"].push_back({{"name", f.name}, {"bytes", f.size}, {"unwritten", f.size - f.tail}, {"key", f.from.hex_key()}, {"rewrite", f.state != node::JournalFile::State::done}});
    return out;
}

// Watches for Ctrl-C while the files are rewritten.
class StopFlag {
public:
    StopFlag() : watcher_([this] { watch(); }) {}
    ~StopFlag()
    {
        done_ = true;
        watcher_.join();
    }
    StopFlag(const StopFlag&) = delete;
    StopFlag& operator=(const StopFlag&) = delete;
    const std::atomic<bool>& flag() const { return stop_; }

private:
    void watch()
    {
        while (!done_) {
            if (interrupted()) stop_ = true;
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
    }
    std::atomic<bool> done_{false}, stop_{false};
    std::thread watcher_;
};

int change(const XorOptions& options, const node::ChangePlan& plan, ErrorLog& log)
{
    catch_interrupt();
    node::ChangeResult result;
    {
        Progress& bar = log.begin_progress("rewriting", plan.work());
        const StopFlag stop;
        node::ChangeOptions how;
        how.jobs = options.jobs;
        how.stop = &stop.flag();
        how.progress = [&bar](std::uint64_t done) { bar.update(done); };
        result = node::carry_out(plan, how);
        log.end_progress();
    }
    for (const std::string& e : result.errors) log.add(e);
    if (options.json) {
        nlohmann::ordered_json out = plan_json(plan);
        out["complete"] = result.complete;
        out["files_rewritten"] = result.files_done;
        fmt::print("{}\n", out.dump(2));
    } else if (result.complete) {
        print_line("done", "{} rewritten; key {}", counted(result.files_done, "file"), plan.restores_base && !plan.content.base ? "none, no xor.dat" : key_name(plan.content.target));
    }
    if (result.complete) return exit_ok;
    log.note(fmt::format("{}: {} with {} of {} files rewritten; the same command completes the change, --rollback undoes it", options.dir,
                         result.interrupted ? "interrupted" : "stopped", result.files_done, plan.files_to_rewrite()));
    return result.interrupted ? exit_interrupted : exit_failed;
}

int run(const XorOptions& options, ErrorLog& log)
{
    int code = exit_ok;
    const int logged = run_logged(log, [&] {
        const node::DirectoryLock lock(options.dir, !options.dry_run);
        const node::ChangePlan plan = node::plan_change(options.dir, options.wish(), options.wanted_network());
        if (!options.json || !options.dry_run) {
            if (!options.json) print_plan(plan);
        }
        if (options.dry_run) {
            if (options.json) fmt::print("{}\n", plan_json(plan).dump(2));
            else print_file_plan(plan);
            return;
        }
        if (plan.nothing_to_do()) {
            if (options.json) fmt::print("{}\n", plan_json(plan).dump(2));
            else print_line("done", "nothing to do");
            return;
        }
        code = change(options, plan, log);
    });
    return code != exit_ok ? code : logged;
}

}  // namespace

void add_blocks_xor(CLI::App& blocks, int& code)
{
    CLI::App* const cmd = blocks.add_subcommand("xor", "Change the obfuscation key of all blk and rev files");
    cmd->footer(
        "Each file is rewritten beside itself, read back, and renamed over the old one; a journal in the\n"
        "directory says which files carry which key. After an interruption of any kind the same command\n"
        "completes the change and --rollback undoes it. Stop the node first: its lock is respected.\n"
        "\n"
        "  lanecrypt blocks xor ~/.bitcoin/blocks --key none --dry-run    what would be done\n"
        "  lanecrypt blocks xor ~/.bitcoin/blocks --key none              plain files for older tools\n"
        "  lanecrypt blocks xor ~/.bitcoin/blocks --key new               a new random key");
    auto o = std::make_shared<XorOptions>();
    cmd->add_option("DIR", o->dir, "The blocks directory")->required();
    CLI::Option* const key = cmd->add_option("--key", o->key, "new (random; completes an unfinished change), none (plain data), or 16 hexadecimal digits");
    key->check([](const std::string& text) {
        return text == "new" || text == "none" || node::obfuscation_from_hex(text) ? std::string() : "neither new nor none nor 16 hexadecimal digits: " + text;
    });
    CLI::Option* const rollback = cmd->add_flag("--rollback", o->rollback, "Return to the key before the first unfinished change");
    key->excludes(rollback);
    cmd->add_option("--jobs", o->jobs, "Files rewritten at once; each needs its size in free space (default 2)")->check(CLI::Range(1u, 64u));
    cmd->add_flag("--dry-run", o->dry_run, "Show what would be done; write nothing");
    cmd->add_option("--network", o->network, "Network name or magic, for data of a custom signet")->check(check_network);
    cmd->add_flag("--json", o->json)->description("Print JSON");
    cmd->callback([o, &code] {
        if (!o->rollback && o->key.empty()) throw CLI::RequiredError("--key or --rollback");
        ErrorLog log("blocks xor");
        code = run(*o, log);
    });
}

}  // namespace lanecrypt::cli
