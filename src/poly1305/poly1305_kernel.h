// Poly1305 over any vector of L 64-bit words: five limbs of 26 bits, products of 32-bit halves.
//
// 2 L blocks are taken in at once; lane j holds blocks 2 j and 2 j + 1. The sum S of the lanes becomes
// S * r^(2L) + first * r + second, with one pass of carries for both. At the end lane j is multiplied by
// r^(2(L-j)-1), and the lanes are added up. An input that is no multiple of 2 L blocks begins with zeros: lanes
// without a block contribute nothing.
#pragma once
#include "poly1305/poly1305_serial.h"
#include "tuning/numbers.h"

LANECRYPT_BEGIN_ISA

template <class V>
struct VectorLimbs {
    V v[5];
};

// A multiplier and five times its upper limbs, for what comes back from 2^130 and above.
template <class V>
struct VectorMultiplier {
    V r[5], s[5];  // s[0] is not used
};

template <class V>
LANECRYPT_FN V five_times(V a)
{
    V four = shl<2>(a);
#if defined(LANECRYPT_ARCH_AARCH64)
    LANECRYPT_KEEP_VECTOR(four.v);  // Clang sees a multiplication by five, for which it moves lane after lane to ordinary registers
#endif
    return add(a, four);
}

template <class V>
LANECRYPT_FN VectorMultiplier<V> vector_multiplier(const VectorLimbs<V>& a)
{
    VectorMultiplier<V> m;
    LANECRYPT_UNROLL
    for (int i = 0; i < 5; ++i) {
        m.r[i] = a.v[i];
        m.s[i] = five_times(a.v[i]);
    }
    return m;
}
template <class V>
LANECRYPT_FN VectorMultiplier<V> splat_multiplier(const Limbs26& a)
{
    return vector_multiplier(VectorLimbs<V>{{V::splat(a.v[0]), V::splat(a.v[1]), V::splat(a.v[2]), V::splat(a.v[3]), V::splat(a.v[4])}});
}

// d += a * m, limb by limb. With limbs of a below 2^28 and of m.r below 2^27 two products stay below 2^61.
template <class V>
LANECRYPT_FN void add_product(V (&d)[5], const VectorLimbs<V>& a, const VectorMultiplier<V>& m)
{
    LANECRYPT_UNROLL
    for (int j = 0; j < 5; ++j) {
        LANECRYPT_UNROLL
        for (int i = 0; i < 5; ++i) {
            const int k = i + j < 5 ? i + j : i + j - 5;
            d[k] = add(d[k], mul32(a.v[j], i + j < 5 ? m.r[i] : m.s[i]));
        }
    }
}

// One pass of carries, as two chains side by side. Limbs end below 2^26 + 2^12.
template <class V>
LANECRYPT_FN VectorLimbs<V> carry_limbs(const V (&d)[5])
{
    const V m = V::splat(mask26);
    V d0 = d[0], d1 = add(d[1], shr<26>(d[0])), d2 = d[2], d3 = d[3], d4 = add(d[4], shr<26>(d[3]));
    d0 = band(d0, m);
    d3 = band(d3, m);
    const V top = shr<26>(d4);
    d2 = add(d2, shr<26>(d1));
    d0 = add(d0, five_times(top));
    d1 = band(d1, m);
    d4 = band(d4, m);
    d3 = add(d3, shr<26>(d2));
    d1 = add(d1, shr<26>(d0));
    d2 = band(d2, m);
    d0 = band(d0, m);
    d4 = add(d4, shr<26>(d3));
    d3 = band(d3, m);
    return {{d0, d1, d2, d3, d4}};
}

// The words of numbers as limbs; `above` counts 2^128.
template <class V>
LANECRYPT_FN VectorLimbs<V> vector_limbs(V w0, V w1, V above)
{
    const V m = V::splat(mask26);
    return {{band(w0, m), band(shr<26>(w0), m), band(bor(shr<52>(w0), shl<12>(w1)), m), band(shr<14>(w1), m), bor(shr<40>(w1), shl<24>(above))}};
}

// The first or second block of each lane; `above` as in vector_limbs.
template <class V>
LANECRYPT_FN void load_lanes(const std::uint8_t* in, const V (&above)[2], VectorLimbs<V>& first, VectorLimbs<V>& second)
{
    if constexpr (V::lanes == 2) {
        V a[2] = {V::load_le(in), V::load_le(in + 32)}, b[2] = {V::load_le(in + 16), V::load_le(in + 48)};
        transpose(a);
        transpose(b);
        first = vector_limbs(a[0], a[1], above[0]);
        second = vector_limbs(b[0], b[1], above[1]);
    } else {
        static_assert(V::lanes == 4);
        V x[4] = {V::load_le(in), V::load_le(in + 32), V::load_le(in + 64), V::load_le(in + 96)};
        transpose(x);
        first = vector_limbs(x[0], x[1], above[0]);
        second = vector_limbs(x[2], x[3], above[1]);
    }
}

// What Poly1305State::powers holds.
template <int L>
struct Powers26 {
    Limbs26 step;      // r^(2L)
    Limbs26 lanes[L];  // r^(2(L-j)-1)
};

