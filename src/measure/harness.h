// The timing core: checks every contender against the reference, then times all of them in interleaved rounds.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "measure/counters.h"
#include "measure/memory.h"
#include "measure/stats.h"
#include "measure/work.h"

namespace lanecrypt::measure {

struct Options {
    double seconds = 0.1;      // for each contender of a cell
    bool chain = false;        // latency: each call waits for the one before
    Cache cache = Cache::warm;
    std::uint64_t seed = 1;
};

struct Timing {
    std::string name;
    Kind kind = Kind::own;
    bool chosen = false;
    std::string refused;            // why it was not timed; empty when it was
    std::size_t calls = 0;          // in one sample
    std::vector<double> ns;         // per call, one for each round
    Summary time;                   // of `ns`
    double cycles = 0;              // per call, median: counted where granted, else from the calibrated clock
    double instructions = 0;        // per call, median; 0 when not granted
};

struct Cell {
    Work work;                      // without its functions
    Options options;
    std::vector<Timing> timings;    // in the order of Work::contenders
    std::vector<double> ghz;        // the core's clock in each round
    double ghz_drift = 0;           // of the clock over the rounds
    bool counted = false;           // cycles and instructions come from hardware counters

    const Timing* find(const std::string& name) const;
    // Time of a divided by time of b.
    Ratio ratio(const Timing& a, const Timing& b) const { return paired_ratio(a.ns, b.ns, options.seed); }
    // The timed contender with the smallest median; null when none was timed.
    const Timing* fastest() const;
};

// Empty, or how the contender's result differs from the reference. The check covers several places, and that each
// of the calls asked for is made.
std::string verify(const Work& work, const Contender& contender, std::uint64_t seed);

// Times all contenders of `work` that pass the check.
Cell measure(const Work& work, const Options& options, const Counters& counters);

}  // namespace lanecrypt::measure
