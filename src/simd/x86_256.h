// 256-bit vectors of x86-64. See src/simd/README.md for the contract.
#pragma once
#include "simd/isa_scope.h"

#include <immintrin.h>

LANECRYPT_BEGIN_ISA

LANECRYPT_FN __m256i load256(const void* p) { return _mm256_loadu_si256(static_cast<const __m256i*>(p)); }
LANECRYPT_FN void store256(void* p, __m256i v) { _mm256_storeu_si256(static_cast<__m256i*>(p), v); }

// A constant that Clang may not look into: it takes byte shuffles it understands apart, into more of them.
LANECRYPT_FN __m256i opaque256(__m256i v)
{
#if defined(__clang__) && !defined(_MSC_VER)
    __asm__("" : "+x"(v));
#endif
    return v;
}

LANECRYPT_FN __m256i swap_bytes_32(__m256i v)
{
    return _mm256_shuffle_epi8(v, _mm256_broadcastsi128_si256(_mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3)));
}
LANECRYPT_FN __m256i swap_bytes_64(__m256i v)
{
    return _mm256_shuffle_epi8(v, _mm256_broadcastsi128_si256(_mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7)));
}

struct U32x8 {
    static constexpr int lanes = 8;
    using Word = std::uint32_t;
    __m256i v;
    static LANECRYPT_MEMBER U32x8 splat(std::uint32_t x) { return {_mm256_set1_epi32(static_cast<int>(x))}; }
    static LANECRYPT_MEMBER U32x8 iota() { return {_mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0)}; }
    static LANECRYPT_MEMBER U32x8 load(const void* p) { return {load256(p)}; }
    static LANECRYPT_MEMBER U32x8 load_le(const void* p) { return {load256(p)}; }
    static LANECRYPT_MEMBER U32x8 load_be(const void* p) { return {swap_bytes_32(load256(p))}; }
    static LANECRYPT_MEMBER U32x8 splat_group(const void* p)
    {
        return {_mm256_broadcastsi128_si256(_mm_loadu_si128(static_cast<const __m128i*>(p)))};
    }
    static LANECRYPT_MEMBER U32x8 splat_group_le(const void* p) { return splat_group(p); }
    static LANECRYPT_MEMBER U32x8 groups(const void* const (&p)[2])
    {
        const __m256i low = _mm256_castsi128_si256(_mm_loadu_si128(static_cast<const __m128i*>(p[0])));
        return {_mm256_inserti128_si256(low, _mm_loadu_si128(static_cast<const __m128i*>(p[1])), 1)};
    }
    static LANECRYPT_MEMBER U32x8 groups_le(const void* const (&p)[2]) { return groups(p); }
    static LANECRYPT_MEMBER U32x8 counting_groups(std::uint64_t first, std::uint64_t second)
    {
        const __m128i one = _mm_set_epi64x(static_cast<long long>(second), static_cast<long long>(first));
        return {_mm256_add_epi64(_mm256_broadcastsi128_si256(one), _mm256_set_epi64x(0, 1, 0, 0))};
    }
};

struct U64x4 {
    static constexpr int lanes = 4;
    using Word = std::uint64_t;
    __m256i v;
    static LANECRYPT_MEMBER U64x4 splat(std::uint64_t x) { return {_mm256_set1_epi64x(static_cast<long long>(x))}; }
    static LANECRYPT_MEMBER U64x4 iota() { return {_mm256_set_epi64x(3, 2, 1, 0)}; }
    static LANECRYPT_MEMBER U64x4 load(const void* p) { return {load256(p)}; }
    static LANECRYPT_MEMBER U64x4 load_le(const void* p) { return {load256(p)}; }
    static LANECRYPT_MEMBER U64x4 load_be(const void* p) { return {swap_bytes_64(load256(p))}; }
};

