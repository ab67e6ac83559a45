// The report on one slot, for tests that bring their own.
#pragma once
#include <vector>

#include "dispatch/slot.h"
#include "lanecrypt/cpu.hpp"

namespace lanecrypt::cpu {

// The implementations of one slot in its order, with the choice in force. Allocates.
std::vector<Implementation> implementations_of(dispatch::SlotCore& slot);

}  // namespace lanecrypt::cpu
