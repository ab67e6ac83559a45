// Two runs of `speed`, on one machine at two times or with two builds: which changes are real.
#pragma once
#include <string>
#include <vector>

#include "speed/report.h"

namespace lanecrypt::cli {

struct Change {
    std::string primitive, group, label, name;
    double cycles;         // per call, now
    measure::Ratio ratio;  // new time / old time, in core cycles, divided by the control
};

struct Comparison {
    std::vector<Change> changes;        // every contender that both runs timed, peers left out
    double control = 1;                 // median of new / old over the peers: what changed for code that did not change
    double control_spread = 0;          // median absolute deviation of those ratios
    std::size_t controls = 0;           // how many
    std::vector<std::string> warnings;  // other machine, other seconds, drift
};

Comparison compare(const Report& before, const Report& now);
std::string text(const Comparison& comparison);

}  // namespace lanecrypt::cli