LANECRYPT_FN void store(void* p, U32x8 a) { store256(p, a.v); }
LANECRYPT_FN void store_le(void* p, U32x8 a) { store256(p, a.v); }
LANECRYPT_FN void store_be(void* p, U32x8 a) { store256(p, swap_bytes_32(a.v)); }
LANECRYPT_FN U32x8 add(U32x8 a, U32x8 b) { return {_mm256_add_epi32(a.v, b.v)}; }
LANECRYPT_FN U32x8 sub(U32x8 a, U32x8 b) { return {_mm256_sub_epi32(a.v, b.v)}; }
LANECRYPT_FN U32x8 bxor(U32x8 a, U32x8 b) { return {_mm256_xor_si256(a.v, b.v)}; }
LANECRYPT_FN U32x8 band(U32x8 a, U32x8 b) { return {_mm256_and_si256(a.v, b.v)}; }
LANECRYPT_FN U32x8 bor(U32x8 a, U32x8 b) { return {_mm256_or_si256(a.v, b.v)}; }
LANECRYPT_FN U32x8 bandnot(U32x8 a, U32x8 b) { return {_mm256_andnot_si256(a.v, b.v)}; }
#if LANECRYPT_LEVEL >= 5
LANECRYPT_FN U32x8 xor3(U32x8 a, U32x8 b, U32x8 c) { return {_mm256_ternarylogic_epi32(a.v, b.v, c.v, 0x96)}; }
LANECRYPT_FN U32x8 choose(U32x8 e, U32x8 f, U32x8 g) { return {_mm256_ternarylogic_epi32(e.v, f.v, g.v, 0xca)}; }
LANECRYPT_FN U32x8 majority(U32x8 a, U32x8 b, U32x8 c) { return {_mm256_ternarylogic_epi32(a.v, b.v, c.v, 0xe8)}; }
#endif
template <int N>
LANECRYPT_FN U32x8 shl(U32x8 a) { return {_mm256_slli_epi32(a.v, N)}; }
template <int N>
LANECRYPT_FN U32x8 shr(U32x8 a) { return {_mm256_srli_epi32(a.v, N)}; }
template <int N>
LANECRYPT_FN U32x8 rotl(U32x8 a)
{
#if LANECRYPT_LEVEL >= 5
    return {_mm256_rol_epi32(a.v, N)};
#else
    if constexpr (N == 16) return {_mm256_shuffle_epi8(a.v, opaque256(_mm256_broadcastsi128_si256(_mm_set_epi8(13, 12, 15, 14, 9, 8, 11, 10, 5, 4, 7, 6, 1, 0, 3, 2))))};
    if constexpr (N == 8) return {_mm256_shuffle_epi8(a.v, opaque256(_mm256_broadcastsi128_si256(_mm_set_epi8(14, 13, 12, 15, 10, 9, 8, 11, 6, 5, 4, 7, 2, 1, 0, 3))))};
    if constexpr (N == 24) return {_mm256_shuffle_epi8(a.v, opaque256(_mm256_broadcastsi128_si256(_mm_set_epi8(12, 15, 14, 13, 8, 11, 10, 9, 4, 7, 6, 5, 0, 3, 2, 1))))};
    return bor(shl<N>(a), shr<32 - N>(a));
#endif
}
LANECRYPT_FN U32x8 less(U32x8 a, U32x8 b)
{
    const __m256i top = _mm256_set1_epi32(static_cast<int>(0x80000000u));
    return {_mm256_cmpgt_epi32(_mm256_xor_si256(b.v, top), _mm256_xor_si256(a.v, top))};
}

LANECRYPT_FN void store(void* p, U64x4 a) { store256(p, a.v); }
LANECRYPT_FN void store_le(void* p, U64x4 a) { store256(p, a.v); }
LANECRYPT_FN void store_be(void* p, U64x4 a) { store256(p, swap_bytes_64(a.v)); }
LANECRYPT_FN U64x4 add(U64x4 a, U64x4 b) { return {_mm256_add_epi64(a.v, b.v)}; }
LANECRYPT_FN U64x4 sub(U64x4 a, U64x4 b) { return {_mm256_sub_epi64(a.v, b.v)}; }
LANECRYPT_FN U64x4 bxor(U64x4 a, U64x4 b) { return {_mm256_xor_si256(a.v, b.v)}; }
LANECRYPT_FN U64x4 band(U64x4 a, U64x4 b) { return {_mm256_and_si256(a.v, b.v)}; }
LANECRYPT_FN U64x4 bor(U64x4 a, U64x4 b) { return {_mm256_or_si256(a.v, b.v)}; }
LANECRYPT_FN U64x4 bandnot(U64x4 a, U64x4 b) { return {_mm256_andnot_si256(a.v, b.v)}; }
#if LANECRYPT_LEVEL >= 5
LANECRYPT_FN U64x4 xor3(U64x4 a, U64x4 b, U64x4 c) { return {_mm256_ternarylogic_epi64(a.v, b.v, c.v, 0x96)}; }
LANECRYPT_FN U64x4 choose(U64x4 e, U64x4 f, U64x4 g) { return {_mm256_ternarylogic_epi64(e.v, f.v, g.v, 0xca)}; }
LANECRYPT_FN U64x4 majority(U64x4 a, U64x4 b, U64x4 c) { return {_mm256_ternarylogic_epi64(a.v, b.v, c.v, 0xe8)}; }
#endif
template <int N>
LANECRYPT_FN U64x4 shl(U64x4 a) { return {_mm256_slli_epi64(a.v, N)}; }
template <int N>
LANECRYPT_FN U64x4 shr(U64x4 a) { return {_mm256_srli_epi64(a.v, N)}; }
LANECRYPT_FN U64x4 shr_by(U64x4 a, int n) { return {_mm256_srl_epi64(a.v, _mm_cvtsi32_si128(n))}; }
template <int N>
LANECRYPT_FN U64x4 rotl(U64x4 a)
{
#if LANECRYPT_LEVEL >= 5
    return {_mm256_rol_epi64(a.v, N)};
#else
    if constexpr (N == 32) return {_mm256_shuffle_epi32(a.v, 0xb1)};
    if constexpr (N == 16) return {_mm256_shuffle_epi8(a.v, _mm256_broadcastsi128_si256(_mm_set_epi8(13, 12, 11, 10, 9, 8, 15, 14, 5, 4, 3, 2, 1, 0, 7, 6)))};
    return bor(shl<N>(a), shr<64 - N>(a));
#endif
}
LANECRYPT_FN U64x4 less(U64x4 a, U64x4 b)
{
    const __m256i top = _mm256_set1_epi64x(static_cast<long long>(0x8000000000000000u));
    return {_mm256_cmpgt_epi64(_mm256_xor_si256(b.v, top), _mm256_xor_si256(a.v, top))};
}

