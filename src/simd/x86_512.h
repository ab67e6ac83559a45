// 512-bit vectors of x86-64. See src/simd/README.md for the contract.
#pragma once
#include "simd/isa_scope.h"

// GCC 12 takes its own "undefined" vectors inside these headers for mistakes (GCC bug 105593).
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#include "simd/x86_256.h"

LANECRYPT_BEGIN_ISA

LANECRYPT_FN __m512i load512(const void* p) { return _mm512_loadu_si512(static_cast<const __m512i*>(p)); }
LANECRYPT_FN void store512(void* p, __m512i v) { _mm512_storeu_si512(static_cast<__m512i*>(p), v); }

LANECRYPT_FN __m512i swap_bytes_32(__m512i v)
{
    return _mm512_shuffle_epi8(v, _mm512_broadcast_i32x4(_mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3)));
}
LANECRYPT_FN __m512i swap_bytes_64(__m512i v)
{
    return _mm512_shuffle_epi8(v, _mm512_broadcast_i32x4(_mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7)));
}

struct U32x16 {
    static constexpr int lanes = 16;
    using Word = std::uint32_t;
    __m512i v;
    static LANECRYPT_MEMBER U32x16 splat(std::uint32_t x) { return {_mm512_set1_epi32(static_cast<int>(x))}; }
    static LANECRYPT_MEMBER U32x16 iota() { return {_mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)}; }
    static LANECRYPT_MEMBER U32x16 load(const void* p) { return {load512(p)}; }
    static LANECRYPT_MEMBER U32x16 load_le(const void* p) { return {load512(p)}; }
    static LANECRYPT_MEMBER U32x16 load_be(const void* p) { return {swap_bytes_32(load512(p))}; }
    static LANECRYPT_MEMBER U32x16 splat_group(const void* p)
    {
        return {_mm512_broadcast_i32x4(_mm_loadu_si128(static_cast<const __m128i*>(p)))};
    }
    static LANECRYPT_MEMBER U32x16 splat_group_le(const void* p) { return splat_group(p); }
    static LANECRYPT_MEMBER U32x16 groups(const void* const (&p)[4])
    {
        const __m128i a = _mm_loadu_si128(static_cast<const __m128i*>(p[0])), b = _mm_loadu_si128(static_cast<const __m128i*>(p[1]));
        const __m128i c = _mm_loadu_si128(static_cast<const __m128i*>(p[2])), d = _mm_loadu_si128(static_cast<const __m128i*>(p[3]));
        const __m256i low = _mm256_inserti128_si256(_mm256_castsi128_si256(a), b, 1);
        const __m256i high = _mm256_inserti128_si256(_mm256_castsi128_si256(c), d, 1);
        return {_mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1)};
    }
    static LANECRYPT_MEMBER U32x16 groups_le(const void* const (&p)[4]) { return groups(p); }
    static LANECRYPT_MEMBER U32x16 counting_groups(std::uint64_t first, std::uint64_t second)
    {
        const __m128i one = _mm_set_epi64x(static_cast<long long>(second), static_cast<long long>(first));
        return {_mm512_add_epi64(_mm512_broadcast_i32x4(one), _mm512_set_epi64(0, 3, 0, 2, 0, 1, 0, 0))};
    }
};

struct U64x8 {
    static constexpr int lanes = 8;
    using Word = std::uint64_t;
    __m512i v;
    static LANECRYPT_MEMBER U64x8 splat(std::uint64_t x) { return {_mm512_set1_epi64(static_cast<long long>(x))}; }
    static LANECRYPT_MEMBER U64x8 iota() { return {_mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0)}; }
    static LANECRYPT_MEMBER U64x8 load(const void* p) { return {load512(p)}; }
    static LANECRYPT_MEMBER U64x8 load_le(const void* p) { return {load512(p)}; }
    static LANECRYPT_MEMBER U64x8 load_be(const void* p) { return {swap_bytes_64(load512(p))}; }
};

