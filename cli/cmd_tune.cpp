// lanecrypt tune: what the tuning tables say, and what this machine says.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>

#include "commands.h"
#include "lanecrypt/tuning.hpp"
#include "measure/machine.h"
#include "speed/check.h"
#include "speed/report.h"
#include "speed/rows.h"
#include "tune/experiments.h"

namespace lanecrypt::cli {
namespace {

struct Request {
    std::vector<std::string> names;
    std::string output, from;
    double seconds = 0.02;
    std::uint64_t seed = 1;
    bool patch = false;
};

// The table that is questioned: the built-in one, or a profile's.
void use_table(const std::string& profile)
{
    if (profile.empty()) return tuning::reset();
    if (const std::string problem = tuning::load(profile); !problem.empty()) throw std::runtime_error("tune: profile: " + problem);
}

// The profile as a whole, on every cell of what it changes: numbers that were right one by one could still disturb each
// other, or a size that nobody asked about. Findings whose primitives have slower cells are taken out again.
void verify_together(std::vector<Finding>& findings, const std::vector<Experiment>& all, const std::string& table, const TuneOptions& how, const std::string& machine,
                     const measure::Counters& counters)
{
    for (;;) {
        std::vector<std::string> changed;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (findings[i].machine != findings[i].table) changed.insert(changed.end(), all[i].primitives.begin(), all[i].primitives.end());
        if (changed.empty()) return;
        const std::vector<measure::Work> cells = library_cells(changed);
        fmt::print(stderr, "lanecrypt tune: the profile as a whole ({} cells)\n", cells.size());
        const std::string profile = profile_text(findings, machine);
        const auto use = [&](bool on) {
            if (on) (void)tuning::load(profile);
            else use_table(table);
        };
        std::vector<std::string> slower;
        for (const CellFinding& cell : verify_profile(cells, use, how, counters)) {
            if (!cell.worse) continue;
            fmt::print("{}: {} is slower with the whole profile: {:.3f} [{:.3f} {:.3f}]; what decides about it is left out\n", cell.primitive, cell.label, cell.ratio.value,
                       cell.ratio.low, cell.ratio.high);
            slower.push_back(cell.primitive);
        }
        if (slower.empty()) return;
        for (std::size_t i = 0; i < all.size(); ++i)
            for (const std::string& p : all[i].primitives)
                if (std::find(slower.begin(), slower.end(), p) != slower.end()) findings[i].machine = findings[i].table;
    }
}

// Every grouping of every implementation, whichever is in use: for a maintainer, who changes chacha20_tuning.h. A profile
// moves the groups of the one in use (chacha20.group<n>_from).
void print_groupings(const Request& request, const measure::Counters& counters)
{
    const std::vector<measure::Work> cells = grouping_cells(request.names);
    if (cells.empty()) return;
    fmt::print(stderr, "lanecrypt tune: group choices ({} cells)\n", cells.size());
    CheckOptions how;
    how.first.seconds = request.seconds / 10;
    how.first.seed = request.seed;
    std::vector<Loss> best;  // the largest loss of each cell
    for (const Loss& loss : check(cells, how, counters)) {
        if (!best.empty() && best.back().group == loss.group && best.back().label == loss.label) {
            if (loss.ratio.value > best.back().ratio.value) best.back() = loss;
        } else best.push_back(loss);
    }
    fmt::print("group choices: {} of {} cells where another grouping is faster\n", best.size(), cells.size());
    for (const Loss& l : best)
        fmt::print("{:<10} {:<24} {:>8}  table {:<12} machine {:<12} {:.3f} [{:.3f} {:.3f}] times as long\n", l.primitive, l.group, l.label, l.loser, l.winner, l.ratio.value,
                   l.ratio.low, l.ratio.high);
}

int run(const Request& request)
{
    std::string table;  // not what the environment says
    if (!request.from.empty()) {
        std::ifstream file(request.from, std::ios::binary);
        table.assign(std::istreambuf_iterator<char>(file), {});
        if (!file) throw std::runtime_error("tune: cannot read " + request.from);
        if (table.empty()) throw std::runtime_error("tune: " + request.from + " is empty");
    }
    use_table(table);
    const measure::Counters counters;
    const measure::Machine machine = measure::machine();
    const std::string what = machine.model + ", " + this_build().compiler + ", lanecrypt " + this_build().version + " (" + this_build().commit + ")";
    TuneOptions how;
    how.first.seconds = request.seconds;
    how.first.seed = request.seed;
    const std::vector<Experiment> all = experiments(request.names);
    std::vector<Finding> findings;
    for (const Experiment& e : all) {
        if (!e.cells.empty()) fmt::print(stderr, "lanecrypt tune: {} ({} values, {} cells)\n", e.name, e.values.size(), e.cells.size());
        findings.push_back(tune(e, how, counters));
    }
    verify_together(findings, all, table, how, what, counters);
    tuning::reset();
    fmt::print("{}\n{}", what, text(findings));
    print_groupings(request, counters);
    if (machine.busy()) fmt::print(stderr, "lanecrypt tune: load {:.1f} on {} processors: other work ran beside this\n", machine.load, machine.cpus);
    if (request.patch) fmt::print("{}", patch_text(findings));
    if (!request.output.empty()) {
        std::ofstream file(request.output, std::ios::binary);
        file << profile_text(findings, what);
        if (!file.flush()) throw std::runtime_error("tune: cannot write " + request.output);
    }
    return exit_ok;
}

}  // namespace

void add_tune(CLI::App& app, int& code)
{
    CLI::App* const cmd = app.add_subcommand("tune", "Measure the numbers of the tuning tables on this machine");
    const auto r = std::make_shared<Request>();
    std::vector<std::string> known;
    for (const Primitive& p : primitives()) known.push_back(p.name);
    cmd->add_option("PRIMITIVE", r->names, "Only on these rows of speed; all when none is named")->check(CLI::IsMember(known));
    cmd->add_option("-o,--output", r->output, "Write a profile for LANECRYPT_TUNING to this file");
    cmd->add_option("--from", r->from, "Question this profile instead of the built-in table");
    cmd->add_flag("--patch", r->patch, "Print a patch of the table");
    cmd->add_option("--seconds", r->seconds, "For each value in each cell")->check(CLI::Range(0.001, 3600.0))->capture_default_str();
    cmd->add_option("--seed", r->seed, "Of the data, the places in memory and the order of the rounds")->capture_default_str();
    cmd->callback([r, &code] { code = run(*r); });
}

}  // namespace lanecrypt::cli
