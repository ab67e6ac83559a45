// Proof of work: a block hash, read as a number, is at most the target of its header.
#pragma once
#include <cstdint>
#include <optional>

#include "node/hash.h"
#include "node/network.h"

namespace lanecrypt::node {

// The target of a compact form, as a little-endian number; nothing when it is negative, zero or too large.
std::optional<Hash> expand_target(std::uint32_t bits) noexcept;

// a <= b as little-endian numbers.
bool at_most(const Hash& a, const Hash& b) noexcept;

// True when the hash meets the target and the target is one that the network allows.
bool has_work(const Hash& block_hash, std::uint32_t bits, const Network& network) noexcept;

}  // namespace lanecrypt::node
