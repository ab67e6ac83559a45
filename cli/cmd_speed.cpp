// lanecrypt speed: how fast each implementation and each peer is, at which size, and how sure that is.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <numeric>

#include "commands.h"
#include "report/gnuplot.h"
#include "report/html.h"
#include "speed/check.h"
#include "speed/compare.h"
#include "speed/print.h"
#include "speed/report.h"
#include "speed/rows.h"

namespace lanecrypt::cli {
namespace {

struct SpeedOptions {
    std::vector<std::string> names, impls, mixes;
    std::vector<std::size_t> sizes;
    std::string peers = "all", unit = "time", json, html, before;
    double seconds = 0.1;
    std::uint64_t seed = 1;
    bool latency = false, cold = false, check = false, fit = false, list = false, shapes = false;
};

std::vector<Work> collect(const SpeedOptions& options)
{
    Rows rows;
    rows.only_sizes = options.sizes;
    for (const std::string& name : options.mixes) rows.mixes.push_back(name == mix_names[0] ? Mix::vpn : Mix::node);
    if (options.shapes) speed_chacha20_shapes(rows);
    for (const Primitive& p : primitives())
        if (!options.shapes && (options.names.empty() || std::find(options.names.begin(), options.names.end(), p.name) != options.names.end())) p.describe(rows);
    if (options.shapes) {  // contenders are groupings; the implementation is in the group's name
        std::erase_if(rows.works(), [&](const Work& w) {
            return !options.impls.empty() && std::none_of(options.impls.begin(), options.impls.end(), [&](const std::string& i) { return w.group == "shapes of " + i; });
        });
        return std::move(rows.works());
    }
    for (Work& work : rows.works())
        std::erase_if(work.contenders, [&](const Contender& c) {
            if (c.kind == Kind::peer) return options.peers == "none" || (options.peers != "all" && c.name.rfind(options.peers, 0) != 0);
            if (options.impls.empty() || c.kind == Kind::library) return false;
            return std::find(options.impls.begin(), options.impls.end(), c.name) == options.impls.end();
        });
    std::erase_if(rows.works(), [&](const Work& w) { return w.contenders.empty() || (options.latency && !w.chainable); });
    return std::move(rows.works());
}

measure::Options how(const SpeedOptions& options)
{
    measure::Options how;
    how.seconds = options.seconds;
    how.chain = options.latency;
    how.cache = options.cold ? measure::Cache::cold : measure::Cache::warm;
    how.seed = options.seed;
    return how;
}

void progress(const Work& work, std::size_t done, std::size_t all)
{
    if (isatty(STDERR_FILENO) == 0) return;
    if (done == all) fmt::print(stderr, "\r\033[K");
    else fmt::print(stderr, "\r\033[K{:3} %  {} {} {}", 100 * done / all, work.primitive, work.group, work.label);
    std::fflush(stderr);
}

Report measure_all(const SpeedOptions& options, const std::vector<Work>& works)
{
    const measure::Counters counters;
    Report report = new_report(counters);
    for (const Work& work : works) {
        progress(work, report.cells.size(), works.size());
        report.cells.push_back(measure::measure(work, how(options), counters));
    }
    if (!works.empty()) progress(works.back(), works.size(), works.size());
    return report;
}

void write_file(const std::string& path, const std::string& text)
{
    std::ofstream file(path, std::ios::binary);
    file << text;
    if (!file.flush()) throw std::runtime_error("speed: cannot write " + path);
}

int run_check(const SpeedOptions& options)
{
    SpeedOptions sweep = options;
    sweep.peers = "none";
    CheckOptions check_options;
    check_options.first = how(options);
    check_options.first.seconds = std::min(options.seconds, 0.002);
    std::vector<Work> works = collect(sweep);
    if (options.sizes.empty()) {
        sweep.sizes.resize(2049);
        std::iota(sweep.sizes.begin(), sweep.sizes.end(), std::size_t{0});
        for (Work& w : collect(sweep)) works.push_back(std::move(w));
    }
    const measure::Counters counters;
    const std::vector<Loss> losses = check(works, check_options, counters);
    fmt::print("{}{} cells checked, {} losses\n", text(losses), works.size(), losses.size());
    return losses.empty() ? exit_ok : exit_failed;
}

int run(const SpeedOptions& options)
{
    if (options.list) {
        for (const Primitive& p : primitives()) fmt::print("{:<12} {}\n", p.name, p.meaning);
        for (const Peer& p : peers()) fmt::print("{:<12} {}\n", "peer", p.name);
        return exit_ok;
    }
    if (options.shapes && options.names != std::vector<std::string>{"chacha20"}) throw std::runtime_error("speed: --shapes belongs to chacha20");
    if (options.check) return run_check(options);
    if (!options.html.empty() && !gnuplot_available()) throw std::runtime_error("speed: --html draws with gnuplot, which is not installed (Debian: gnuplot-nox)");
    Report before;
    if (!options.before.empty()) {
        std::ifstream file(options.before);
        if (!file) throw std::runtime_error("speed: cannot read " + options.before);
        try {
            before = from_json(nlohmann::ordered_json::parse(file));
        } catch (const std::exception& e) {
            throw std::runtime_error("speed: " + options.before + ": " + e.what());
        }
    }
    const std::vector<Work> works = collect(options);
    if (works.empty()) throw std::runtime_error("speed: nothing to measure");
    const Report report = measure_all(options, works);
    const auto unit = static_cast<Unit>(std::find(std::begin(unit_names), std::end(unit_names), options.unit) - std::begin(unit_names));
    // JSON on standard output stands alone.
    if (options.json != "-") {
        fmt::print("{}", table(report.cells, unit));
        if (options.fit) fmt::print("{}", fit_text(report));
        fmt::print("{}", footer(report));
    }
    if (!options.json.empty()) {
        const std::string text = to_json(report).dump() + "\n";
        if (options.json == "-") fmt::print("{}", text);
        else write_file(options.json, text);
    }
    if (!options.html.empty()) write_file(options.html, html(report));
    if (!options.before.empty()) fmt::print("{}", text(compare(before, report)));
    bool refused = false;
    for (const measure::Cell& cell : report.cells)
        for (const measure::Timing& t : cell.timings)
            if (!t.refused.empty()) {
                refused = true;
                fmt::print(stderr, "lanecrypt speed: {} {} {}: {} refused: {}\n", cell.work.primitive, cell.work.group, cell.work.label, t.name, t.refused);
            }
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
    cmd->add_option("--impl", o->impls, "Only these implementations (avx2, portable, …)")->delimiter(',')->check([](const std::string& text) {
        const bool found = std::any_of(std::begin(isa_rows), std::end(isa_rows), [&](const IsaRow& row) { return text == row.name; });
        return found ? std::string() : "no such implementation: " + text;
    });
    cmd->add_option("--sizes", o->sizes, "Only these sizes in bytes")->delimiter(',');
    cmd->add_option("--mix", o->mixes, "Only this mix of packets")->delimiter(',')->check(CLI::IsMember({mix_names[0], mix_names[1]}));
    cmd->add_option("--peers", o->peers, "all, none, or the beginning of a name (OpenSSL)")->capture_default_str();
    cmd->add_option("--seconds", o->seconds, "For each contender of each cell")->check(CLI::Range(0.001, 3600.0))->capture_default_str();
    cmd->add_option("--seed", o->seed, "Of the data, the places in memory and the order of the rounds")->capture_default_str();
    cmd->add_option("--unit", o->unit, "time, cycles, cpb (cycles per byte) or rate (GB/s)")
        ->check(CLI::IsMember({unit_names[0], unit_names[1], unit_names[2], unit_names[3]}))
        ->capture_default_str();
    cmd->add_option("--json", o->json, "Write the whole result to this file (- for standard output)");
    cmd->add_option("--html", o->html, "Write a report with charts to this file (needs gnuplot)");
    cmd->add_option("--compare", o->before, "Say which changes since this result (of --json) are real");
    cmd->add_flag("--latency", o->latency, "Each call waits for the result of the one before");
    cmd->add_flag("--cold", o->cold, "The data is in no cache");
    cmd->add_flag("--fit", o->fit, "Also print cycles = a + b × bytes");
    cmd->add_flag("--check", o->check, "Fail when an implementation is slower than the portable one at a length from 0 to 2048, or when the choice loses");
    cmd->add_flag("--shapes", o->shapes, "chacha20: every way to cut 1 to 20 blocks into groups, with the tuning table's choice marked");
    cmd->add_flag("--list", o->list, "Name what can be measured and compared with");
    cmd->callback([o, &code] { code = run(*o); });
}

}  // namespace lanecrypt::cli
