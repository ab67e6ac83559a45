#include "tune/tune.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lanecrypt::cli {
namespace {

using measure::Cell;
using measure::Contender;
using measure::Ratio;
using measure::Timing;
using measure::Verdict;
using measure::Work;

// The work once for each of `candidates`, each putting itself in force before its calls.
Work with_candidates(const Work& cell, const std::vector<std::size_t>& candidates, const std::function<void(std::size_t)>& use)
{
    Work work = cell;
    work.contenders.clear();
    for (const std::size_t i : candidates)
        work.contenders.push_back({std::to_string(i), measure::Kind::own, false, cell.contenders.front().run, [use, i] { use(i); }});
    return work;
}

CellFinding judge_cell(const Cell& cell, const Timing& candidate, const Timing& table, const TuneOptions& o)
{
    CellFinding f;
    f.primitive = cell.work.primitive;
    f.label = cell.work.group + ", " + cell.work.label;
    f.ratio = cell.ratio(candidate, table);
    const bool enough = std::fabs(candidate.cycles - table.cycles) >= o.cycles && std::fabs(f.ratio.value - 1) >= o.tolerance;
    f.better = enough && f.ratio.verdict == Verdict::faster;
    f.worse = enough && f.ratio.verdict == Verdict::slower;
    return f;
}

Ratio geometric_mean(const std::vector<CellFinding>& cells)
{
    double value = 0, low = 0, high = 0;
    for (const CellFinding& c : cells) {
        value += std::log(c.ratio.value);
        low += std::log(c.ratio.low);
        high += std::log(c.ratio.high);
    }
    const auto n = static_cast<double>(std::max<std::size_t>(1, cells.size()));
    Ratio r{std::exp(value / n), std::exp(low / n), std::exp(high / n), Verdict::no_evidence};
    r.verdict = measure::judge(r.value, r.low, r.high);
    return r;
}

bool acceptable(const std::vector<CellFinding>& cells)
{
    return std::none_of(cells.begin(), cells.end(), [](const CellFinding& c) { return c.worse; }) &&
           std::any_of(cells.begin(), cells.end(), [](const CellFinding& c) { return c.better; });
}

// findings[k] holds candidate k's cells, for candidates[k] with k > 0.
std::vector<std::vector<CellFinding>> compare_candidates(const Experiment& e, const std::vector<std::size_t>& candidates, const measure::Options& how,
                                                         const TuneOptions& o, const measure::Counters& counters)
{
    std::vector<std::vector<CellFinding>> findings(candidates.size());
    for (const Work& cell : e.cells) {
        const Cell measured = measure::measure(with_candidates(cell, candidates, e.use), how, counters);
        if (!measured.timings[0].refused.empty()) continue;
        for (std::size_t k = 1; k < candidates.size(); ++k) {
            const Timing& t = measured.timings[k];
            if (t.refused.empty()) findings[k].push_back(judge_cell(measured, t, measured.timings[0], o));
            else findings[k].push_back({cell.primitive, cell.label, {}, false, true});  // a wrong result is never an improvement
        }
    }
    e.use(0);
    return findings;
}

struct PatchRow {
    const char *name, *id, *built_in, *rest;
    int line;
};
constexpr PatchRow patch_rows[] = {
#define LANECRYPT_TUNED(id, name, built_in, least, most, meaning) {name, #id, #built_in, #least ", " #most ", " #meaning, __LINE__},
#include "tuning/parameters.def"
#undef LANECRYPT_TUNED
};

}  // namespace

Finding tune(const Experiment& e, const TuneOptions& o, const measure::Counters& counters)
{
    Finding f;
    f.name = e.name;
    f.table = f.machine = e.values.front();
    f.built_in = e.built_in;
    if (e.cells.empty() || e.values.size() < 2) {
        f.measured = false;
        f.why_not = !e.why_not.empty() ? e.why_not : e.cells.empty() ? "no cells in this run" : "nothing to choose";
        return f;
    }
    std::vector<std::size_t> all(e.values.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    const auto first = compare_candidates(e, all, o.first, o, counters);
    std::vector<std::size_t> order;
    for (std::size_t k = 1; k < first.size(); ++k)
        if (acceptable(first[k])) order.push_back(k);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return geometric_mean(first[a]).value < geometric_mean(first[b]).value; });
    for (std::size_t k = 1; k < first.size(); ++k) {
        const Ratio whole = geometric_mean(first[k]);
        if (first[k].empty() || (!f.next.empty() && whole.value >= f.next_whole.value)) continue;
        f.next = e.values[k];
        f.next_whole = whole;
    }
    // The best three only: a candidate that looks good by luck does not do so twice.
    for (std::size_t i = 0; i < std::min<std::size_t>(3, order.size()); ++i) {
        measure::Options again = o.first;
        again.seconds *= o.longer;
        again.seed += 1 + i;
        const auto confirmed = compare_candidates(e, {0, order[i]}, again, o, counters);
        if (!acceptable(confirmed[1])) continue;
        f.machine = e.values[order[i]];
        f.cells = confirmed[1];
        f.whole = geometric_mean(f.cells);
        break;
    }
    return f;
}

