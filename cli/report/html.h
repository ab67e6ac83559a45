// A report of `speed` as one self-contained HTML page without scripts.
#pragma once
#include <string>

#include "speed/report.h"

namespace lanecrypt::cli {

// Needs gnuplot. Throws std::runtime_error.
std::string html(const Report& report);

}  // namespace lanecrypt::cli
