// What `speed` shows on a terminal.
#pragma once
#include <string>
#include <vector>

#include "measure/harness.h"

namespace lanecrypt::cli {

enum class Unit { time, cycles, cycles_per_byte, rate };
inline constexpr const char* unit_names[] = {"time", "cycles", "cpb", "rate"};

// Tables of one primitive: one for each group, contenders down, sizes across, at most 100 columns wide; "*" marks the
// fastest of each column and those that nothing proves slower, ">" the dispatcher's choice.
std::string table(const std::vector<measure::Cell>& cells, Unit unit);

}  // namespace lanecrypt::cli
