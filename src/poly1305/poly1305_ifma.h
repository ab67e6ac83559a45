// Poly1305 with the 52-bit multiplications of AVX-512 IFMA: three limbs of 44, 44 and 42 bits, L blocks in the lanes of
// a vector. Written by hand over the intrinsics for both register widths.
//
// The sum S of the lanes takes in one vector of blocks with S = S * r^L + blocks; two vectors at once with
// S = S * r^(2L) + first * r^L + second, which needs one reduction for both. At the end lane i, whose blocks lie L - i
// places before the end, is multiplied by r^(L - i), and the lanes are added up. An input that is no multiple of L
// blocks begins with empty lanes: they contribute nothing.
#pragma once
#include "simd/x86_512.h"
#include "simd/x86_256.h"
#include "poly1305/poly1305_lanes.h"

LANECRYPT_BEGIN_ISA

LANECRYPT_FN U64x8 madd_low(U64x8 sum, U64x8 a, U64x8 b) { return {_mm512_madd52lo_epu64(sum.v, a.v, b.v)}; }
LANECRYPT_FN U64x8 madd_high(U64x8 sum, U64x8 a, U64x8 b) { return {_mm512_madd52hi_epu64(sum.v, a.v, b.v)}; }
LANECRYPT_FN U64x4 madd_low(U64x4 sum, U64x4 a, U64x4 b) { return {_mm256_madd52lo_epu64(sum.v, a.v, b.v)}; }
LANECRYPT_FN U64x4 madd_high(U64x4 sum, U64x4 a, U64x4 b) { return {_mm256_madd52hi_epu64(sum.v, a.v, b.v)}; }

constexpr std::uint64_t mask44 = (std::uint64_t{1} << 44) - 1, mask42 = (std::uint64_t{1} << 42) - 1;
// 2^128 in the third limb: the bit above a whole block.
constexpr std::uint64_t above44 = std::uint64_t{1} << 40;

// One number in each lane. Between steps limbs are a few bits longer than 44, 44, 42.
template <class V>
struct Limbs44 {
    V v[3];
};

LANECRYPT_FN void split44(std::uint64_t* limbs, std::uint64_t w0, std::uint64_t w1, std::uint64_t w2)
{
    limbs[0] = w0 & mask44;
    limbs[1] = (w0 >> 44 | w1 << 20) & mask44;
    limbs[2] = w1 >> 24 | w2 << 40;
}

// A multiplier and 20 times its upper limbs, for what comes back from 2^132 and above.
template <class V>
struct Multiplier44 {
    V r[3], s1, s2;
};

template <class V>
LANECRYPT_FN V times_five(V a)
{
    return add(a, shl<2>(a));
}

template <class V>
LANECRYPT_FN Multiplier44<V> multiplier44(const Limbs44<V>& a)
{
    return {{a.v[0], a.v[1], a.v[2]}, times_five(shl<2>(a.v[1])), times_five(shl<2>(a.v[2]))};
}
template <class V>
LANECRYPT_FN Multiplier44<V> splat_multiplier44(const std::uint64_t* limbs)
{
    return multiplier44(Limbs44<V>{{V::splat(limbs[0]), V::splat(limbs[1]), V::splat(limbs[2])}});
}

// Sums of products by limb, low and high 52 bits apart: the high ones count 2^52.
template <class V>
struct Products44 {
    V low[3], high[3];
};

// The sum begins as the number `start`.
template <class V>
LANECRYPT_FN Products44<V> begin_products(const Limbs44<V>& start)
{
    const V zero = V::splat(0);
    return {{start.v[0], start.v[1], start.v[2]}, {zero, zero, zero}};
}

template <class V>
LANECRYPT_FN void madd(V& low, V& high, V a, V b)
{
    low = madd_low(low, a, b);
    high = madd_high(high, a, b);
}

template <class V>
LANECRYPT_FN void add_product(Products44<V>& p, const Limbs44<V>& a, const Multiplier44<V>& m)
{
    madd(p.low[0], p.high[0], a.v[0], m.r[0]);
    madd(p.low[1], p.high[1], a.v[0], m.r[1]);
    madd(p.low[2], p.high[2], a.v[0], m.r[2]);
    madd(p.low[0], p.high[0], a.v[1], m.s2);
    madd(p.low[1], p.high[1], a.v[1], m.r[0]);
    madd(p.low[2], p.high[2], a.v[1], m.r[1]);
    madd(p.low[0], p.high[0], a.v[2], m.s1);
    madd(p.low[1], p.high[1], a.v[2], m.s2);
    madd(p.low[2], p.high[2], a.v[2], m.r[0]);
}

