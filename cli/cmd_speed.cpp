// lanecrypt speed: how fast each implementation and each peer is, at which size, and how sure that is.
#include <fmt/format.h>

#include <algorithm>

#include "commands.h"
#include "measure/harness.h"
#include "speed/print.h"
#include "speed/rows.h"

namespace lanecrypt::cli {
namespace {

struct SpeedOptions {
    std::vector<std::string> names, impls, mixes;
    std::vector<std::size_t> sizes;
    std::string peers = "all", unit = "time";
    double seconds = 0.1;
    bool latency = false, cold = false;
};

std::vector<Work> collect(const SpeedOptions& options)
{
    Rows rows;
    rows.only_sizes = options.sizes;
    for (const std::string& name : options.mixes) rows.mixes.push_back(name == mix_names[0] ? Mix::vpn : Mix::node);
    for (const Primitive& p : primitives())
        if (options.names.empty() || std::find(options.names.begin(), options.names.end(), p.name) != options.names.end()) p.describe(rows);
    for (Work& work : rows.works())
        std::erase_if(work.contenders, [&](const Contender& c) {
            if (c.kind == Kind::peer) return options.peers == "none" || (options.peers != "all" && c.name.rfind(options.peers, 0) != 0);
            if (options.impls.empty() || c.kind == Kind::library) return false;
            return std::find(options.impls.begin(), options.impls.end(), c.name) == options.impls.end();
        });
    return std::move(rows.works());
}

int run(const SpeedOptions& options)
{
    const measure::Counters counters;
    measure::Options how;
    how.seconds = options.seconds;
    how.chain = options.latency;
    how.cache = options.cold ? measure::Cache::cold : measure::Cache::warm;
    std::vector<measure::Cell> cells;
    for (const Work& work : collect(options)) cells.push_back(measure::measure(work, how, counters));
    if (cells.empty()) {
        fmt::print(stderr, "lanecrypt speed: nothing to measure\n");
        return exit_failed;
    }
    const auto unit = static_cast<Unit>(std::find(std::begin(unit_names), std::end(unit_names), options.unit) - std::begin(unit_names));
    fmt::print("{}", table(cells, unit));
    bool refused = false;
    for (const measure::Cell& cell : cells)
        for (const measure::Timing& t : cell.timings) refused = refused || !t.refused.empty();
    return refused ? exit_failed : exit_ok;
}

}  // namespace

void add_speed(CLI::App& app, int& code)
{
    CLI::App* const cmd = app.add_subcommand("speed", "Time every implementation and every peer, at the sizes that matter");
    const auto o = std::make_shared<SpeedOptions>();
    std::vector<std::string> known;
    for (const Primitive& p : primitives()) known.push_back(p.name);
    cmd->add_option("PRIMITIVE", o->names, "What to measure; all when none is named")->check(CLI::IsMember(known));
    cmd->add_option("--impl", o->impls, "Only these implementations (avx2, portable, …)")->delimiter(',');
    cmd->add_option("--sizes", o->sizes, "Only these sizes in bytes")->delimiter(',');
    cmd->add_option("--mix", o->mixes, "Only this mix of packets")->delimiter(',')->check(CLI::IsMember({mix_names[0], mix_names[1]}));
    cmd->add_option("--peers", o->peers, "all, none, or the beginning of a name (OpenSSL)")->capture_default_str();
    cmd->add_option("--seconds", o->seconds, "For each contender of each cell")->check(CLI::Range(0.001, 3600.0))->capture_default_str();
    cmd->add_option("--unit", o->unit, "time, cycles, cpb (cycles per byte) or rate (GB/s)")
        ->check(CLI::IsMember({unit_names[0], unit_names[1], unit_names[2], unit_names[3]}))
        ->capture_default_str();
    cmd->add_flag("--latency", o->latency, "Each call waits for the result of the one before");
    cmd->add_flag("--cold", o->cold, "The data is in no cache");
    cmd->callback([o, &code] { code = run(*o); });
}

}  // namespace lanecrypt::cli
