// Every slot of the library. A new primitive adds its line in slots.cpp.
#pragma once
#include <cstddef>

#include "dispatch/slot.h"

namespace lanecrypt::dispatch {

std::size_t slot_count() noexcept;

// The slots in the order of the report.
SlotCore* const* all_slots() noexcept;

}  // namespace lanecrypt::dispatch