LANECRYPT_FN void store(void* p, U32x16 a) { store512(p, a.v); }
LANECRYPT_FN void store_le(void* p, U32x16 a) { store512(p, a.v); }
LANECRYPT_FN void store_be(void* p, U32x16 a) { store512(p, swap_bytes_32(a.v)); }
LANECRYPT_FN U32x16 add(U32x16 a, U32x16 b) { return {_mm512_add_epi32(a.v, b.v)}; }
LANECRYPT_FN U32x16 sub(U32x16 a, U32x16 b) { return {_mm512_sub_epi32(a.v, b.v)}; }
LANECRYPT_FN U32x16 bxor(U32x16 a, U32x16 b) { return {_mm512_xor_si512(a.v, b.v)}; }
LANECRYPT_FN U32x16 band(U32x16 a, U32x16 b) { return {_mm512_and_si512(a.v, b.v)}; }
LANECRYPT_FN U32x16 bor(U32x16 a, U32x16 b) { return {_mm512_or_si512(a.v, b.v)}; }
LANECRYPT_FN U32x16 bandnot(U32x16 a, U32x16 b) { return {_mm512_andnot_si512(a.v, b.v)}; }
LANECRYPT_FN U32x16 xor3(U32x16 a, U32x16 b, U32x16 c) { return {_mm512_ternarylogic_epi32(a.v, b.v, c.v, 0x96)}; }
LANECRYPT_FN U32x16 choose(U32x16 e, U32x16 f, U32x16 g) { return {_mm512_ternarylogic_epi32(e.v, f.v, g.v, 0xca)}; }
LANECRYPT_FN U32x16 majority(U32x16 a, U32x16 b, U32x16 c) { return {_mm512_ternarylogic_epi32(a.v, b.v, c.v, 0xe8)}; }
template <int N>
LANECRYPT_FN U32x16 shl(U32x16 a) { return {_mm512_slli_epi32(a.v, N)}; }
template <int N>
LANECRYPT_FN U32x16 shr(U32x16 a) { return {_mm512_srli_epi32(a.v, N)}; }
template <int N>
LANECRYPT_FN U32x16 rotl(U32x16 a)
{
    return {_mm512_rol_epi32(a.v, N)};
}
LANECRYPT_FN U32x16 less(U32x16 a, U32x16 b)
{
    return {_mm512_maskz_set1_epi32(_mm512_cmplt_epu32_mask(a.v, b.v), -1)};
}

LANECRYPT_FN void store(void* p, U64x8 a) { store512(p, a.v); }
LANECRYPT_FN void store_le(void* p, U64x8 a) { store512(p, a.v); }
LANECRYPT_FN void store_be(void* p, U64x8 a) { store512(p, swap_bytes_64(a.v)); }
LANECRYPT_FN U64x8 add(U64x8 a, U64x8 b) { return {_mm512_add_epi64(a.v, b.v)}; }
LANECRYPT_FN U64x8 sub(U64x8 a, U64x8 b) { return {_mm512_sub_epi64(a.v, b.v)}; }
LANECRYPT_FN U64x8 bxor(U64x8 a, U64x8 b) { return {_mm512_xor_si512(a.v, b.v)}; }
LANECRYPT_FN U64x8 band(U64x8 a, U64x8 b) { return {_mm512_and_si512(a.v, b.v)}; }
LANECRYPT_FN U64x8 bor(U64x8 a, U64x8 b) { return {_mm512_or_si512(a.v, b.v)}; }
LANECRYPT_FN U64x8 bandnot(U64x8 a, U64x8 b) { return {_mm512_andnot_si512(a.v, b.v)}; }
LANECRYPT_FN U64x8 xor3(U64x8 a, U64x8 b, U64x8 c) { return {_mm512_ternarylogic_epi64(a.v, b.v, c.v, 0x96)}; }
LANECRYPT_FN U64x8 choose(U64x8 e, U64x8 f, U64x8 g) { return {_mm512_ternarylogic_epi64(e.v, f.v, g.v, 0xca)}; }
LANECRYPT_FN U64x8 majority(U64x8 a, U64x8 b, U64x8 c) { return {_mm512_ternarylogic_epi64(a.v, b.v, c.v, 0xe8)}; }
template <int N>
LANECRYPT_FN U64x8 shl(U64x8 a) { return {_mm512_slli_epi64(a.v, N)}; }
template <int N>
LANECRYPT_FN U64x8 shr(U64x8 a) { return {_mm512_srli_epi64(a.v, N)}; }
LANECRYPT_FN U64x8 shr_by(U64x8 a, int n) { return {_mm512_srl_epi64(a.v, _mm_cvtsi32_si128(n))}; }
template <int N>
LANECRYPT_FN U64x8 rotl(U64x8 a)
{
    return {_mm512_rol_epi64(a.v, N)};
}
LANECRYPT_FN U64x8 less(U64x8 a, U64x8 b)
{
    return {_mm512_maskz_set1_epi64(_mm512_cmplt_epu64_mask(a.v, b.v), -1)};
}

