// What `speed` shows on a terminal.
#pragma once
#include <string>
#include <vector>

#include "speed/report.h"

namespace lanecrypt::cli {

enum class Unit { time, cycles, cycles_per_byte, rate };
inline constexpr const char* unit_names[] = {"time", "cycles", "cpb", "rate"};

// "234", "12.3u" (microseconds), "1.25m" (milliseconds).
std::string time_text(double ns);

// Tables of one primitive: one for each group, contenders down, sizes across, at most 100 columns wide; "*" marks the
// fastest of each column and those that nothing proves slower, ">" the dispatcher's choice.
std::string table(const std::vector<measure::Cell>& cells, Unit unit);

// cycles = a + b × bytes of every contender.
std::string fit_text(const Report& report);
// The machine and the build, and what makes the times doubtful: drift, outliers, other work.
std::string footer(const Report& report);

}  // namespace lanecrypt::cli
