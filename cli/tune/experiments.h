// What `lanecrypt tune` tries: every number of parameters.def and the implementation of every slot, on the cells that
// `speed` describes.
#pragma once
#include <string>
#include <vector>

#include "tune/tune.h"

namespace lanecrypt::cli {

// `primitives`: only experiments on these rows of `speed`; empty: all.
std::vector<Experiment> experiments(const std::vector<std::string>& primitives);

// The cells of groupings() for these primitives: what the kernels' tables decide at compile time.
std::vector<measure::Work> grouping_cells(const std::vector<std::string>& primitives);

// The cells of these primitives with the public interface as their only contender.
std::vector<measure::Work> library_cells(const std::vector<std::string>& primitives);

}  // namespace lanecrypt::cli
