#include "speed/print.h"

#include <fmt/format.h>

#include <algorithm>

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

std::string time_text(double ns)
{
    if (ns < 9999.5) return short_number(ns);
    if (ns < 9.9995e6) return short_number(ns / 1e3) + "u";
    return short_number(ns / 1e6) + "m";
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
    for (const Cell* c : cells)
        for (const Timing& t : c->timings)
            if (!t.refused.empty()) text += fmt::format("  refused: {} at {}: {}\n", t.name, c->work.label, t.refused);
    return text;
}

}  // namespace

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

}  // namespace lanecrypt::cli