LANECRYPT_FN void compute_powers(Powers26<2>& p, const std::uint64_t* r)
{
    const Number p1 = number_of(r), p2 = times(p1, p1), p3 = times(p2, p1), p4 = times(p2, p2);
    p = {limbs_of(p4), {limbs_of(p3), limbs_of(p1)}};
}
LANECRYPT_FN void compute_powers(Powers26<4>& p, const std::uint64_t* r)
{
    const Number p1 = number_of(r), p2 = times(p1, p1), p3 = times(p2, p1), p4 = times(p2, p2), p5 = times(p4, p1), p7 = times(p4, p3), p8 = times(p4, p4);
    p = {limbs_of(p8), {limbs_of(p7), limbs_of(p5), limbs_of(p3), limbs_of(p1)}};
}

// The first n < 2 L blocks, and the accumulator, as the end of a group of 2 L.
template <int L>
struct FirstGroup {
    alignas(32) std::uint8_t block[2 * L][poly1305_block];
    std::uint64_t above[2][L];
};
template <int L>
LANECRYPT_FN void fill_first_group(FirstGroup<L>& g, const std::uint64_t* h, const std::uint8_t* in, std::size_t n)
{
    for (std::size_t i = 0; i < 2 * L; ++i) {
        const std::size_t from = i + n - 2 * L;  // wraps for the lanes that stay empty
        const bool live = i + n >= 2 * L;
        store64(g.block[i], live ? load64(in + from * poly1305_block) : 0);
        store64(g.block[i] + 8, live ? load64(in + from * poly1305_block + 8) : 0);
        g.above[i % 2][i / 2] = live ? 1 : 0;
    }
    const std::size_t first = 2 * L - n;
    std::uint64_t c = 0;
    store64_le(g.block[first], add_words_carry(load64_le(g.block[first]), h[0], c));
    store64_le(g.block[first] + 8, add_words_carry(load64_le(g.block[first] + 8), h[1], c));
    g.above[first % 2][first / 2] += h[2] + c;
}

// Any number of blocks from 2 L on.
template <class V>
LANECRYPT_FN void blocks26(Poly1305State& state, const std::uint8_t* in, std::size_t n)
{
    constexpr std::size_t group = 2 * V::lanes;
    static_assert(sizeof(Powers26<V::lanes>) <= sizeof state.powers);
    Powers26<V::lanes> powers;
    if (state.ready == 0) {
        compute_powers(powers, state.r);
        std::memcpy(state.powers, &powers, sizeof powers);
        state.ready = 1;
    } else {
        std::memcpy(&powers, state.powers, sizeof powers);
    }
    const VectorMultiplier<V> one = splat_multiplier<V>(powers.lanes[V::lanes - 1]), step = splat_multiplier<V>(powers.step);
    const V ones[2] = {V::splat(1), V::splat(1)};

    // The accumulator goes into the first block there is.
    FirstGroup<V::lanes> begin;
    const std::size_t rest = (n - 1) % group + 1;
    fill_first_group(begin, state.h, in, rest);
    VectorLimbs<V> first, second;
    const V above[2] = {V::load(begin.above[0]), V::load(begin.above[1])};
    load_lanes<V>(begin.block[0], above, first, second);
    V d[5] = {second.v[0], second.v[1], second.v[2], second.v[3], second.v[4]};
    add_product(d, first, one);
    VectorLimbs<V> s = carry_limbs(d);
    in += rest * poly1305_block;
    n -= rest;
    for (; n != 0; n -= group, in += group * poly1305_block) {
        load_lanes<V>(in, ones, first, second);
        V e[5] = {second.v[0], second.v[1], second.v[2], second.v[3], second.v[4]};
        add_product(e, first, one);
        add_product(e, s, step);
        s = carry_limbs(e);
    }

    std::uint64_t lanes[5][V::lanes];
    for (int i = 0; i < 5; ++i)
        for (int j = 0; j < V::lanes; ++j) lanes[i][j] = powers.lanes[j].v[i];
    VectorLimbs<V> last;
    LANECRYPT_UNROLL
    for (int i = 0; i < 5; ++i) last.v[i] = V::load(lanes[i]);
    const V zero = V::splat(0);
    V e[5] = {zero, zero, zero, zero, zero};
    add_product(e, s, vector_multiplier(last));
    s = carry_limbs(e);
    Limbs26 sum;
    LANECRYPT_UNROLL
    for (int i = 0; i < 5; ++i) {
        std::uint64_t x[V::lanes];
        store(x, s.v[i]);
        sum.v[i] = 0;
        for (int j = 0; j < V::lanes; ++j) sum.v[i] += static_cast<std::uint32_t>(x[j]);
    }
    join_limbs(state.h, sum);
    wipe(&powers, sizeof powers);
    wipe(lanes, sizeof lanes);
    wipe(&begin, sizeof begin);
}

template <class V>
LANECRYPT_FN std::size_t vector_from()
{
    return tuning::number(V::lanes == 4 ? tuning::Tuned::poly1305_vector4_from : tuning::Tuned::poly1305_vector2_from);
}

template <class V>
LANECRYPT_FN void blocks_vector(Poly1305State& state, const std::uint8_t* in, std::size_t n)
{
    const std::size_t from = vector_from<V>();
    if (n < (state.ready != 0 ? from / 2 : from)) blocks_few(state, in, n);
    else blocks26<V>(state, in, n);
}

template <class V>
LANECRYPT_FN void aead_tags_vector(const Poly1305Message* messages, std::size_t n)
{
    const std::size_t from = vector_from<V>();
    for (; n != 0; --n, ++messages) {
        if (blocks_of(messages->aad_len) + blocks_of(messages->ct_len) < from) aead_tag_few(*messages);
        else aead_tag_long(*messages, blocks_vector<V>);
    }
}

LANECRYPT_END_ISA
