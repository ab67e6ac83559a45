#include "speed/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lanecrypt::cli {
namespace {

using measure::Cell;
using measure::Kind;
using measure::Timing;
using measure::Verdict;

const Cell* find(const Report& report, const Cell& like)
{
    for (const Cell& c : report.cells)
        if (c.work.primitive == like.work.primitive && c.work.group == like.work.group && c.work.label == like.work.label &&
            c.options.chain == like.options.chain && c.options.cache == like.options.cache)
            return &c;
    return nullptr;
}

// Samples in core cycles: a clock that differs between the runs is no change of the code.
std::vector<double> in_cycles(const Cell& cell, const Timing& t)
{
    const double ghz = cell.ghz.empty() ? 1 : measure::median(cell.ghz);
    std::vector<double> out = t.ns;
    for (double& x : out) x *= ghz;
    return out;
}

// Two processes place code and data differently: smaller changes are not called changes.
constexpr double least_share = 0.02, least_cycles = 2;

// An interval of the same relative width around a value moved by the control; an effect smaller than the spread of
// the controls is no evidence.
void adjust(measure::Ratio& r, const Comparison& c)
{
    r.value /= c.control;
    r.low /= c.control * (1 + 2 * c.control_spread);
    r.high /= c.control * (1 - std::min(0.5, 2 * c.control_spread));
    r.verdict = measure::judge(r.value, r.low, r.high);
}

bool too_small(const measure::Ratio& r, double cycles)
{
    return std::fabs(r.value - 1) < least_share || std::fabs(r.value - 1) * cycles < least_cycles;
}

}  // namespace

Comparison compare(const Report& before, const Report& now)
{
    Comparison out;
    std::vector<double> controls;
    for (const Cell& cell : now.cells) {
        const Cell* const old = find(before, cell);
        if (old == nullptr) continue;
        if (std::fabs(cell.ghz_drift) > measure::drift_limit || std::fabs(old->ghz_drift) > measure::drift_limit)
            out.warnings.push_back(fmt::format("the clock drifted during {} {}", cell.work.primitive, cell.work.label));
        for (const Timing& t : cell.timings) {
            const Timing* const was = old->find(t.name);
            if (was == nullptr || t.ns.empty() || was->ns.empty()) continue;
            const measure::Ratio r = measure::unpaired_ratio(in_cycles(cell, t), in_cycles(*old, *was));
            if (t.kind == Kind::peer) controls.push_back(r.value);
            else out.changes.push_back({cell.work.primitive, cell.work.group, cell.work.label, t.name, t.cycles, r});
        }
    }
    out.controls = controls.size();
    if (controls.size() >= 3) {
        out.control = measure::median(controls);
        for (double& c : controls) c = std::fabs(c / out.control - 1);
        out.control_spread = measure::median(controls);
    }
    for (Change& c : out.changes) {
        adjust(c.ratio, out);
        if (too_small(c.ratio, c.cycles)) c.ratio.verdict = Verdict::no_evidence;
    }
    if (before.machine.model != now.machine.model)
        out.warnings.insert(out.warnings.begin(), "the machines differ: " + before.machine.model + " and " + now.machine.model);
    return out;
}

std::string text(const Comparison& c)
{
    std::string out;
    for (const std::string& w : c.warnings) out += "warning: " + w + "\n";
    if (c.controls >= 3)
        out += fmt::format("control: the other libraries took {:.3f} of their old time (spread {:.3f}, {} cells); divided out\n", c.control,
                           c.control_spread, c.controls);
    else out += "control: no other libraries in both runs; a change of the machine looks like a change of the code\n";
    std::size_t unproven = 0;
    for (const Change& change : c.changes) {
        if (change.ratio.verdict == Verdict::no_evidence) {
            ++unproven;
            continue;
        }
        out += fmt::format("{:<10} {:<30.30} {:>9} {:<16.16} {:.3f} [{:.3f} {:.3f}] {}\n", change.primitive, change.group, change.label, change.name,
                           change.ratio.value, change.ratio.low, change.ratio.high, measure::word(change.ratio.verdict));
    }
    out += fmt::format("{} changed, {} without evidence of a change (time now / time then)\n", c.changes.size() - unproven, unproven);
    return out;
}

}  // namespace lanecrypt::cli
