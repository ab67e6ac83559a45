// Poly1305: five limbs of 26 bits, their conversion from and to radix 2^64, and the final reduction without a wide
// multiplication.
#pragma once
#include "poly1305/poly1305_ops.h"
#include "simd/isa_scope.h"

LANECRYPT_BEGIN_ISA

constexpr std::uint32_t mask26 = 0x3ffffff;

// The sum of v[i] * 2^(26 i). Limbs may be a little longer than 26 bits between steps.
struct Limbs26 {
    std::uint32_t v[5];
};

// The number w0 + w1 * 2^64 + w2 * 2^128, w2 below 8.
LANECRYPT_FN Limbs26 limbs_of(std::uint64_t w0, std::uint64_t w1, std::uint64_t w2)
{
    return {{static_cast<std::uint32_t>(w0) & mask26, static_cast<std::uint32_t>(w0 >> 26) & mask26,
             static_cast<std::uint32_t>(w0 >> 52 | w1 << 12) & mask26, static_cast<std::uint32_t>(w1 >> 14) & mask26,
             static_cast<std::uint32_t>(w1 >> 40 | w2 << 24)}};
}

// a + b + carry, where the carry is 0 or 1.
LANECRYPT_FN std::uint64_t add_words_carry(std::uint64_t a, std::uint64_t b, std::uint64_t& carry)
{
    const std::uint64_t partial = a + carry;
    const std::uint64_t sum = partial + b;
    carry = static_cast<std::uint64_t>(partial < carry) + static_cast<std::uint64_t>(sum < b);
    return sum;
}

// The same number modulo 2^130 - 5 in radix 2^64, below 2^131. Limbs below 2^31.
LANECRYPT_FN void join_limbs(std::uint64_t* w, const Limbs26& a)
{
    const std::uint64_t a0 = a.v[0] + 5 * (a.v[4] >> 26), a1 = a.v[1], a2 = a.v[2], a3 = a.v[3], a4 = a.v[4] & mask26;
    std::uint64_t c = 0, d = 0;
    const std::uint64_t low = add_words_carry(a0 + (a1 << 26), a2 << 52, c);
    w[0] = low;
    w[1] = add_words_carry((a2 >> 12) + (a3 << 14) + c, a4 << 40, d);
    w[2] = (a4 >> 24) + d;
}

LANECRYPT_FN void start(Poly1305State& state, const std::uint8_t* key)
{
    state.h[0] = state.h[1] = state.h[2] = 0;
    state.r[0] = load64_le(key) & 0x0ffffffc0fffffffu;
    state.r[1] = load64_le(key + 8) & 0x0ffffffc0ffffffcu;
    state.pad[0] = load64_le(key + 16);
    state.pad[1] = load64_le(key + 24);
    state.ready = 0;
}

// h mod 2^130 - 5 plus the pad modulo 2^128; h2 below 8.
LANECRYPT_FN void tag_words(const std::uint64_t* w, const std::uint64_t* pad, std::uint8_t* tag)
{
    std::uint64_t c = 0;
    const std::uint64_t h0 = add_words_carry(w[0], 5 * (w[2] >> 2), c);
    const std::uint64_t h1 = add_words_carry(w[1], 0, c);
    const std::uint64_t h2 = (w[2] & 3) + c;
    c = 0;
    const std::uint64_t g0 = add_words_carry(h0, 5, c);
    const std::uint64_t g1 = add_words_carry(h1, 0, c);
    const std::uint64_t take = 0 - ((h2 + c) >> 2);  // all ones when h >= 2^130 - 5
    c = 0;
    store64_le(tag, add_words_carry((h0 & ~take) | (g0 & take), pad[0], c));
    store64_le(tag + 8, add_words_carry((h1 & ~take) | (g1 & take), pad[1], c));
}

LANECRYPT_END_ISA
