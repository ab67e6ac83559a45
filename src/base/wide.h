// 64 × 64 → 128 bit products and add-with-carry, where the compiler offers them (LANECRYPT_WIDE_MULTIPLY is 1).
#pragma once
#include <cstdint>

#include "base/config.h"

#if defined(_MSC_VER) && !defined(__GNUC__)
#if defined(_M_X64)
#include <intrin.h>
#define LANECRYPT_WIDE_MULTIPLY 1
#else
#define LANECRYPT_WIDE_MULTIPLY 0
#endif
#elif defined(__SIZEOF_INT128__)
#define LANECRYPT_WIDE_MULTIPLY 1
#if defined(LANECRYPT_ARCH_X86_64)
#include <immintrin.h>
#endif
#else
#define LANECRYPT_WIDE_MULTIPLY 0
#endif

#if LANECRYPT_WIDE_MULTIPLY
namespace lanecrypt {

// A 128-bit number.
struct Wide {
    std::uint64_t lo, hi;
};

#if defined(LANECRYPT_ARCH_X86_64)
using Carry = unsigned char;

// a + b + carry; the carry out replaces `carry`. Always 0 or 1.
LANECRYPT_FN std::uint64_t add_carry(std::uint64_t a, std::uint64_t b, Carry& carry)
{
    unsigned long long sum;
    carry = _addcarry_u64(carry, a, b, &sum);
    return sum;
}
#else
using Carry = std::uint64_t;

LANECRYPT_FN std::uint64_t add_carry(std::uint64_t a, std::uint64_t b, Carry& carry)
{
    const unsigned __int128 sum = static_cast<unsigned __int128>(a) + b + carry;
    carry = static_cast<std::uint64_t>(sum >> 64);
    return static_cast<std::uint64_t>(sum);
}
#endif

LANECRYPT_FN Wide multiply_wide(std::uint64_t a, std::uint64_t b)
{
#if defined(_MSC_VER) && !defined(__GNUC__)
    Wide p;
    p.lo = _umul128(a, b, &p.hi);
    return p;
#else
    const unsigned __int128 p = static_cast<unsigned __int128>(a) * b;
    return {static_cast<std::uint64_t>(p), static_cast<std::uint64_t>(p >> 64)};
#endif
}

LANECRYPT_FN Wide add(Wide a, Wide b)
{
    Carry c = 0;
    const std::uint64_t lo = add_carry(a.lo, b.lo, c);
    return {lo, add_carry(a.hi, b.hi, c)};
}
LANECRYPT_FN Wide add(Wide a, std::uint64_t b) { return add(a, Wide{b, 0}); }

}  // namespace lanecrypt
#endif
