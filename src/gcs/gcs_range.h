// Scaling hashes to a range.
#pragma once
#include <cstdint>

#if defined(_MSC_VER) && !defined(__GNUC__) && defined(_M_X64)
#include <intrin.h>
#endif

namespace lanecrypt {

// The upper half of a × b from four products of halves, for compilers without a 128-bit product.
constexpr std::uint64_t high_product_by_halves(std::uint64_t a, std::uint64_t b)
{
    const std::uint64_t low = 0xffffffff;
    const std::uint64_t middle = (a >> 32) * (b & low) + ((a & low) * (b & low) >> 32);
    return (a >> 32) * (b >> 32) + (middle >> 32) + (((a & low) * (b >> 32) + (middle & low)) >> 32);
}

// floor(hash · range / 2^64): below range, and monotonous in the hash.
inline std::uint64_t scale_to_range(std::uint64_t hash, std::uint64_t range)
{
#if defined(__SIZEOF_INT128__)
    return static_cast<std::uint64_t>(static_cast<unsigned __int128>(hash) * range >> 64);
#elif defined(_MSC_VER) && defined(_M_X64)
    return __umulh(hash, range);
#else
    return high_product_by_halves(hash, range);
#endif
}

}  // namespace lanecrypt