LANECRYPT_FN U64x8 mul32(U64x8 a, U64x8 b) { return {_mm512_mul_epu32(a.v, b.v)}; }

template <int K>
LANECRYPT_FN U32x16 rotate_words(U32x16 a)
{
    constexpr int order = K == 1 ? 0x39 : K == 2 ? 0x4e : 0x93;
    return {_mm512_shuffle_epi32(a.v, static_cast<_MM_PERM_ENUM>(order))};
}

// The 4 × 4 matrix of 128-bit groups of four vectors, transposed.
LANECRYPT_FN void transpose_groups(U32x16& a, U32x16& b, U32x16& c, U32x16& d)
{
    const __m512i ab_lo = _mm512_shuffle_i32x4(a.v, b.v, 0x44), ab_hi = _mm512_shuffle_i32x4(a.v, b.v, 0xee);
    const __m512i cd_lo = _mm512_shuffle_i32x4(c.v, d.v, 0x44), cd_hi = _mm512_shuffle_i32x4(c.v, d.v, 0xee);
    a.v = _mm512_shuffle_i32x4(ab_lo, cd_lo, 0x88);
    b.v = _mm512_shuffle_i32x4(ab_lo, cd_lo, 0xdd);
    c.v = _mm512_shuffle_i32x4(ab_hi, cd_hi, 0x88);
    d.v = _mm512_shuffle_i32x4(ab_hi, cd_hi, 0xdd);
}
// 4 × 4 words inside each 128-bit group.
LANECRYPT_FN void transpose_in_groups(U32x16& p, U32x16& q, U32x16& r, U32x16& s)
{
    const __m512i a = _mm512_unpacklo_epi32(p.v, q.v), b = _mm512_unpackhi_epi32(p.v, q.v);
    const __m512i c = _mm512_unpacklo_epi32(r.v, s.v), d = _mm512_unpackhi_epi32(r.v, s.v);
    p.v = _mm512_unpacklo_epi64(a, c);
    q.v = _mm512_unpackhi_epi64(a, c);
    r.v = _mm512_unpacklo_epi64(b, d);
    s.v = _mm512_unpackhi_epi64(b, d);
}
LANECRYPT_FN void transpose(U32x16 (&x)[16])
{
    LANECRYPT_UNROLL
    for (int i = 0; i < 4; ++i) transpose_in_groups(x[4 * i], x[4 * i + 1], x[4 * i + 2], x[4 * i + 3]);
    // x[4i + j] now holds, in group g, words 4i … 4i+3 of row 4g + j.
    LANECRYPT_UNROLL
    for (int j = 0; j < 4; ++j) transpose_groups(x[j], x[4 + j], x[8 + j], x[12 + j]);
    // x[4g + j] is row 4g + j.
}
LANECRYPT_FN void transpose(U64x8 (&x)[8])
{
    U64x8 t[8];
    LANECRYPT_UNROLL
    for (int i = 0; i < 4; ++i) {
        t[2 * i].v = _mm512_unpacklo_epi64(x[2 * i].v, x[2 * i + 1].v);
        t[2 * i + 1].v = _mm512_unpackhi_epi64(x[2 * i].v, x[2 * i + 1].v);
    }
    // t[2i + p], group g: words 2i, 2i+1 of row 2g + p.
    LANECRYPT_UNROLL
    for (int p = 0; p < 2; ++p) {
        const __m512i ab_lo = _mm512_shuffle_i64x2(t[p].v, t[2 + p].v, 0x44), ab_hi = _mm512_shuffle_i64x2(t[p].v, t[2 + p].v, 0xee);
        const __m512i cd_lo = _mm512_shuffle_i64x2(t[4 + p].v, t[6 + p].v, 0x44), cd_hi = _mm512_shuffle_i64x2(t[4 + p].v, t[6 + p].v, 0xee);
        x[p].v = _mm512_shuffle_i64x2(ab_lo, cd_lo, 0x88);
        x[2 + p].v = _mm512_shuffle_i64x2(ab_lo, cd_lo, 0xdd);
        x[4 + p].v = _mm512_shuffle_i64x2(ab_hi, cd_hi, 0x88);
        x[6 + p].v = _mm512_shuffle_i64x2(ab_hi, cd_hi, 0xdd);
    }
}

