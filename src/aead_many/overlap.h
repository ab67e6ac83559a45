// Whether the outputs of a group of messages lie apart from everything else the group touches.
#pragma once
#include <cstddef>
#include <cstdint>

#include "lanecrypt/lanecrypt.h"

namespace lanecrypt::many {

inline constexpr std::size_t group_size = 64;

enum class Direction { seal, open };

// Bit i stands for item i of a group of at most 64.
using Mask = std::uint64_t;

// True when no output of the items in `usable` overlaps anything else that any of them reads or writes, nor the
// array of items itself. In place (out == in) is no overlap.
bool outputs_are_apart(const lanecrypt_aead_item* items, std::size_t n, Mask usable, Direction direction) noexcept;

// True when an output of the item overlaps other memory of the same item. In place is no overlap.
bool overlaps_itself(const lanecrypt_aead_item& item, Direction direction) noexcept;

}  // namespace lanecrypt::many
