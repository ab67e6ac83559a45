// Poly1305 in 32-bit words with 64-bit products: five limbs of 26 bits. For machines without a 64 × 64 → 128 bit
// multiplication. The accumulator is kept in radix 2^64 between calls, like everywhere else.
#pragma once
#include "poly1305/poly1305_limbs26.h"

LANECRYPT_BEGIN_ISA

LANECRYPT_FN std::uint64_t product32(std::uint32_t a, std::uint32_t b) { return static_cast<std::uint64_t>(a) * b; }

// h = h * r; limbs of h below 2^28, of r and s = 5 r below 2^29.
LANECRYPT_FN void multiply26(Limbs26& h, const Limbs26& r, const Limbs26& s)
{
    const std::uint32_t h0 = h.v[0], h1 = h.v[1], h2 = h.v[2], h3 = h.v[3], h4 = h.v[4];
    std::uint64_t d0 = product32(h0, r.v[0]) + product32(h1, s.v[4]) + product32(h2, s.v[3]) + product32(h3, s.v[2]) + product32(h4, s.v[1]);
    std::uint64_t d1 = product32(h0, r.v[1]) + product32(h1, r.v[0]) + product32(h2, s.v[4]) + product32(h3, s.v[3]) + product32(h4, s.v[2]);
    std::uint64_t d2 = product32(h0, r.v[2]) + product32(h1, r.v[1]) + product32(h2, r.v[0]) + product32(h3, s.v[4]) + product32(h4, s.v[3]);
    std::uint64_t d3 = product32(h0, r.v[3]) + product32(h1, r.v[2]) + product32(h2, r.v[1]) + product32(h3, r.v[0]) + product32(h4, s.v[4]);
    std::uint64_t d4 = product32(h0, r.v[4]) + product32(h1, r.v[3]) + product32(h2, r.v[2]) + product32(h3, r.v[1]) + product32(h4, r.v[0]);
    d1 += d0 >> 26;
    d2 += d1 >> 26;
    d3 += d2 >> 26;
    d4 += d3 >> 26;
    const std::uint64_t low = (d0 & mask26) + 5 * (d4 >> 26);
    h.v[0] = static_cast<std::uint32_t>(low & mask26);
    h.v[1] = static_cast<std::uint32_t>((d1 & mask26) + (low >> 26));
    h.v[2] = static_cast<std::uint32_t>(d2 & mask26);
    h.v[3] = static_cast<std::uint32_t>(d3 & mask26);
    h.v[4] = static_cast<std::uint32_t>(d4 & mask26);
}

// What the vector kernels need of numbers.
using Number = Limbs26;
LANECRYPT_FN Number number_of(const std::uint64_t* r) { return limbs_of(r[0], r[1], 0); }
LANECRYPT_FN Number times(const Number& a, const Number& b)
{
    Number p = a, five;
    for (int i = 0; i < 5; ++i) five.v[i] = 5 * b.v[i];
    multiply26(p, b, five);
    return p;
}
LANECRYPT_FN Limbs26 limbs_of(const Number& a) { return a; }

// One chain of steps: h = (h + block) * r.
struct Serial32 {
    Limbs26 h, r, s;

    explicit LANECRYPT_MEMBER Serial32(const Poly1305State& state)
        : h(limbs_of(state.h[0], state.h[1], state.h[2])), r(limbs_of(state.r[0], state.r[1], 0))
    {
        for (int i = 0; i < 5; ++i) s.v[i] = 5 * r.v[i];
    }
    LANECRYPT_MEMBER void step(std::uint64_t w0, std::uint64_t w1, std::uint64_t w2)
    {
        const Limbs26 m = limbs_of(w0, w1, w2);
        for (int i = 0; i < 5; ++i) h.v[i] += m.v[i];
        multiply26(h, r, s);
    }
    LANECRYPT_MEMBER Limbs26 limbs() const { return h; }
    LANECRYPT_MEMBER void save(Poly1305State& state) const { join_limbs(state.h, h); }
};

LANECRYPT_FN void serial_steps(Serial32& s, const std::uint8_t* in, std::size_t n)
{
    for (; n != 0; --n, in += poly1305_block) s.step(load64_le(in), load64_le(in + 8), 1);
}
LANECRYPT_FN void serial_blocks(Serial32& s, Poly1305State&, const std::uint8_t* in, std::size_t n) { serial_steps(s, in, n); }

LANECRYPT_END_ISA
