// Golomb-coded sets, the filters of BIP158: a compact set of items that can be asked whether an item may be in it. A
// filter of n items with false positive rate 1/m maps each item to a number below n·m by SipHash-2-4 and stores the
// sorted differences, Golomb-Rice coded with p bits of remainder.
//
// Encoded: the number of items as a CompactSize, then the coded differences, bits from the most significant on, zeros
// up to the end of the last byte. The empty set is the single byte 0.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lanecrypt/siphash.hpp"

namespace lanecrypt {

struct GcsParams {
    std::uint64_t k0 = 0, k1 = 0;  // SipHash key
    unsigned p = 19;               // bits of remainder, 0 … 32
    std::uint64_t m = 784931;      // at least 1
};

// The parameters of BIP158's basic filter for a block. `block_hash`: in internal byte order, as serialised.
GcsParams bip158_basic_params(std::span<const std::byte, 32> block_hash) noexcept;

// The encoded filter of a set of items; equal items count once. Throws std::invalid_argument when p is over 32, m is 0,
// there are 2^32 items or more, or n·m does not fit into 64 bits; std::bad_alloc.
std::vector<std::byte> gcs_build(std::span<const std::span<const std::byte>> items, const GcsParams& params);

// A decoded filter. Threads: const members may be called from several at once.
class GcsFilter {
public:
    // The empty set.
    GcsFilter() = default;

    // Reads an encoded filter. False when it is malformed: a count that is not minimal, exceeds 2^32 - 1 or promises more
    // than the bytes can hold, numbers of n·m or more, bits missing, bytes left over (bits left over in the last byte
    // are not looked at). Then the object is the empty set. Time and memory are bounded by encoded.size(), whatever the
    // count claims. Memory of an earlier filter is used again. Throws std::invalid_argument for p over 32 or m of 0,
    // std::bad_alloc.
    bool decode(std::span<const std::byte> encoded, const GcsParams& params);

    // The number of items, and their numbers in ascending order.
    std::size_t size() const noexcept { return values_.size(); }
    std::span<const std::uint64_t> values() const noexcept { return values_; }

    // False: the item is not in the set. True: it may be.
    bool match(std::span<const std::byte> item) const noexcept;
    // The same for any of many items.
    bool match_any(std::span<const std::span<const std::byte>> items) const noexcept;
    // The same for items that are asked of many filters. `scratch` has room for items.size() numbers.
    bool match_any(const SipHash24Messages& items, std::span<std::uint64_t> scratch) const noexcept;

private:
    bool contains_hash(std::uint64_t hash) const noexcept;
    bool contains_any_hash(std::span<const std::uint64_t> hashes) const noexcept;

    GcsParams params_;
    std::uint64_t range_ = 0;  // n·m: an item's number is its hash scaled to this range
    std::vector<std::uint64_t> values_;
    // One bit for each of at least 16 n equal parts of the range: set when the part holds a value.
    std::vector<std::uint64_t> parts_;
    unsigned part_shift_ = 0;  // value >> part_shift_ is the value's part
};

}  // namespace lanecrypt
