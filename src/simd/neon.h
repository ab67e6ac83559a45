// 128-bit vectors of AArch64. See src/simd/README.md for the contract.
#pragma once
#include "simd/isa_scope.h"

#include <arm_neon.h>

LANECRYPT_BEGIN_ISA

struct U32x4 {
    static constexpr int lanes = 4;
    using Word = std::uint32_t;
    uint32x4_t v;
    static LANECRYPT_MEMBER U32x4 splat(std::uint32_t x) { return {vdupq_n_u32(x)}; }
    static LANECRYPT_MEMBER U32x4 iota()
    {
        static constexpr std::uint32_t order[4] = {0, 1, 2, 3};
        return {vld1q_u32(order)};
    }
    static LANECRYPT_MEMBER U32x4 load(const void* p)
    {
        return {vreinterpretq_u32_u8(vld1q_u8(static_cast<const std::uint8_t*>(p)))};
    }
    static LANECRYPT_MEMBER U32x4 load_le(const void* p) { return load(p); }
    static LANECRYPT_MEMBER U32x4 load_be(const void* p)
    {
        return {vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(static_cast<const std::uint8_t*>(p))))};
    }
    static LANECRYPT_MEMBER U32x4 splat_group(const void* p) { return load(p); }
    static LANECRYPT_MEMBER U32x4 splat_group_le(const void* p) { return load(p); }
    static LANECRYPT_MEMBER U32x4 groups(const void* const (&p)[1]) { return load(p[0]); }
    static LANECRYPT_MEMBER U32x4 groups_le(const void* const (&p)[1]) { return load(p[0]); }
    static LANECRYPT_MEMBER U32x4 counting_groups(std::uint64_t first, std::uint64_t second)
    {
        return {vreinterpretq_u32_u64(vcombine_u64(vcreate_u64(first), vcreate_u64(second)))};
    }
};

struct U64x2 {
    static constexpr int lanes = 2;
    using Word = std::uint64_t;
    uint64x2_t v;
    static LANECRYPT_MEMBER U64x2 splat(std::uint64_t x) { return {vdupq_n_u64(x)}; }
    static LANECRYPT_MEMBER U64x2 iota()
    {
        static constexpr std::uint64_t order[2] = {0, 1};
        return {vld1q_u64(order)};
    }
    static LANECRYPT_MEMBER U64x2 load(const void* p)
    {
        return {vreinterpretq_u64_u8(vld1q_u8(static_cast<const std::uint8_t*>(p)))};
    }
    static LANECRYPT_MEMBER U64x2 load_le(const void* p) { return load(p); }
    static LANECRYPT_MEMBER U64x2 load_be(const void* p)
    {
        return {vreinterpretq_u64_u8(vrev64q_u8(vld1q_u8(static_cast<const std::uint8_t*>(p))))};
    }
};

LANECRYPT_FN void store(void* p, U32x4 a) { vst1q_u8(static_cast<std::uint8_t*>(p), vreinterpretq_u8_u32(a.v)); }
LANECRYPT_FN void store(void* p, U64x2 a) { vst1q_u8(static_cast<std::uint8_t*>(p), vreinterpretq_u8_u64(a.v)); }
LANECRYPT_FN void store_le(void* p, U32x4 a) { store(p, a); }
LANECRYPT_FN void store_le(void* p, U64x2 a) { store(p, a); }
LANECRYPT_FN void store_be(void* p, U32x4 a)
{
    vst1q_u8(static_cast<std::uint8_t*>(p), vrev32q_u8(vreinterpretq_u8_u32(a.v)));
}
LANECRYPT_FN void store_be(void* p, U64x2 a)
{
    vst1q_u8(static_cast<std::uint8_t*>(p), vrev64q_u8(vreinterpretq_u8_u64(a.v)));
}

LANECRYPT_FN U32x4 add(U32x4 a, U32x4 b) { return {vaddq_u32(a.v, b.v)}; }
LANECRYPT_FN U64x2 add(U64x2 a, U64x2 b) { return {vaddq_u64(a.v, b.v)}; }
LANECRYPT_FN U32x4 sub(U32x4 a, U32x4 b) { return {vsubq_u32(a.v, b.v)}; }
LANECRYPT_FN U64x2 sub(U64x2 a, U64x2 b) { return {vsubq_u64(a.v, b.v)}; }
LANECRYPT_FN U32x4 bxor(U32x4 a, U32x4 b) { return {veorq_u32(a.v, b.v)}; }
LANECRYPT_FN U64x2 bxor(U64x2 a, U64x2 b) { return {veorq_u64(a.v, b.v)}; }
LANECRYPT_FN U32x4 band(U32x4 a, U32x4 b) { return {vandq_u32(a.v, b.v)}; }
LANECRYPT_FN U64x2 band(U64x2 a, U64x2 b) { return {vandq_u64(a.v, b.v)}; }
LANECRYPT_FN U32x4 bor(U32x4 a, U32x4 b) { return {vorrq_u32(a.v, b.v)}; }
LANECRYPT_FN U64x2 bor(U64x2 a, U64x2 b) { return {vorrq_u64(a.v, b.v)}; }
LANECRYPT_FN U32x4 bandnot(U32x4 a, U32x4 b) { return {vbicq_u32(b.v, a.v)}; }
LANECRYPT_FN U64x2 bandnot(U64x2 a, U64x2 b) { return {vbicq_u64(b.v, a.v)}; }
LANECRYPT_FN U32x4 choose(U32x4 e, U32x4 f, U32x4 g) { return {vbslq_u32(e.v, f.v, g.v)}; }
LANECRYPT_FN U64x2 choose(U64x2 e, U64x2 f, U64x2 g) { return {vbslq_u64(e.v, f.v, g.v)}; }
// Where a and b agree the majority is b, elsewhere it is c.
LANECRYPT_FN U32x4 majority(U32x4 a, U32x4 b, U32x4 c) { return choose(bxor(a, b), c, b); }
LANECRYPT_FN U64x2 majority(U64x2 a, U64x2 b, U64x2 c) { return choose(bxor(a, b), c, b); }
LANECRYPT_FN U32x4 less(U32x4 a, U32x4 b) { return {vcltq_u32(a.v, b.v)}; }
LANECRYPT_FN U64x2 less(U64x2 a, U64x2 b) { return {vcltq_u64(a.v, b.v)}; }

