#include "speed/report.h"

#include <algorithm>
#include <ctime>

#include "lanecrypt/cpu.hpp"
#include "lanecrypt/version.hpp"
#include "lanecrypt_commit.h"

namespace lanecrypt::cli {

using measure::Cell;
using measure::Kind;
using measure::Timing;

Build this_build()
{
#if defined(__clang__)
    const std::string compiler = "Clang " __clang_version__;
#elif defined(__GNUC__)
    const std::string compiler = "GCC " __VERSION__;
#else
    const std::string compiler = "unknown";
#endif
    Build b{version(), LANECRYPT_COMMIT, compiler, LANECRYPT_BUILD_FLAGS};
    while (!b.compiler.empty() && b.compiler.back() == ' ') b.compiler.pop_back();
    return b;
}

Report new_report(const measure::Counters& counters)
{
    Report r;
    const std::time_t now = std::time(nullptr);
    char text[40];
    std::tm utc{};
    gmtime_r(&now, &utc);
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &utc);
    r.date = text;
    r.machine = measure::machine();
    r.features = cpu::feature_text();
    r.counters = counters.granted() ? "granted" : counters.reason();
    r.build = this_build();
    return r;
}

const Timing* ours(const Cell& cell)
{
    const Timing* found = nullptr;
    for (const Timing& t : cell.timings) {
        if (!t.refused.empty()) continue;
        if (t.kind == Kind::library) return &t;
        if (t.chosen) found = &t;
    }
    return found;
}

const Timing* best_peer(const Cell& cell)
{
    const Timing* best = nullptr;
    for (const Timing& t : cell.timings)
        if (t.kind == Kind::peer && t.refused.empty() && (best == nullptr || t.time.median < best->time.median)) best = &t;
    return best;
}

std::vector<Fit> fits(const std::vector<Cell>& cells)
{
    std::vector<Fit> list;
    for (std::size_t i = 0; i < cells.size();) {
        std::size_t end = i;
        while (end < cells.size() && cells[end].work.primitive == cells[i].work.primitive && cells[end].work.group == cells[i].work.group) ++end;
        for (const Timing& first : cells[i].timings) {
            std::vector<double> x, y;
            for (std::size_t k = i; k < end; ++k) {
                const Timing* const t = cells[k].find(first.name);
                if (t == nullptr || !t->refused.empty() || cells[k].work.items != 1) continue;
                x.push_back(static_cast<double>(cells[k].work.bytes));
                y.push_back(t->cycles);
            }
            if (x.size() >= 4) list.push_back({cells[i].work.primitive, cells[i].work.group, first.name, measure::fit_line(x, y), x.size()});
        }
        i = end;
    }
    return list;
}

}  // namespace lanecrypt::cli
