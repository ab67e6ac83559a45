// The primitives of the battery, one file each.
#pragma once
#include "battery/battery.h"

namespace lanecrypt::battery {

extern const Part chacha20_part;
extern const Part poly1305_part;
extern const Part aead_part;
extern const Part sha256_part;
extern const Part sha256_lanes_part;
extern const Part siphash_part;
extern const Part xor_part;

}  // namespace lanecrypt::battery
