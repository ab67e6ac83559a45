// Helpers of the BIP324 tests: bytes as the interfaces want them, keys, and a search for secrets in memory.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "ref/bip324_ref.h"

namespace lanecrypt::test {

using ref::Bytes;

inline std::span<const std::byte> as_bytes(const Bytes& b) { return {reinterpret_cast<const std::byte*>(b.data()), b.size()}; }
inline std::span<std::byte> as_bytes(Bytes& b) { return {reinterpret_cast<std::byte*>(b.data()), b.size()}; }
inline std::span<const std::byte, 32> as_key(const Bytes& b) { return std::span<const std::byte, 32>(reinterpret_cast<const std::byte*>(b.data()), 32); }

// True when any eight bytes in a row of `secret` stand somewhere in the `len` bytes at `memory`.
inline bool contains_part_of(const void* memory, std::size_t len, const Bytes& secret)
{
    const auto* p = static_cast<const std::uint8_t*>(memory);
    for (std::size_t s = 0; s + 8 <= secret.size(); ++s)
        for (std::size_t at = 0; at + 8 <= len; ++at)
            if (std::memcmp(p + at, secret.data() + s, 8) == 0) return true;
    return false;
}

inline bool all_zero(const void* memory, std::size_t len)
{
    const auto* p = static_cast<const std::uint8_t*>(memory);
    for (std::size_t i = 0; i < len; ++i)
        if (p[i] != 0) return false;
    return true;
}

}  // namespace lanecrypt::test