LANECRYPT_FN U64x4 mul32(U64x4 a, U64x4 b) { return {_mm256_mul_epu32(a.v, b.v)}; }

template <int K>
LANECRYPT_FN U32x8 rotate_words(U32x8 a)
{
    constexpr int order = K == 1 ? 0x39 : K == 2 ? 0x4e : 0x93;
    return {_mm256_shuffle_epi32(a.v, order)};
}

// 4 × 4 words inside each 128-bit group.
LANECRYPT_FN void transpose_in_groups(U32x8& p, U32x8& q, U32x8& r, U32x8& s)
{
    const __m256i a = _mm256_unpacklo_epi32(p.v, q.v), b = _mm256_unpackhi_epi32(p.v, q.v);
    const __m256i c = _mm256_unpacklo_epi32(r.v, s.v), d = _mm256_unpackhi_epi32(r.v, s.v);
    p.v = _mm256_unpacklo_epi64(a, c);
    q.v = _mm256_unpackhi_epi64(a, c);
    r.v = _mm256_unpacklo_epi64(b, d);
    s.v = _mm256_unpackhi_epi64(b, d);
}
LANECRYPT_FN void transpose(U32x8 (&x)[8])
{
    transpose_in_groups(x[0], x[1], x[2], x[3]);
    transpose_in_groups(x[4], x[5], x[6], x[7]);
    LANECRYPT_UNROLL
    for (int i = 0; i < 4; ++i) {
        const __m256i a = x[i].v, b = x[i + 4].v;
        x[i].v = _mm256_permute2x128_si256(a, b, 0x20);
        x[i + 4].v = _mm256_permute2x128_si256(a, b, 0x31);
    }
}
LANECRYPT_FN void transpose(U64x4 (&x)[4])
{
    const __m256i a = _mm256_unpacklo_epi64(x[0].v, x[1].v), b = _mm256_unpackhi_epi64(x[0].v, x[1].v);
    const __m256i c = _mm256_unpacklo_epi64(x[2].v, x[3].v), d = _mm256_unpackhi_epi64(x[2].v, x[3].v);
    x[0].v = _mm256_permute2x128_si256(a, c, 0x20);
    x[1].v = _mm256_permute2x128_si256(b, d, 0x20);
    x[2].v = _mm256_permute2x128_si256(a, c, 0x31);
    x[3].v = _mm256_permute2x128_si256(b, d, 0x31);
}
LANECRYPT_FN void transpose_groups(U32x8& a, U32x8& b, U32x8& c, U32x8& d)
{
    const __m256i ab0 = _mm256_permute2x128_si256(a.v, b.v, 0x20), cd0 = _mm256_permute2x128_si256(c.v, d.v, 0x20);
    const __m256i ab1 = _mm256_permute2x128_si256(a.v, b.v, 0x31), cd1 = _mm256_permute2x128_si256(c.v, d.v, 0x31);
    a.v = ab0;
    b.v = cd0;
    c.v = ab1;
    d.v = cd1;
}

// The words at p in the low half and those at q in the high half.
LANECRYPT_FN __m256i load_halves(const std::uint8_t* p, const std::uint8_t* q)
{
    const __m128i low = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), _mm_loadu_si128(reinterpret_cast<const __m128i*>(q)), 1);
}
// 64 bits from each of four places.
LANECRYPT_FN __m256i load_four_words(const std::uint8_t* a, const std::uint8_t* b, const std::uint8_t* c, const std::uint8_t* d)
{
    const __m128i ab = _mm_unpacklo_epi64(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(a)), _mm_loadl_epi64(reinterpret_cast<const __m128i*>(b)));
    const __m128i cd = _mm_unpacklo_epi64(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(c)), _mm_loadl_epi64(reinterpret_cast<const __m128i*>(d)));
    return _mm256_inserti128_si256(_mm256_castsi128_si256(ab), cd, 1);
}
template <class At>
LANECRYPT_FN void load_columns(U64x4 (&x)[1], At at, std::size_t offset)
{
    x[0].v = load_four_words(at(0) + offset, at(1) + offset, at(2) + offset, at(3) + offset);
}
template <class At>
LANECRYPT_FN void load_columns(U64x4 (&x)[2], At at, std::size_t offset)
{
    const __m256i even = load_halves(at(0) + offset, at(2) + offset), odd = load_halves(at(1) + offset, at(3) + offset);
    x[0].v = _mm256_unpacklo_epi64(even, odd);
    x[1].v = _mm256_unpackhi_epi64(even, odd);
}

LANECRYPT_END_ISA

#include "simd/derived.h"
