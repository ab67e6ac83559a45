// Poly1305 over any vector of L 64-bit words: five limbs of 26 bits, products of 32-bit halves.
//
// 2 L blocks are taken in at once; lane j holds blocks 2 j and 2 j + 1. The sum S of the lanes becomes
// S * r^(2L) + first * r + second, with one pass of carries for both. At the end lane j is multiplied by
// r^(2(L-j)-1), and the lanes are added up. What is more than whole groups comes first, block after block.
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

// The words of whole blocks as limbs, with the 1 above them.
template <class V>
LANECRYPT_FN VectorLimbs<V> vector_limbs(V w0, V w1)
{
    const V m = V::splat(mask26), above = V::splat(1 << 24);
    return {{band(w0, m), band(shr<26>(w0), m), band(bor(shr<52>(w0), shl<12>(w1)), m), band(shr<14>(w1), m), bor(shr<40>(w1), above)}};
}

// The first and second block of each lane.
template <class V>
LANECRYPT_FN void load_lanes(const std::uint8_t* in, VectorLimbs<V>& first, VectorLimbs<V>& second)
{
    if constexpr (V::lanes == 2) {
        V a[2] = {V::load_le(in), V::load_le(in + 32)}, b[2] = {V::load_le(in + 16), V::load_le(in + 48)};
        transpose(a);
        transpose(b);
        first = vector_limbs(a[0], a[1]);
        second = vector_limbs(b[0], b[1]);
    } else {
        static_assert(V::lanes == 4);
        V x[4] = {V::load_le(in), V::load_le(in + 32), V::load_le(in + 64), V::load_le(in + 96)};
        transpose(x);
        first = vector_limbs(x[0], x[1]);
        second = vector_limbs(x[2], x[3]);
    }
}

// What Poly1305State::powers holds, in limbs.
template <int L>
struct Powers26 {
    std::uint64_t step[5];      // r^(2L)
    std::uint64_t lanes[5][L];  // r^(2(L-j)-1) for lane j
};

template <int L>
LANECRYPT_FN void put_lane(Powers26<L>& out, int lane, const Number& power)
{
    const Limbs26 limbs = limbs_of(power);
    LANECRYPT_UNROLL
    for (int i = 0; i < 5; ++i) out.lanes[i][lane] = limbs.v[i];
}
template <int L>
LANECRYPT_FN void put_step(Powers26<L>& out, const Number& power)
{
    const Limbs26 limbs = limbs_of(power);
    LANECRYPT_UNROLL
    for (int i = 0; i < 5; ++i) out.step[i] = limbs.v[i];
}
LANECRYPT_FN void compute_powers(Powers26<2>& out, const std::uint64_t* r)
{
    const Number p1 = number_of(r), p2 = times(p1, p1), p3 = times(p2, p1);
    put_lane(out, 0, p3);
    put_lane(out, 1, p1);
    put_step(out, times(p2, p2));
}
LANECRYPT_FN void compute_powers(Powers26<4>& out, const std::uint64_t* r)
{
    const Number p1 = number_of(r), p2 = times(p1, p1), p3 = times(p2, p1), p4 = times(p2, p2);
    put_lane(out, 0, times(p4, p3));
    put_lane(out, 1, times(p4, p1));
    put_lane(out, 2, p3);
    put_lane(out, 3, p1);
    put_step(out, times(p4, p4));
}

// At least 2 L blocks. Not inlined: its frame would burden short inputs.
template <class V>
LANECRYPT_NOINLINE void blocks26(Poly1305State& state, const std::uint8_t* in, std::size_t n)
{
    constexpr std::size_t group = 2 * V::lanes;
    static_assert(sizeof(Powers26<V::lanes>) <= sizeof state.powers);
    auto& powers = *reinterpret_cast<Powers26<V::lanes>*>(state.powers);
    if (state.ready == 0) {
        compute_powers(powers, state.r);
        state.ready = 1;
    }
    // What is more than whole groups, block after block while the powers are still on their way.
    Serial begin(state);
    for (; n % group != 0; --n, in += poly1305_block) begin.step(load64_le(in), load64_le(in + 8), 1);

    VectorLimbs<V> r, step_power, first, second;
    LANECRYPT_UNROLL
    for (int i = 0; i < 5; ++i) {
        r.v[i] = V::splat(powers.lanes[i][V::lanes - 1]);
        step_power.v[i] = V::splat(powers.step[i]);
    }
    struct {
        VectorMultiplier<V> one, step;
    } const multipliers = {vector_multiplier(r), vector_multiplier(step_power)};
    // The first group takes in the accumulator with its first block.
    load_lanes<V>(in, first, second);
    const Limbs26 sum_so_far = begin.limbs();
    const V first_lane = less(V::iota(), V::splat(1));
    LANECRYPT_UNROLL
    for (int i = 0; i < 5; ++i) first.v[i] = add(first.v[i], band(V::splat(sum_so_far.v[i]), first_lane));
    V d[5] = {second.v[0], second.v[1], second.v[2], second.v[3], second.v[4]};
    add_product(d, first, multipliers.one);
    VectorLimbs<V> s = carry_limbs(d);
    const auto* m = &multipliers;
    while ((n -= group) != 0) {
#if defined(__clang__) && LANECRYPT_LEVEL >= 4
        // Clang knows of a factor only what it sees inside the loop: one that comes from outside may have an upper half,
        // and costs a second multiplication. So they are read from memory, and the sum is made new, in each pass.
        LANECRYPT_KEEP_WORD(m);
        LANECRYPT_UNROLL
        for (int i = 0; i < 5; ++i) LANECRYPT_KEEP_VECTOR(s.v[i].v);
#endif
        in += group * poly1305_block;
        load_lanes<V>(in, first, second);
        V e[5] = {second.v[0], second.v[1], second.v[2], second.v[3], second.v[4]};
        add_product(e, first, m->one);
        add_product(e, s, m->step);
        s = carry_limbs(e);
    }

    VectorLimbs<V> last;
    LANECRYPT_UNROLL
    for (int i = 0; i < 5; ++i) last.v[i] = V::load(powers.lanes[i]);
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
