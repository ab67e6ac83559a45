#include "speed/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lanecrypt::cli {
namespace {

using measure::Cell;
using measure::Timing;

constexpr std::size_t name_width = 24, column_width = 9;
constexpr std::size_t columns = (100 - name_width) / column_width;

std::string short_number(double x)
{
    if (x >= 999.5) return fmt::format("{:.0f}", x);
    if (x >= 99.95) return fmt::format("{:.0f}", x);
    if (x >= 9.995) return fmt::format("{:.1f}", x);
    return fmt::format("{:.2f}", x);
}

std::string value(const Cell& cell, const Timing& t, Unit unit)
{
    switch (unit) {
    case Unit::cycles: return short_number(t.cycles);
    case Unit::cycles_per_byte: return cell.work.bytes == 0 ? "-" : short_number(t.cycles / static_cast<double>(cell.work.bytes));
    case Unit::rate: return short_number(static_cast<double>(cell.work.bytes) / t.time.median);
    case Unit::time: break;
    }
    return time_text(t.time.median);
}

const char* heading(Unit unit)
{
    switch (unit) {
    case Unit::cycles: return "cycles per call";
    case Unit::cycles_per_byte: return "cycles per byte";
    case Unit::rate: return "GB/s";
    case Unit::time: break;
    }
    return "ns per call (u: microseconds, m: milliseconds)";
}

// "*" for the fastest of the cell and for all that it does not beat beyond the interval.
bool is_best(const Cell& cell, const Timing& t)
{
    const Timing* const best = cell.fastest();
    return best == &t || cell.ratio(t, *best).verdict == measure::Verdict::no_evidence;
}

// Time of the best peer divided by ours, cell by cell; "?" where there is no evidence of a difference.
std::string peer_line(const std::vector<const Cell*>& cells)
{
    std::string line;
    bool any = false;
    for (const Cell* c : cells) {
        const Timing *const us = ours(*c), *const peer = best_peer(*c);
        std::string field;
        if (us != nullptr && peer != nullptr) {
            const measure::Ratio r = c->ratio(*peer, *us);
            field = fmt::format("{:.2f}{}", r.value, r.verdict == measure::Verdict::no_evidence ? "?" : " ");
            any = true;
        }
        line += fmt::format("{:>{}}", field, column_width);
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    return any ? fmt::format(" {:<{}}{}\n", "best peer / lanecrypt", name_width - 1, line) : "";
}

std::string block(const std::vector<const Cell*>& cells, Unit unit)
{
    std::string text = fmt::format("{:<{}}", "", name_width);
    for (const Cell* c : cells) text += fmt::format("{:>{}}", c->work.label, column_width);
    text += "\n";
    std::vector<std::string> names;
    for (const Cell* c : cells)
        for (const Timing& t : c->timings)
            if (std::find(names.begin(), names.end(), t.name) == names.end()) names.push_back(t.name);
    for (const std::string& name : names) {
        bool chosen = false;
        std::string line;
        for (const Cell* c : cells) {
            const Timing* const t = c->find(name);
            std::string field = t == nullptr ? "" : "refused ";
            if (t != nullptr && t->refused.empty()) field = value(*c, *t, unit) + (is_best(*c, *t) ? "*" : " ");
            line += fmt::format("{:>{}}", field, column_width);
            chosen = chosen || (t != nullptr && t->chosen);
        }
        while (!line.empty() && line.back() == ' ') line.pop_back();
        text += fmt::format("{}{:<{}.{}}{}\n", chosen ? ">" : " ", name, name_width - 1, name_width - 2, line);
    }
    text += peer_line(cells);
    for (const Cell* c : cells)
        for (const Timing& t : c->timings)
            if (!t.refused.empty()) text += fmt::format("  refused: {} at {}: {}\n", t.name, c->work.label, t.refused);
    return text;
}

}  // namespace

std::string time_text(double ns)
{
    if (ns < 9999.5) return short_number(ns);
    if (ns < 9.9995e6) return short_number(ns / 1e3) + "u";
    return short_number(ns / 1e6) + "m";
}

std::string table(const std::vector<Cell>& cells, Unit unit)
{
    std::string text;
    for (std::size_t i = 0; i < cells.size();) {
        std::size_t end = i;
        while (end < cells.size() && cells[end].work.primitive == cells[i].work.primitive && cells[end].work.group == cells[i].work.group) ++end;
        text += fmt::format("{}: {}, {}\n", cells[i].work.primitive, cells[i].work.group, heading(unit));
        for (; i < end; i += columns) {
            std::vector<const Cell*> part;
            for (std::size_t k = i; k < std::min(end, i + columns); ++k) part.push_back(&cells[k]);
            text += block(part, unit) + "\n";
        }
        i = end;
    }
    return text;
}

std::string fit_text(const Report& report)
{
    std::string text;
    for (const Fit& f : fits(report.cells))
        text += fmt::format("{:<10} {:<28.28} {:<18.18} {:8.1f} + {:7.3f} × bytes cycles, largest error {:.0f} %\n", f.primitive, f.group, f.name, f.line.a, f.line.b,
                            100 * f.line.worst);
    return text;
}

std::string footer(const Report& r)
{
    std::vector<double> ghz;
    std::size_t outliers = 0, samples = 0, drifted = 0;
    for (const Cell& c : r.cells) {
        ghz.insert(ghz.end(), c.ghz.begin(), c.ghz.end());
        drifted += std::abs(c.ghz_drift) > measure::drift_limit;
        for (const Timing& t : c.timings) {
            outliers += t.time.outliers;
            samples += t.time.samples;
        }
    }
    std::string text = "* the fastest, and what is not proven slower   > the dispatcher's choice   ? no evidence\n";
    text += fmt::format("{}{}\ncore at {:.2f} GHz, {}\n", r.machine.model, r.machine.virtual_machine ? " (virtual)" : "", measure::median(ghz),
                        r.counters == "granted" ? "cycles counted" : "no counters: cycles are time × clock");
    text += fmt::format("lanecrypt {} ({}), {}, {}\n", r.build.version, r.build.commit, r.build.compiler, r.build.flags);
    if (drifted != 0) text += fmt::format("warning: the core's clock drifted by more than 2 % during {} of {} cells; ratios hold, times less\n", drifted, r.cells.size());
    if (outliers * 10 > samples) text += fmt::format("warning: {} of {} samples are outliers: the machine is not quiet\n", outliers, samples);
    if (r.machine.busy()) text += fmt::format("warning: load {:.1f} on {} processors: other work ran beside this\n", r.machine.load, r.machine.cpus);
    return text;
}

}  // namespace lanecrypt::cli