std::vector<CellFinding> verify_profile(const std::vector<Work>& cells, const std::function<void(bool)>& use, const TuneOptions& o,
                                        const measure::Counters& counters)
{
    Experiment e;
    e.name = "profile";
    e.values = {"table", "profile"};
    e.use = [&use](std::size_t i) { use(i != 0); };
    e.cells = cells;
    measure::Options how = o.first;
    how.seconds *= o.longer;
    how.seed += 100;
    return compare_candidates(e, {0, 1}, how, o, counters)[1];
}

std::string profile_text(const std::vector<Finding>& findings, const std::string& machine)
{
    std::string out = "lanecrypt-tuning 1\n# " + machine + "\n";
    for (const Finding& f : findings) {
        if (f.machine == f.table) {
            if (!f.built_in) out += fmt::format("{} = {}\n", f.name, f.table);
            continue;
        }
        out += fmt::format("# the table says {}; time with this value / with the table's: {:.3f} [{:.3f} {:.3f}] over {} cells\n{} = {}\n", f.table, f.whole.value, f.whole.low,
                           f.whole.high, f.cells.size(), f.name, f.machine);
    }
    return out;
}

std::string patch_text(const std::vector<Finding>& findings)
{
    std::string hunks, comments;
    for (const Finding& f : findings) {
        if (f.machine == f.table) continue;
        const auto row = std::find_if(std::begin(patch_rows), std::end(patch_rows), [&](const PatchRow& r) { return f.name == r.name; });
        if (row == std::end(patch_rows)) {
            comments += fmt::format("# {} = {}: the order of the list in <primitive>_impls.cpp\n", f.name, f.machine);
            continue;
        }
        const auto line = [&](const std::string& built_in) { return fmt::format("LANECRYPT_TUNED({}, \"{}\", {}, {})", row->id, row->name, built_in, row->rest); };
        hunks += fmt::format("@@ -{0},1 +{0},1 @@\n-{1}\n+{2}\n", row->line, line(row->built_in), line(f.machine));
    }
    if (!hunks.empty()) hunks = "--- a/src/tuning/parameters.def\n+++ b/src/tuning/parameters.def\n" + hunks;
    return comments + hunks;
}

std::string text(const std::vector<Finding>& findings)
{
    std::string out = fmt::format("{:<30} {:>9} {:>9}  {}\n", "number", "table", "machine", "time with that value / with the table's, over its cells");
    for (const Finding& f : findings) {
        if (!f.measured) {
            out += fmt::format("{:<30} {:>9} {:>9}  not measured: {}\n", f.name, f.table, "-", f.why_not);
            continue;
        }
        if (f.machine == f.table) {
            out += fmt::format("{:<30} {:>9} {:>9}  the table; next best {}: {:.3f} [{:.3f} {:.3f}]\n", f.name, f.table, f.table, f.next, f.next_whole.value, f.next_whole.low,
                               f.next_whole.high);
            continue;
        }
        const auto better = std::count_if(f.cells.begin(), f.cells.end(), [](const CellFinding& c) { return c.better; });
        out += fmt::format("{:<30} {:>9} {:>9}  {:.3f} [{:.3f} {:.3f}], faster in {} of {} cells\n", f.name, f.table, f.machine, f.whole.value, f.whole.low, f.whole.high, better,
                           f.cells.size());
        for (const CellFinding& c : f.cells)
            if (c.better) out += fmt::format("  {:<58.58} {:.3f} [{:.3f} {:.3f}]\n", c.primitive + ": " + c.label, c.ratio.value, c.ratio.low, c.ratio.high);
    }
    return out;
}

}  // namespace lanecrypt::cli