// 128 bits from each of four places.
LANECRYPT_FN __m512i load_quarters(const std::uint8_t* a, const std::uint8_t* b, const std::uint8_t* c, const std::uint8_t* d)
{
    return _mm512_inserti64x4(_mm512_castsi256_si512(load_halves(a, b)), load_halves(c, d), 1);
}
// 256 bits from each of two places.
LANECRYPT_FN __m512i load_wide_halves(const std::uint8_t* p, const std::uint8_t* q)
{
    return _mm512_inserti64x4(_mm512_castsi256_si512(load256(p)), load256(q), 1);
}
template <class At>
LANECRYPT_FN void load_columns(U64x8 (&x)[1], At at, std::size_t offset)
{
    const __m256i low = load_four_words(at(0) + offset, at(1) + offset, at(2) + offset, at(3) + offset);
    const __m256i high = load_four_words(at(4) + offset, at(5) + offset, at(6) + offset, at(7) + offset);
    x[0].v = _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}
template <class At>
LANECRYPT_FN void load_columns(U64x8 (&x)[2], At at, std::size_t offset)
{
    const __m512i even = load_quarters(at(0) + offset, at(2) + offset, at(4) + offset, at(6) + offset);
    const __m512i odd = load_quarters(at(1) + offset, at(3) + offset, at(5) + offset, at(7) + offset);
    x[0].v = _mm512_unpacklo_epi64(even, odd);
    x[1].v = _mm512_unpackhi_epi64(even, odd);
}
template <class At>
LANECRYPT_FN void load_columns(U64x8 (&x)[4], At at, std::size_t offset)
{
    // Pairs of places that lie two apart meet in one register: the last shuffle then leaves the lanes in order.
    const __m512i a = load_wide_halves(at(0) + offset, at(2) + offset), b = load_wide_halves(at(1) + offset, at(3) + offset);
    const __m512i c = load_wide_halves(at(4) + offset, at(6) + offset), d = load_wide_halves(at(5) + offset, at(7) + offset);
    const __m512i ab_even = _mm512_unpacklo_epi64(a, b), ab_odd = _mm512_unpackhi_epi64(a, b);
    const __m512i cd_even = _mm512_unpacklo_epi64(c, d), cd_odd = _mm512_unpackhi_epi64(c, d);
    x[0].v = _mm512_shuffle_i64x2(ab_even, cd_even, 0x88);
    x[1].v = _mm512_shuffle_i64x2(ab_odd, cd_odd, 0x88);
    x[2].v = _mm512_shuffle_i64x2(ab_even, cd_even, 0xdd);
    x[3].v = _mm512_shuffle_i64x2(ab_odd, cd_odd, 0xdd);
}

LANECRYPT_END_ISA