template <int N>
LANECRYPT_FN U32x4 shl(U32x4 a) { return {vshlq_n_u32(a.v, N)}; }
template <int N>
LANECRYPT_FN U64x2 shl(U64x2 a) { return {vshlq_n_u64(a.v, N)}; }
template <int N>
LANECRYPT_FN U32x4 shr(U32x4 a) { return {vshrq_n_u32(a.v, N)}; }
template <int N>
LANECRYPT_FN U64x2 shr(U64x2 a) { return {vshrq_n_u64(a.v, N)}; }
LANECRYPT_FN U64x2 shr_by(U64x2 a, int n) { return {vshlq_u64(a.v, vdupq_n_s64(-n))}; }

template <int N>
LANECRYPT_FN U32x4 rotl(U32x4 a)
{
    if constexpr (N == 16) return {vreinterpretq_u32_u16(vrev32q_u16(vreinterpretq_u16_u32(a.v)))};
    if constexpr (N == 8 || N == 24) {
        static constexpr std::uint8_t left8[16] = {3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14};
        static constexpr std::uint8_t left24[16] = {1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12};
        return {vreinterpretq_u32_u8(vqtbl1q_u8(vreinterpretq_u8_u32(a.v), vld1q_u8(N == 8 ? left8 : left24)))};
    }
    return {vsriq_n_u32(vshlq_n_u32(a.v, N), a.v, 32 - N)};
}
template <int N>
LANECRYPT_FN U64x2 rotl(U64x2 a)
{
    if constexpr (N == 32) return {vreinterpretq_u64_u32(vrev64q_u32(vreinterpretq_u32_u64(a.v)))};
    if constexpr (N == 16) {
        static constexpr std::uint8_t left16[16] = {6, 7, 0, 1, 2, 3, 4, 5, 14, 15, 8, 9, 10, 11, 12, 13};
        return {vreinterpretq_u64_u8(vqtbl1q_u8(vreinterpretq_u8_u64(a.v), vld1q_u8(left16)))};
    }
    return {vsriq_n_u64(vshlq_n_u64(a.v, N), a.v, 64 - N)};
}

LANECRYPT_FN U64x2 mul32(U64x2 a, U64x2 b) { return {vmull_u32(vmovn_u64(a.v), vmovn_u64(b.v))}; }

template <int K>
LANECRYPT_FN U32x4 rotate_words(U32x4 a) { return {vextq_u32(a.v, a.v, K)}; }

LANECRYPT_FN U32x4 from_halves_low(U32x4 a, U32x4 b)
{
    return {vreinterpretq_u32_u64(vzip1q_u64(vreinterpretq_u64_u32(a.v), vreinterpretq_u64_u32(b.v)))};
}
LANECRYPT_FN U32x4 from_halves_high(U32x4 a, U32x4 b)
{
    return {vreinterpretq_u32_u64(vzip2q_u64(vreinterpretq_u64_u32(a.v), vreinterpretq_u64_u32(b.v)))};
}
LANECRYPT_FN void transpose_in_groups(U32x4& p, U32x4& q, U32x4& r, U32x4& s)
{
    const U32x4 a = {vzip1q_u32(p.v, q.v)}, b = {vzip2q_u32(p.v, q.v)};
    const U32x4 c = {vzip1q_u32(r.v, s.v)}, d = {vzip2q_u32(r.v, s.v)};
    p = from_halves_low(a, c);
    q = from_halves_high(a, c);
    r = from_halves_low(b, d);
    s = from_halves_high(b, d);
}
LANECRYPT_FN void transpose(U64x2 (&x)[2])
{
    const uint64x2_t a = x[0].v;
    x[0].v = vzip1q_u64(a, x[1].v);
    x[1].v = vzip2q_u64(a, x[1].v);
}

template <class At>
LANECRYPT_FN void load_columns(U64x2 (&x)[1], At at, std::size_t offset)
{
    x[0].v = vreinterpretq_u64_u8(vcombine_u8(vld1_u8(at(0) + offset), vld1_u8(at(1) + offset)));
}

LANECRYPT_END_ISA

#include "simd/derived.h"
