#include "measure/harness.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "measure/clock.h"

namespace lanecrypt::measure {
namespace {

constexpr std::size_t wanted_rounds = 100, fewest_rounds = 12;
constexpr double shortest_sample_ns = 50e3, longest_sample_ns = 2e6;
// No call finishes in less than half a cycle of a 5 GHz core: shorter times mean that the work was not done.
constexpr double impossible_ns = 0.1;

struct Runner {
    const Contender* contender;
    Timing* timing;
    std::vector<double> cycles, instructions;
};

double sample_ns(const Contender& c, const Places& places, std::size_t calls)
{
    if (c.prepare) c.prepare();
    const std::uint64_t start = now_ns();
    c.run(places, calls);
    return static_cast<double>(now_ns() - start);
}

// Calls that fill a sample; 0 when the time does not grow with their number.
std::size_t calls_for(const Contender& c, const Places& places, double target)
{
    const auto shortest = [&](std::size_t calls) {  // an interruption does not make a sample long enough
        double ns = sample_ns(c, places, calls);
        for (int again = 0; again < 2 && ns >= target / 4; ++again) ns = std::min(ns, sample_ns(c, places, calls));
        return ns;
    };
    std::size_t calls = 1;
    double ns = std::min(sample_ns(c, places, calls), shortest(calls));
    while (ns < target / 4) {
        if (static_cast<double>(calls) * impossible_ns > target) return 0;
        calls *= 2;
        ns = shortest(calls);
    }
    const double fitted = static_cast<double>(calls) * target / std::max(ns, 1.0);
    return std::max<std::size_t>(1, static_cast<std::size_t>(fitted));
}

void take_sample(Runner& r, const Places& places, const Counters& counters, double ghz)
{
    const auto calls = static_cast<double>(r.timing->calls);
    if (r.contender->prepare) r.contender->prepare();
    const Counters::Reading before = counters.granted() ? counters.read() : Counters::Reading{};
    const double ns = sample_ns(*r.contender, places, r.timing->calls) / calls;
    r.timing->ns.push_back(ns);
    if (counters.granted()) {
        const Counters::Reading after = counters.read();
        r.cycles.push_back(static_cast<double>(after.cycles - before.cycles) / calls);
        r.instructions.push_back(static_cast<double>(after.instructions - before.instructions) / calls);
    } else {
        r.cycles.push_back(ns * ghz);
    }
}

Work without_functions(const Work& work)
{
    Work w = work;
    w.reference = nullptr;
    w.contenders.clear();
    return w;
}

}  // namespace

const Timing* Cell::find(const std::string& name) const
{
    for (const Timing& t : timings)
        if (t.name == name) return &t;
    return nullptr;
}

const Timing* Cell::fastest() const
{
    const Timing* best = nullptr;
    for (const Timing& t : timings)
        if (t.refused.empty() && (best == nullptr || t.time.median < best->time.median)) best = &t;
    return best;
}

std::string verify(const Work& work, const Contender& contender, std::uint64_t seed)
{
    Random random(seed);
    Memory memory(work, Cache::warm, random);
    const Places places = memory.places(false);
    const std::size_t copies = memory.copies();
    std::vector<std::vector<std::uint8_t>> want(copies);
    for (std::size_t i = 0; i < copies; ++i) {
        std::uint8_t* const out = places.out + places.out_at[i];
        const std::uint8_t* const in = places.in + places.in_at[i];
        const std::vector<std::uint8_t> original(in, in + work.in_size);
        work.reference(Call{out, in, work.len});
        want[i].assign(out, out + work.out_size);
        if (work.in_place) std::memcpy(out, original.data(), work.in_size);
        else for (std::size_t k = 0; k < work.out_size; ++k) out[k] = static_cast<std::uint8_t>(~want[i][k]);
    }
    if (contender.prepare) contender.prepare();
    contender.run(places, copies);
    for (std::size_t i = 0; i < copies; ++i) {
        const std::uint8_t* const out = places.out + places.out_at[i];
        for (std::size_t k = 0; k < work.out_size; ++k)
            if (out[k] != want[i][k])
                return "wrong result: byte " + std::to_string(k) + " of call " + std::to_string(i + 1) + " differs from the reference";
    }
    return {};
}

Cell measure(const Work& work, const Options& options, const Counters& counters)
{
    Cell cell;
    cell.work = without_functions(work);
    cell.options = options;
    cell.counted = counters.granted();
    cell.timings.resize(work.contenders.size());
    Random random(options.seed);
    Memory memory(work, options.cache, random);
    const double target = std::clamp(options.seconds * 1e9 / wanted_rounds, shortest_sample_ns, longest_sample_ns);
    std::vector<Runner> runners;
    double round_ns = 0;
    for (std::size_t i = 0; i < work.contenders.size(); ++i) {
        const Contender& c = work.contenders[i];
        Timing& t = cell.timings[i];
        t.name = c.name;
        t.kind = c.kind;
        t.chosen = c.chosen;
        t.refused = verify(work, c, options.seed + i);
        if (!t.refused.empty()) continue;
        t.calls = calls_for(c, memory.places(options.chain), target);
        if (t.calls == 0) {
            t.refused = "the time does not grow with the number of calls: it does not do the work";
            continue;
        }
        runners.push_back({&c, &t, {}, {}});
        round_ns += std::max(target, sample_ns(c, memory.places(options.chain), t.calls));
    }
    if (runners.empty()) return cell;
    const double budget = options.seconds * 1e9 * static_cast<double>(runners.size());
    const auto rounds = std::max(fewest_rounds, static_cast<std::size_t>(budget / round_ns));
    std::vector<std::size_t> order(runners.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t round = 0; round < rounds; ++round) {
        if (options.cache == Cache::warm) memory.move(random);
        const Places places = memory.places(options.chain);
        for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
        const double ghz = core_ghz();
        cell.ghz.push_back(ghz);
        for (const std::size_t i : order) take_sample(runners[i], places, counters, ghz);
    }
    cell.ghz_drift = drift(cell.ghz);
    for (Runner& r : runners) {
        r.timing->time = summarise(r.timing->ns);
        r.timing->cycles = median(r.cycles);
        r.timing->instructions = median(r.instructions);
    }
    return cell;
}

}  // namespace lanecrypt::measure