// Back to limbs: at most two products of limbs below 2^48 have been summed, so low < 2^55 and high < 2^48.
template <class V>
LANECRYPT_FN Limbs44<V> reduce(const Products44<V>& p)
{
    const V m44 = V::splat(mask44), m42 = V::splat(mask42);
    // The highest part counts 2^140 = 2^132 * 2^8, and 2^132 counts 20.
    const V d0 = add(p.low[0], add(shl<10>(p.high[2]), shl<12>(p.high[2])));
    const V d1 = add(p.low[1], shl<8>(p.high[0]));
    const V d2 = add(p.low[2], shl<8>(p.high[1]));
    return {{add(band(d0, m44), times_five(shr<42>(d2))), add(band(d1, m44), shr<44>(d0)), add(band(d2, m42), shr<44>(d1))}};
}

template <class V>
LANECRYPT_FN Limbs44<V> zero44()
{
    return {{V::splat(0), V::splat(0), V::splat(0)}};
}
template <class V>
LANECRYPT_FN Limbs44<V> multiply44(const Limbs44<V>& a, const Multiplier44<V>& m)
{
    Products44<V> p = begin_products(zero44<V>());
    add_product(p, a, m);
    return reduce(p);
}

// The words of 128-bit numbers, and what is above them, as limbs.
template <class V>
LANECRYPT_FN Limbs44<V> limbs44(V w0, V w1, V above)
{
    const V m44 = V::splat(mask44);
    return {{band(w0, m44), band(bor(shr<44>(w0), shl<20>(w1)), m44), bor(shr<24>(w1), above)}};
}

// The block that each lane holds: unpacking puts them so.
LANECRYPT_FN U64x8 block_of_lane(U64x8) { return {_mm512_set_epi64(7, 3, 6, 2, 5, 1, 4, 0)}; }
LANECRYPT_FN U64x4 block_of_lane(U64x4) { return {_mm256_set_epi64x(3, 1, 2, 0)}; }

// L blocks as words.
LANECRYPT_FN void load_blocks(const std::uint8_t* in, U64x8& w0, U64x8& w1)
{
    const __m512i a = load512(in), b = load512(in + 64);
    w0.v = _mm512_unpacklo_epi64(a, b);
    w1.v = _mm512_unpackhi_epi64(a, b);
}
LANECRYPT_FN void load_blocks(const std::uint8_t* in, U64x4& w0, U64x4& w1)
{
    const __m256i a = load256(in), b = load256(in + 32);
    w0.v = _mm256_unpacklo_epi64(a, b);
    w1.v = _mm256_unpackhi_epi64(a, b);
}

// The first blocks of L that lie at `in`, moved `by` places on; zeros before them. (Masked loads would do with fewer
// bytes, but take hundreds of cycles where a page begins or ends inside the vector.)
LANECRYPT_FN void load_moved_blocks(const std::uint8_t* in, U64x8 by, U64x8& w0, U64x8& w1)
{
    const __m512i a = load512(in), b = load512(in + 64), block = block_of_lane(by).v, word = _mm512_slli_epi64(_mm512_sub_epi64(block, by.v), 1);
    const __mmask8 live = _mm512_cmpge_epu64_mask(block, by.v);
    w0.v = _mm512_maskz_permutex2var_epi64(live, a, word, b);
    w1.v = _mm512_maskz_permutex2var_epi64(live, a, _mm512_add_epi64(word, _mm512_set1_epi64(1)), b);
}
LANECRYPT_FN void load_moved_blocks(const std::uint8_t* in, U64x4 by, U64x4& w0, U64x4& w1)
{
    const __m256i a = load256(in), b = load256(in + 32), block = block_of_lane(by).v, word = _mm256_slli_epi64(_mm256_sub_epi64(block, by.v), 1);
    const __mmask8 live = _mm256_cmpge_epu64_mask(block, by.v);
    w0.v = _mm256_maskz_permutex2var_epi64(live, a, word, b);
    w1.v = _mm256_maskz_permutex2var_epi64(live, a, _mm256_add_epi64(word, _mm256_set1_epi64x(1)), b);
}

