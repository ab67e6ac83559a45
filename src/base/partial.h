// Loads of fewer than 16 bytes without touching any other byte. Internal linkage: usable in kernel files.
#pragma once
#include "base/bytes.h"

namespace lanecrypt {

// The bytes as a little-endian number lo + 2^64 hi, zero above them; 0 < len < 16. Branches on the length alone.
LANECRYPT_FN void load_partial16_le(const std::uint8_t* p, std::size_t len, std::uint64_t& lo, std::uint64_t& hi)
{
    hi = 0;
    if (len >= 8) {
        lo = load64_le(p);
        if (len > 8) hi = load64_le(p + len - 8) >> (8 * (16 - len));
    } else if (len >= 4) {
        lo = load32_le(p) | static_cast<std::uint64_t>(load32_le(p + len - 4)) << (8 * (len - 4));
    } else {
        // First, middle and last byte; they coincide when there are fewer than three.
        lo = static_cast<std::uint64_t>(p[0]) | static_cast<std::uint64_t>(p[len / 2]) << (8 * (len / 2)) |
             static_cast<std::uint64_t>(p[len - 1]) << (8 * (len - 1));
    }
}

}  // namespace lanecrypt
