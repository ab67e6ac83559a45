// lanecrypt replay: the crypto that a node does to take in the blocks of a directory, checked and timed.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "blocks/report.h"
#include "commands.h"
#include "common/blocks_options.h"
#include "common/units.h"
#include "replay/replay.h"

namespace lanecrypt::cli {
namespace {

double rate(const StageTimes& s) { return s.seconds > 0 ? static_cast<double>(s.bytes) / s.seconds / 1e9 : 0; }

StageTimes total(const ReplayReport& report)
{
    StageTimes out{"total"};
    for (const StageTimes& s : report.stages) {
        out.seconds += s.seconds;
        out.portable_seconds += s.portable_seconds > 0 ? s.portable_seconds : s.seconds;
    }
    out.bytes = report.stages.front().bytes;
    return out;
}

void print_row(const StageTimes& s, double all_seconds)
{
    const bool faster = s.portable_seconds > 0 && s.seconds > 0;
    fmt::print("{:<20} {:>8} {:>9} {:>7} {:>6} {:>9} {:>8} {:>9}\n", s.name, s.bytes != 0 ? bytes_text(s.bytes) : "-", s.bytes != 0 ? seconds_text(s.seconds) : "-",
               s.bytes != 0 ? fmt::format("{:.2f}", rate(s)) : "-", all_seconds > 0 ? fmt::format("{:.1f}%", 100 * s.seconds / all_seconds) : "-",
               faster ? seconds_text(s.portable_seconds) : "-", faster ? fmt::format("{:.2f}x", s.portable_seconds / s.seconds) : "-",
               s.peer_seconds > 0 ? seconds_text(s.peer_seconds) : "-");
}

void print_table(const ReplayReport& report, const ErrorLog& log)
{
    print_line("network", "{}", network_text(report.directory.network));
    print_line("key", "{}", key_text(report.directory));
    print_line("replayed", "{}, {}, {}", counted(report.blocks, "block"), counted(report.transactions, "transaction"), bytes_text(report.block_bytes));
    fmt::print("\n{:<20} {:>8} {:>9} {:>7} {:>6} {:>9} {:>8} {:>9}\n", "stage", "bytes", "time", "GB/s", "share", "portable", "speed-up", "OpenSSL");
    const StageTimes all = total(report);
    for (const StageTimes& s : report.stages) print_row(s, all.seconds);
    print_row(all, all.seconds);
    fmt::print("\n");
    print_line("compared", "{}{}", report.peer.empty() ? "this machine's choice and the portable code" : "this machine's choice, the portable code and " + report.peer,
               report.equal ? ": equal results" : ": DIFFERENT results");
    if (log.count() == 0) print_line("result", "all good");
    else print_line("result", "FAILED, {}", counted(log.count(), "problem"));
}

nlohmann::ordered_json row_json(const StageTimes& s, double all_seconds)
{
    nlohmann::ordered_json out{{"stage", s.name},
                               {"bytes", s.bytes},
                               {"seconds", s.seconds},
                               {"gb_per_second", rate(s)},
                               {"share", all_seconds > 0 ? s.seconds / all_seconds : 0}};
    const bool compared = s.portable_seconds > 0 && s.seconds > 0;
    out["portable_seconds"] = compared ? nlohmann::ordered_json(s.portable_seconds) : nlohmann::ordered_json();
    out["speed_up"] = compared ? nlohmann::ordered_json(s.portable_seconds / s.seconds) : nlohmann::ordered_json();
    out["openssl_seconds"] = s.peer_seconds > 0 ? nlohmann::ordered_json(s.peer_seconds) : nlohmann::ordered_json();
    return out;
}

void print_json(const ReplayReport& report, const ErrorLog& log)
{
    nlohmann::ordered_json out = directory_json(report.directory);
    out["blocks"] = report.blocks;
    out["transactions"] = report.transactions;
    out["block_bytes"] = report.block_bytes;
    out["peer"] = report.peer;
    const StageTimes all = total(report);
    for (const StageTimes& s : report.stages) out["stages"].push_back(row_json(s, all.seconds));
    out["total"] = row_json(all, all.seconds);
    out["equal"] = report.equal;
    out["problems"] = log.count();
    out["ok"] = log.count() == 0;
    fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

}  // namespace

void add_replay(CLI::App& app, int& code)
{
    CLI::App* const cmd = app.add_subcommand("replay", "Do all the crypto a node does to take in the blocks of a directory; check and time it");
    const auto o = std::make_shared<BlocksOptions>();
    o->add_to(*cmd);
    cmd->footer(
        "Every stage runs twice on the same data, with the portable code and with what this machine chooses (see\n"
        "'lanecrypt cpu'); the results must be equal and must be what the blocks commit to. Reading and parsing is the\n"
        "same in both. OpenSSL hashes one message after the other.");
    cmd->callback([=, &code] {
        ErrorLog log("replay");
        code = run_logged(log, [&] {
            const ReplayReport report = replay(o->open(log), log);
            if (o->json) print_json(report, log);
            else print_table(report, log);
        });
    });
}

}  // namespace lanecrypt::cli