template <class V>
LANECRYPT_FN Limbs44<V> load_limbs(const std::uint8_t* in)
{
    V w0, w1;
    load_blocks(in, w0, w1);
    return limbs44(w0, w1, V::splat(above44));
}

// The first n blocks, 0 < n <= L, of at least L, with the accumulator added to the very first.
template <class V>
LANECRYPT_FN Limbs44<V> load_first(const std::uint64_t* h, const std::uint8_t* in, std::size_t n)
{
    const V empty = V::splat(V::lanes - n), block = block_of_lane(empty);
    const V none = less(block, empty), first = bandnot(none, less(block, add(empty, V::splat(1))));
    V w0, w1;
    load_moved_blocks(in, empty, w0, w1);
    std::uint64_t limbs[3];
    split44(limbs, h[0], h[1], h[2]);
    Limbs44<V> a = limbs44(w0, w1, bandnot(none, V::splat(above44)));
    LANECRYPT_UNROLL
    for (int i = 0; i < 3; ++i) a.v[i] = add(a.v[i], band(first, V::splat(limbs[i])));
    return a;
}

// ---- powers of r ----

// What Poly1305State::powers holds, in limbs.
template <int L>
struct Powers44 {
    std::uint64_t one[3], two[3];  // r^L and r^(2L)
    std::uint64_t lanes[3][L];     // r^(L - block) for the block of each lane
};

// r^4, r^3, r^2, r in lanes 0 to 3.
LANECRYPT_FN Limbs44<U64x4> four_powers(const std::uint64_t* r)
{
    const Multiplier64 m = {r[0], r[1], r[1] + (r[1] >> 2)};
    const Number64 p1 = {r[0], r[1], 0};
    Number64 p2 = p1;
    multiply_r(p2, m);
    Number64 p3 = p2;
    multiply_r(p3, m);
    const Number64 p4 = multiply64(p2, p2);
    std::uint64_t limbs[4][3];
    split44(limbs[0], p4.h0, p4.h1, p4.h2);
    split44(limbs[1], p3.h0, p3.h1, p3.h2);
    split44(limbs[2], p2.h0, p2.h1, p2.h2);
    split44(limbs[3], p1.h0, p1.h1, p1.h2);
    Limbs44<U64x4> p;
    LANECRYPT_UNROLL
    for (int i = 0; i < 3; ++i)
        p.v[i].v = _mm256_set_epi64x(static_cast<long long>(limbs[3][i]), static_cast<long long>(limbs[2][i]), static_cast<long long>(limbs[1][i]),
                                     static_cast<long long>(limbs[0][i]));
    return p;
}

// The highest power, which is in lane 0, in every lane.
LANECRYPT_FN Limbs44<U64x4> splat_highest(const Limbs44<U64x4>& p)
{
    Limbs44<U64x4> q;
    LANECRYPT_UNROLL
    for (int i = 0; i < 3; ++i) q.v[i].v = _mm256_broadcastq_epi64(_mm256_castsi256_si128(p.v[i].v));
    return q;
}
LANECRYPT_FN void store_lowest(std::uint64_t* limbs, const Limbs44<U64x4>& p)
{
    LANECRYPT_UNROLL
    for (int i = 0; i < 3; ++i) limbs[i] = static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm256_castsi256_si128(p.v[i].v)));
}

LANECRYPT_FN void compute_powers(Powers44<4>& out, const std::uint64_t* r)
{
    const Limbs44<U64x4> p = four_powers(r), fourth = splat_highest(p);
    const Limbs44<U64x4> eighth = multiply44(fourth, multiplier44(fourth));
    store_lowest(out.one, fourth);
    store_lowest(out.two, eighth);
    LANECRYPT_UNROLL
    for (int i = 0; i < 3; ++i) store(out.lanes[i], U64x4{_mm256_permute4x64_epi64(p.v[i].v, 0xd8)});
}
LANECRYPT_FN void compute_powers(Powers44<8>& out, const std::uint64_t* r)
{
    const Limbs44<U64x4> low = four_powers(r), fourth = splat_highest(low);
    const Limbs44<U64x4> high = multiply44(low, multiplier44(fourth)), eighth = splat_highest(high);
    const Limbs44<U64x4> sixteenth = multiply44(eighth, multiplier44(eighth));
    store_lowest(out.one, eighth);
    store_lowest(out.two, sixteenth);
    const __m512i order = _mm512_set_epi64(11, 3, 10, 2, 9, 1, 8, 0);
    LANECRYPT_UNROLL
    for (int i = 0; i < 3; ++i)
        store(out.lanes[i], U64x8{_mm512_permutex2var_epi64(_mm512_castsi256_si512(high.v[i].v), order, _mm512_castsi256_si512(low.v[i].v))});
}

