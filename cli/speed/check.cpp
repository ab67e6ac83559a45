#include "speed/check.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanecrypt::cli {
namespace {

using measure::Cell;
using measure::Contender;
using measure::Kind;
using measure::Timing;
using measure::Work;

bool loses(const Cell& cell, const Timing& a, const Timing& b, const CheckOptions& o, measure::Ratio& ratio)
{
    if (a.cycles - b.cycles < o.cycles || a.time.median < b.time.median * (1 + o.tolerance)) return false;
    ratio = cell.ratio(a, b);
    return ratio.verdict == measure::Verdict::slower && ratio.low > 1 + o.tolerance;
}

// (loser, winner) pairs of one measured cell.
std::vector<Loss> losses_of(const Cell& cell, const CheckOptions& o)
{
    std::vector<Loss> out;
    const Work& w = cell.work;
    const Timing* const portable = cell.find("portable");
    for (const Timing& t : cell.timings) {
        if (t.kind == Kind::peer) continue;
        if (!t.refused.empty()) {
            out.push_back({w.primitive, w.group, w.label, t.name, "reference", t.chosen, {}});
            continue;
        }
        measure::Ratio r;
        if (portable != nullptr && &t != portable && portable->refused.empty() && t.kind == Kind::own && loses(cell, t, *portable, o, r))
            out.push_back({w.primitive, w.group, w.label, t.name, "portable", t.chosen, r});
        if (!t.chosen) continue;
        for (const Timing& other : cell.timings)
            if (other.kind == Kind::own && &other != &t && &other != portable && other.refused.empty() && loses(cell, t, other, o, r))
                out.push_back({w.primitive, w.group, w.label, t.name, other.name, true, r});
    }
    return out;
}

// The cell again with the two contenders alone.
bool confirmed(const Work& work, Loss& loss, const CheckOptions& o, const measure::Counters& counters)
{
    Work pair = work;
    std::erase_if(pair.contenders, [&](const Contender& c) { return c.name != loss.loser && c.name != loss.winner; });
    for (unsigned i = 0; i < o.confirmations; ++i) {
        measure::Options again = o.first;
        again.seconds *= 10;
        again.seed += 1000 + i;
        const Cell cell = measure::measure(pair, again, counters);
        const Timing* const a = cell.find(loss.loser);
        const Timing* const b = cell.find(loss.winner);
        if (a == nullptr || b == nullptr || !loses(cell, *a, *b, o, loss.ratio)) return false;
    }
    return true;
}

}  // namespace

std::vector<Loss> check(const std::vector<Work>& cells, const CheckOptions& options, const measure::Counters& counters)
{
    std::vector<Loss> found;
    for (const Work& work : cells) {
        const Cell cell = measure::measure(work, options.first, counters);
        for (Loss& loss : losses_of(cell, options))
            if (loss.winner == "reference" || confirmed(work, loss, options, counters)) found.push_back(loss);
    }
    return found;
}

std::string text(const std::vector<Loss>& losses)
{
    std::string out;
    for (const Loss& l : losses) {
        if (l.winner == "reference") out += fmt::format("{} {} {}: {} gives a wrong result\n", l.primitive, l.group, l.label, l.loser);
        else
            out += fmt::format("{} {} {}: {}{} takes {:.2f} [{:.2f} {:.2f}] of the time of {}\n", l.primitive, l.group, l.label, l.loser,
                               l.choice ? " (the choice)" : "", l.ratio.value, l.ratio.low, l.ratio.high, l.winner);
    }
    return out;
}

}  // namespace lanecrypt::cli
