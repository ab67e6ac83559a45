// 64 × 64 → 128 bit products and sums of such numbers, where the compiler offers them (LANECRYPT_WIDE_MULTIPLY is 1).
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
#else
#define LANECRYPT_WIDE_MULTIPLY 0
#endif

#if LANECRYPT_WIDE_MULTIPLY
namespace lanecrypt {

// A 128-bit number.
struct Wide {
    std::uint64_t lo, hi;
};

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

// Modulo 2^128.
LANECRYPT_FN Wide add(Wide a, Wide b)
{
#if defined(_MSC_VER) && !defined(__GNUC__)
    Wide sum;
    const unsigned char carry = _addcarry_u64(0, a.lo, b.lo, &sum.lo);
    _addcarry_u64(carry, a.hi, b.hi, &sum.hi);
    return sum;
#elif defined(LANECRYPT_ARCH_X86_64) && !defined(__clang__)
    // GCC 12 keeps the upper half of a 64-bit addend, zero, in memory.
    __asm__("add %2, %0\n\tadc %3, %1" : "+&r"(a.lo), "+r"(a.hi) : "rm"(b.lo), "rme"(b.hi) : "cc");
    return a;
#else
    const unsigned __int128 sum = (static_cast<unsigned __int128>(a.hi) << 64 | a.lo) + (static_cast<unsigned __int128>(b.hi) << 64 | b.lo);
    return {static_cast<std::uint64_t>(sum), static_cast<std::uint64_t>(sum >> 64)};
#endif
}
LANECRYPT_FN Wide add(Wide a, std::uint64_t b) { return add(a, Wide{b, 0}); }

// The 192-bit number (a2, a1, a0) += (b2, b1, b0).
LANECRYPT_FN void add3(std::uint64_t& a0, std::uint64_t& a1, std::uint64_t& a2, std::uint64_t b0, std::uint64_t b1, std::uint64_t b2)
{
#if defined(_MSC_VER) && !defined(__GNUC__)
    unsigned char carry = _addcarry_u64(0, a0, b0, &a0);
    carry = _addcarry_u64(carry, a1, b1, &a1);
    _addcarry_u64(carry, a2, b2, &a2);
#elif defined(LANECRYPT_ARCH_X86_64) && !defined(__clang__)
    // From the other forms GCC 12 makes a chain through memory (intrinsics) or through setc (built-ins): Poly1305
    // was 1.2 to 2.7 times slower with them (EPYC Zen 5).
    __asm__("add %3, %0\n\tadc %4, %1\n\tadc %5, %2" : "+&r"(a0), "+&r"(a1), "+&r"(a2) : "rme"(b0), "rme"(b1), "rme"(b2) : "cc");
#else
    unsigned __int128 low = static_cast<unsigned __int128>(a1) << 64 | a0;
    const bool carry = __builtin_add_overflow(low, static_cast<unsigned __int128>(b1) << 64 | b0, &low);
    a0 = static_cast<std::uint64_t>(low);
    a1 = static_cast<std::uint64_t>(low >> 64);
    a2 += b2 + carry;
#endif
}

}  // namespace lanecrypt
#endif