// ---- blocks ----

LANECRYPT_FN std::uint64_t sum_of_lanes(U64x8 a) { return static_cast<std::uint64_t>(_mm512_reduce_add_epi64(a.v)); }
LANECRYPT_FN std::uint64_t sum_of_lanes(U64x4 a)
{
    const __m128i pair = _mm_add_epi64(_mm256_castsi256_si128(a.v), _mm256_extracti128_si256(a.v, 1));
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_add_epi64(pair, _mm_unpackhi_epi64(pair, pair))));
}

// The sum of the lanes as an accumulator.
template <class V>
LANECRYPT_FN void join_lanes(std::uint64_t* h, const Limbs44<V>& a)
{
    const std::uint64_t a0 = sum_of_lanes(a.v[0]);
    const std::uint64_t a1 = sum_of_lanes(a.v[1]) + (a0 >> 44);
    const std::uint64_t a2 = sum_of_lanes(a.v[2]) + (a1 >> 44);
    Number64 n = {(a0 & mask44) | a1 << 44, (a1 & mask44) >> 20 | a2 << 24, a2 >> 40};
    fold_top(n);
    store_number(h, n);
}

// n >= L blocks. Not inlined: its frame would burden short inputs.
template <class V>
LANECRYPT_NOINLINE void blocks44(Poly1305State& state, const std::uint8_t* in, std::size_t n)
{
    constexpr std::size_t lanes = V::lanes, bytes = lanes * poly1305_block;
    static_assert(sizeof(Powers44<V::lanes>) <= sizeof state.powers);
    const auto& powers = *reinterpret_cast<const Powers44<V::lanes>*>(state.powers);
    if (state.ready != lanes) {
        compute_powers(*reinterpret_cast<Powers44<V::lanes>*>(state.powers), state.r);
        state.ready = lanes;
    }
    const std::size_t first = (n - 1) % lanes + 1;
    Limbs44<V> s = load_first<V>(state.h, in, first);
    in += first * poly1305_block;
    n -= first;
    if (n != 0) {
        const Multiplier44<V> one = splat_multiplier44<V>(powers.one);
        if (n % (2 * lanes) != 0) {
            Products44<V> p = begin_products(load_limbs<V>(in));
            add_product(p, s, one);
            s = reduce(p);
            in += bytes;
            n -= lanes;
        }
        const Multiplier44<V> two = splat_multiplier44<V>(powers.two);
        for (; n != 0; n -= 2 * lanes, in += 2 * bytes) {
            Products44<V> p = begin_products(load_limbs<V>(in + bytes));
            add_product(p, load_limbs<V>(in), one);
            add_product(p, s, two);
            s = reduce(p);
        }
    }
    Limbs44<V> last;
    LANECRYPT_UNROLL
    for (int i = 0; i < 3; ++i) last.v[i] = V::load(powers.lanes[i]);
    join_lanes(state.h, multiply44(s, multiplier44(last)));
}

// ---- one message in each lane ----

// Words of a table of L entries of `stride` bytes, in the order of the lanes.
template <class V>
LANECRYPT_FN V lane_words(const std::uint64_t (&words)[V::lanes])
{
    // Lane i holds block (or message) order(i): 0 and L / 2 in turn.
    alignas(64) std::uint64_t w[V::lanes];
    LANECRYPT_UNROLL
    for (int i = 0; i < V::lanes; ++i) w[i] = words[i / 2 + (i % 2) * V::lanes / 2];
    return V::load(w);
}

