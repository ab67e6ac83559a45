// Poly1305 in 64-bit words. One step is serial: about 15 cycles for 16 bytes whatever the machine's width. Longer
// inputs run two independent chains of steps side by side, one for each half of a chunk; the halves meet through one
// general multiplication by the power of r that separates them.
#pragma once
#include "base/wide.h"
#include "poly1305/poly1305_limbs26.h"
#include "tuning/numbers.h"

LANECRYPT_BEGIN_ISA

// A number below 2^131 in radix 2^64.
struct Number64 {
    std::uint64_t h0, h1, h2;
};

// r and 5/4 of its upper word, which is a multiple of 4: the word that comes back from above 2^130.
struct Multiplier64 {
    std::uint64_t r0, r1, s1;
};

LANECRYPT_FN Number64 load_number(const std::uint64_t* p) { return {p[0], p[1], p[2]}; }
LANECRYPT_FN void store_number(std::uint64_t* p, const Number64& h)
{
    p[0] = h.h0;
    p[1] = h.h1;
    p[2] = h.h2;
}

LANECRYPT_FN void add_words(Number64& h, std::uint64_t m0, std::uint64_t m1, std::uint64_t m2)
{
    add3(h.h0, h.h1, h.h2, m0, m1, m2);
}

// Brings what lies at and above 2^130 in h2 back to the bottom: it counts 5 = 4 + 1 there.
LANECRYPT_FN void fold_top(Number64& h)
{
    const std::uint64_t five = (h.h2 & ~std::uint64_t{3}) + (h.h2 >> 2);
    h.h2 &= 3;
    add_words(h, five, 0, 0);
}

// h = h * r, h2 up to 7.
LANECRYPT_FN void multiply_r(Number64& h, const Multiplier64& r)
{
    const Wide d0 = add(multiply_wide(h.h0, r.r0), multiply_wide(h.h1, r.s1));
    Wide d1 = add(multiply_wide(h.h0, r.r1), multiply_wide(h.h1, r.r0));
    d1 = add(d1, h.h2 * r.s1);
    d1 = add(d1, d0.hi);
    h = {d0.lo, d1.lo, h.h2 * r.r0 + d1.hi};
    fold_top(h);
}

// a * b for any two numbers with tops up to 7.
LANECRYPT_FN Number64 multiply64(const Number64& a, const Number64& b)
{
    const Wide p00 = multiply_wide(a.h0, b.h0), p01 = multiply_wide(a.h0, b.h1), p10 = multiply_wide(a.h1, b.h0);
    const Wide p11 = multiply_wide(a.h1, b.h1);
    const Wide p02 = add(multiply_wide(a.h0, b.h2), multiply_wide(a.h2, b.h0));
    const Wide p12 = add(multiply_wide(a.h1, b.h2), multiply_wide(a.h2, b.h1));
    // The five words of the product.
    const std::uint64_t w0 = p00.lo;
    std::uint64_t w1 = p00.hi, w2 = p11.lo, w3 = p11.hi, w4 = a.h2 * b.h2;
    add3(w1, w2, w3, p01.lo, p01.hi, 0);
    add3(w1, w2, w3, p10.lo, p10.hi, 0);
    add3(w2, w3, w4, p02.lo, p02.hi, 0);
    const Wide top = add(Wide{w3, w4}, p12);
    w3 = top.lo;
    w4 = top.hi;
    // What lies at and above 2^130, times 5: once shifted down by 128 with the two lowest bits cleared, once by 130.
    Number64 h = {w0, w1, w2 & 3};
    add_words(h, w2 & ~std::uint64_t{3}, w3, w4);
    add_words(h, w2 >> 2 | w3 << 62, w3 >> 2 | w4 << 62, w4 >> 2);
    fold_top(h);
    return h;
}

// One chain of steps: h = (h + block) * r.
struct Serial64 {
    Number64 h;
    Multiplier64 r;

    explicit LANECRYPT_MEMBER Serial64(const Poly1305State& state)
        : h(load_number(state.h)), r{state.r[0], state.r[1], state.r[1] + (state.r[1] >> 2)}
    {
    }
    LANECRYPT_MEMBER void step(std::uint64_t w0, std::uint64_t w1, std::uint64_t w2)
    {
        add_words(h, w0, w1, w2);
        multiply_r(h, r);
    }
    LANECRYPT_MEMBER Limbs26 limbs() const { return limbs_of(h.h0, h.h1, h.h2); }
    LANECRYPT_MEMBER void save(Poly1305State& state) const { store_number(state.h, h); }
};

// What the vector kernels need of numbers.
using Number = Number64;
LANECRYPT_FN Number number_of(const std::uint64_t* r) { return {r[0], r[1], 0}; }
LANECRYPT_FN Number times(const Number& a, const Number& b) { return multiply64(a, b); }
LANECRYPT_FN Limbs26 limbs_of(const Number& a) { return limbs_of(a.h0, a.h1, a.h2); }

// r^(2^doublings)
LANECRYPT_FN Number64 power64(const Poly1305State& state, int doublings)
{
    Number64 p = {state.r[0], state.r[1], 0};
    for (int i = 0; i < doublings; ++i) p = multiply64(p, p);
    return p;
}

// 2 * half blocks: two chains, then h = first * r^half + second.
LANECRYPT_FN void chunk64(Serial64& first, const Number64& power, const std::uint8_t* in, std::size_t half)
{
    Serial64 second = first;
    second.h = {0, 0, 0};
    const std::uint8_t* const middle = in + half * poly1305_block;
    for (std::size_t i = 0; i < half * poly1305_block; i += poly1305_block) {
        first.step(load64_le(in + i), load64_le(in + i + 8), 1);
        second.step(load64_le(middle + i), load64_le(middle + i + 8), 1);
    }
    first.h = multiply64(first.h, power);
    add_words(first.h, second.h.h0, second.h.h1, second.h.h2);
    fold_top(first.h);
}

LANECRYPT_FN void serial_steps(Serial64& s, const std::uint8_t* in, std::size_t n)
{
    for (; n != 0; --n, in += poly1305_block) s.step(load64_le(in), load64_le(in + 8), 1);
}

// Chunks of the n blocks; returns how many blocks are left. Not inlined: what it needs on the stack would burden short
// inputs.
[[maybe_unused]] LANECRYPT_NOINLINE std::size_t chunks64(Poly1305State& state, const std::uint8_t* in, std::size_t n)
{
    // For the rest of the message: r to the length of a chain, and that length.
    if (state.ready == 0) {
        const int half_log2 = static_cast<int>(tuning::number(tuning::Tuned::poly1305_half_log2));
        store_number(state.powers, power64(state, half_log2));
        state.powers[3] = std::uint64_t{1} << half_log2;
        state.ready = 1;
    }
    const Number64 power = load_number(state.powers);
    const auto half = static_cast<std::size_t>(state.powers[3]);
    Serial64 s(state);
    for (; n >= 2 * half; n -= 2 * half, in += 2 * half * poly1305_block) chunk64(s, power, in, half);
    s.save(state);
    return n;
}

LANECRYPT_FN void serial_blocks(Serial64& s, Poly1305State& state, const std::uint8_t* in, std::size_t n)
{
    if (n >= tuning::number(tuning::Tuned::poly1305_two_chains_from)) {
        s.save(state);
        const std::size_t left = chunks64(state, in, n);
        s.h = load_number(state.h);
        in += (n - left) * poly1305_block;
        n = left;
    }
    serial_steps(s, in, n);
}

LANECRYPT_END_ISA
