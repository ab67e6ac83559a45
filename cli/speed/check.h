// `speed --check`: no implementation slower than the portable one, no choice that loses.
#pragma once
#include <string>
#include <vector>

#include "measure/harness.h"

namespace lanecrypt::cli {

struct CheckOptions {
    measure::Options first;          // the sweep over all cells
    unsigned confirmations = 3;      // further runs that must all agree, each ten times as long
    double tolerance = 0.03;         // smaller losses are code placement, not choice
    double cycles = 3;               // and so are smaller ones per call
};

struct Loss {
    std::string primitive, group, label;
    std::string loser, winner;  // "avx2", "portable"
    bool choice = false;        // the loser is what callers get
    measure::Ratio ratio;       // of the last confirmation
};

// Measures the cells and gives the losses that every confirmation repeats. Contenders that compute something wrong
// are losses too, with `winner` "reference".
std::vector<Loss> check(const std::vector<measure::Work>& cells, const CheckOptions& options, const measure::Counters& counters);
std::string text(const std::vector<Loss>& losses);

}  // namespace lanecrypt::cli
