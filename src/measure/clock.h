// Time, and the clock of the core that runs us.
#pragma once
#include <cstddef>
#include <cstdint>

namespace lanecrypt::measure {

// Nanoseconds of a clock that only goes forward.
std::uint64_t now_ns();

// Cycles of the core per nanosecond, now: a chain of dependent additions runs one addition per cycle on every
// processor of interest. Takes about `microseconds`; the best of a few short chains is kept, because anything that
// interrupts a chain only makes the core look slower.
double core_ghz(unsigned microseconds = 40);

}  // namespace lanecrypt::measure