// Complete reduction modulo 2^130 - 5, plus the pad; words w0 and w1.
template <class V>
LANECRYPT_FN void finish44(const Limbs44<V>& s, V pad0, V pad1, V& w0, V& w1)
{
    const V m44 = V::splat(mask44), m42 = V::splat(mask42);
    V h0 = s.v[0], h1 = s.v[1], h2 = s.v[2];
    // Twice around: the first carry out of the top may ripple once more.
    LANECRYPT_UNROLL
    for (int i = 0; i < 2; ++i) {
        h1 = add(h1, shr<44>(h0));
        h0 = band(h0, m44);
        h2 = add(h2, shr<44>(h1));
        h1 = band(h1, m44);
        h0 = add(h0, times_five(shr<42>(h2)));
        h2 = band(h2, m42);
    }
    h1 = add(h1, shr<44>(h0));
    h0 = band(h0, m44);
    // g = h + 5 - 2^130 is the result where it is not negative.
    const V g0 = add(h0, V::splat(5)), g1 = add(h1, shr<44>(g0)), g2 = add(h2, shr<44>(g1));
    const V take = sub(V::splat(0), shr<42>(g2));
    h0 = choose(take, band(g0, m44), h0);
    h1 = choose(take, band(g1, m44), h1);
    h2 = choose(take, band(g2, m42), h2);
    w0 = add(bor(h0, shl<44>(h1)), pad0);
    w1 = add(bor(shr<20>(h1), shl<24>(h2)), pad1);
    w1 = sub(w1, less(w0, pad0));  // the carry
}

template <class V>
LANECRYPT_FN void aead_tags44_group(const Poly1305Message* const* messages, int count)
{
    constexpr int lanes = V::lanes;
    LaneBlocks<lanes> blocks;
    fill_lanes<lanes>(blocks, messages, count);
    std::uint64_t key[4][lanes] = {};
    for (int i = 0; i < count; ++i) {
        LANECRYPT_UNROLL
        for (int w = 0; w < 4; ++w) key[w][i] = load64_le(messages[i]->key + 8 * w);
    }
    const V begin = lane_words<V>(blocks.begin);
    const V r0 = band(lane_words<V>(key[0]), V::splat(0x0ffffffc0fffffffu)), r1 = band(lane_words<V>(key[1]), V::splat(0x0ffffffc0ffffffcu));
    const Multiplier44<V> r = multiplier44(limbs44(r0, r1, V::splat(0)));
    Limbs44<V> s = zero44<V>();
    for (std::size_t t = 0; t < blocks.steps; ++t) {
        V w0, w1;
        load_blocks(blocks.block[t][0], w0, w1);
        const Limbs44<V> m = limbs44(w0, w1, bandnot(less(V::splat(t), begin), V::splat(above44)));
        s = multiply44(Limbs44<V>{{add(s.v[0], m.v[0]), add(s.v[1], m.v[1]), add(s.v[2], m.v[2])}}, r);
    }
    V w0, w1;
    finish44(s, lane_words<V>(key[2]), lane_words<V>(key[3]), w0, w1);
    alignas(64) std::uint64_t tag[2][lanes];
    store(tag[0], w0);
    store(tag[1], w1);
    for (int i = 0; i < count; ++i) {
        const int lane = 2 * (i % (lanes / 2)) + i / (lanes / 2);
        store64_le(messages[i]->tag, tag[0][lane]);
        store64_le(messages[i]->tag + 8, tag[1][lane]);
    }
    wipe(key, sizeof key);
}

// `ready` is the number of lanes that the powers are for.
template <class V>
LANECRYPT_FN void blocks_ifma(Poly1305State& state, const std::uint8_t* in, std::size_t n)
{
    if (n < (state.ready != 0 ? state.ready : tuning::number(tuning::Tuned::poly1305_ifma_from))) blocks_few(state, in, n);
    else if (state.ready != V::lanes && n < tuning::number(tuning::Tuned::poly1305_ifma_wide_from)) blocks44<U64x4>(state, in, n);
    else blocks44<V>(state, in, n);
}

template <class V>
LANECRYPT_FN void aead_tags_ifma(const Poly1305Message* messages, std::size_t n)
{
    const auto one = [](const Poly1305Message& m) {
        if (blocks_of(m) < tuning::number(tuning::Tuned::poly1305_ifma_tag_from)) aead_tag_few(m);
        else aead_tag_long(m, blocks_ifma<V>);
    };
    if (n < tuning::number(tuning::Tuned::poly1305_lanes_from)) {
        for (std::size_t i = 0; i < n; ++i) one(messages[i]);
    } else {
        in_lanes<V::lanes>(messages, n, aead_tags44_group<V>, one);
    }
}

LANECRYPT_END_ISA
