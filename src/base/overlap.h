// Questions about memory ranges, asked before anything is written.
#pragma once
#include <cstddef>
#include <cstdint>

namespace lanecrypt {

// True when the two byte ranges share at least one byte.
inline bool overlaps(const void* a, std::size_t a_len, const void* b, std::size_t b_len) noexcept
{
    const auto x = reinterpret_cast<std::uintptr_t>(a);
    const auto y = reinterpret_cast<std::uintptr_t>(b);
    if (a_len == 0 || b_len == 0) return false;
    return x < y ? y - x < a_len : x - y < b_len;
}

// True when an output and an input of the same length overlap without being the same range.
inline bool overlaps_partly(const void* out, const void* in, std::size_t len) noexcept
{
    return out != in && overlaps(out, len, in, len);
}

}  // namespace lanecrypt
