// The merkle root of Bitcoin blocks.
#pragma once
#include <cstddef>
#include <span>

#include "lanecrypt/sha256.hpp"

namespace lanecrypt {

// Root of the tree over `leaves`, 32 bytes each: every level hashes pairs with the double SHA-256, an odd last hash is
// paired with itself. No leaves give 32 zero bytes, one leaf is its own root. *mutated, where asked for, tells whether
// on any level a pair held two equal hashes before that pairing: such a tree has the root of a shorter list
// (CVE-2012-2459), and a block that shows it must not be marked as invalid for good. Any number of leaves, fixed
// memory, no allocation. A size that is no multiple of 32 is misuse and gives 32 zero bytes.
[[nodiscard]] Sha256Digest merkle_root(std::span<const std::byte> leaves, bool* mutated = nullptr) noexcept;

}  // namespace lanecrypt
