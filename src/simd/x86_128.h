// 128-bit vectors of x86-64. See src/simd/README.md for the contract.
#pragma once
#include "simd/isa_scope.h"

#if LANECRYPT_LEVEL >= 4
#include <immintrin.h>
#elif LANECRYPT_LEVEL == 3
#include <smmintrin.h>
#elif LANECRYPT_LEVEL == 2
#include <tmmintrin.h>
#else
#include <emmintrin.h>
#endif

LANECRYPT_BEGIN_ISA

LANECRYPT_FN __m128i load128(const void* p) { return _mm_loadu_si128(static_cast<const __m128i*>(p)); }
LANECRYPT_FN void store128(void* p, __m128i v) { _mm_storeu_si128(static_cast<__m128i*>(p), v); }

// A constant that Clang may not look into: it takes byte shuffles it understands apart, into more of them.
LANECRYPT_FN __m128i opaque128(__m128i v)
{
#if defined(__clang__) && !defined(_MSC_VER)
    __asm__("" : "+x"(v));
#endif
    return v;
}

LANECRYPT_FN __m128i swap_bytes_32(__m128i v)
{
#if LANECRYPT_LEVEL >= 2
    return _mm_shuffle_epi8(v, _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3));
#else
    v = _mm_shufflehi_epi16(_mm_shufflelo_epi16(v, 0xb1), 0xb1);  // swap the halves of each word
    return _mm_or_si128(_mm_slli_epi16(v, 8), _mm_srli_epi16(v, 8));
#endif
}
LANECRYPT_FN __m128i swap_bytes_64(__m128i v) { return swap_bytes_32(_mm_shuffle_epi32(v, 0xb1)); }

struct U32x4 {
    static constexpr int lanes = 4;
    using Word = std::uint32_t;
    __m128i v;
    static LANECRYPT_MEMBER U32x4 splat(std::uint32_t x) { return {_mm_set1_epi32(static_cast<int>(x))}; }
    static LANECRYPT_MEMBER U32x4 iota() { return {_mm_set_epi32(3, 2, 1, 0)}; }
    static LANECRYPT_MEMBER U32x4 load(const void* p) { return {load128(p)}; }
    static LANECRYPT_MEMBER U32x4 load_le(const void* p) { return {load128(p)}; }
    static LANECRYPT_MEMBER U32x4 load_be(const void* p) { return {swap_bytes_32(load128(p))}; }
    static LANECRYPT_MEMBER U32x4 splat_group(const void* p)
    {
        return {load128(p)};
    }
    static LANECRYPT_MEMBER U32x4 splat_group_le(const void* p) { return splat_group(p); }
    static LANECRYPT_MEMBER U32x4 groups(const void* const (&p)[1]) { return {load128(p[0])}; }
    static LANECRYPT_MEMBER U32x4 groups_le(const void* const (&p)[1]) { return groups(p); }
    static LANECRYPT_MEMBER U32x4 counting_groups(std::uint64_t first, std::uint64_t second)
    {
        return {_mm_set_epi64x(static_cast<long long>(second), static_cast<long long>(first))};
    }
};

struct U64x2 {
    static constexpr int lanes = 2;
    using Word = std::uint64_t;
    __m128i v;
    static LANECRYPT_MEMBER U64x2 splat(std::uint64_t x) { return {_mm_set1_epi64x(static_cast<long long>(x))}; }
    static LANECRYPT_MEMBER U64x2 iota() { return {_mm_set_epi64x(1, 0)}; }
    static LANECRYPT_MEMBER U64x2 load(const void* p) { return {load128(p)}; }
    static LANECRYPT_MEMBER U64x2 load_le(const void* p) { return {load128(p)}; }
    static LANECRYPT_MEMBER U64x2 load_be(const void* p) { return {swap_bytes_64(load128(p))}; }
};

LANECRYPT_FN void store(void* p, U32x4 a) { store128(p, a.v); }
LANECRYPT_FN void store_le(void* p, U32x4 a) { store128(p, a.v); }
LANECRYPT_FN void store_be(void* p, U32x4 a) { store128(p, swap_bytes_32(a.v)); }
LANECRYPT_FN U32x4 add(U32x4 a, U32x4 b) { return {_mm_add_epi32(a.v, b.v)}; }
LANECRYPT_FN U32x4 sub(U32x4 a, U32x4 b) { return {_mm_sub_epi32(a.v, b.v)}; }
LANECRYPT_FN U32x4 bxor(U32x4 a, U32x4 b) { return {_mm_xor_si128(a.v, b.v)}; }
LANECRYPT_FN U32x4 band(U32x4 a, U32x4 b) { return {_mm_and_si128(a.v, b.v)}; }
LANECRYPT_FN U32x4 bor(U32x4 a, U32x4 b) { return {_mm_or_si128(a.v, b.v)}; }
LANECRYPT_FN U32x4 bandnot(U32x4 a, U32x4 b) { return {_mm_andnot_si128(a.v, b.v)}; }
#if LANECRYPT_LEVEL >= 5
LANECRYPT_FN U32x4 xor3(U32x4 a, U32x4 b, U32x4 c) { return {_mm_ternarylogic_epi32(a.v, b.v, c.v, 0x96)}; }
LANECRYPT_FN U32x4 choose(U32x4 e, U32x4 f, U32x4 g) { return {_mm_ternarylogic_epi32(e.v, f.v, g.v, 0xca)}; }
LANECRYPT_FN U32x4 majority(U32x4 a, U32x4 b, U32x4 c) { return {_mm_ternarylogic_epi32(a.v, b.v, c.v, 0xe8)}; }
#endif
template <int N>
LANECRYPT_FN U32x4 shl(U32x4 a) { return {_mm_slli_epi32(a.v, N)}; }
template <int N>
LANECRYPT_FN U32x4 shr(U32x4 a) { return {_mm_srli_epi32(a.v, N)}; }
template <int N>
LANECRYPT_FN U32x4 rotl(U32x4 a)
{
#if LANECRYPT_LEVEL >= 5
    return {_mm_rol_epi32(a.v, N)};
#else
#if LANECRYPT_LEVEL >= 2
    if constexpr (N == 16) return {_mm_shuffle_epi8(a.v, opaque128(_mm_set_epi8(13, 12, 15, 14, 9, 8, 11, 10, 5, 4, 7, 6, 1, 0, 3, 2)))};
    if constexpr (N == 8) return {_mm_shuffle_epi8(a.v, opaque128(_mm_set_epi8(14, 13, 12, 15, 10, 9, 8, 11, 6, 5, 4, 7, 2, 1, 0, 3)))};
    if constexpr (N == 24) return {_mm_shuffle_epi8(a.v, opaque128(_mm_set_epi8(12, 15, 14, 13, 8, 11, 10, 9, 4, 7, 6, 5, 0, 3, 2, 1)))};
#else
    if constexpr (N == 16) return {_mm_shufflehi_epi16(_mm_shufflelo_epi16(a.v, 0xb1), 0xb1)};
#endif
    return bor(shl<N>(a), shr<32 - N>(a));
#endif
}
LANECRYPT_FN U32x4 less(U32x4 a, U32x4 b)
{
    const __m128i top = _mm_set1_epi32(static_cast<int>(0x80000000u));
    return {_mm_cmpgt_epi32(_mm_xor_si128(b.v, top), _mm_xor_si128(a.v, top))};
}

LANECRYPT_FN void store(void* p, U64x2 a) { store128(p, a.v); }
LANECRYPT_FN void store_le(void* p, U64x2 a) { store128(p, a.v); }
LANECRYPT_FN void store_be(void* p, U64x2 a) { store128(p, swap_bytes_64(a.v)); }
LANECRYPT_FN U64x2 add(U64x2 a, U64x2 b) { return {_mm_add_epi64(a.v, b.v)}; }
LANECRYPT_FN U64x2 sub(U64x2 a, U64x2 b) { return {_mm_sub_epi64(a.v, b.v)}; }
LANECRYPT_FN U64x2 bxor(U64x2 a, U64x2 b) { return {_mm_xor_si128(a.v, b.v)}; }
LANECRYPT_FN U64x2 band(U64x2 a, U64x2 b) { return {_mm_and_si128(a.v, b.v)}; }
LANECRYPT_FN U64x2 bor(U64x2 a, U64x2 b) { return {_mm_or_si128(a.v, b.v)}; }
LANECRYPT_FN U64x2 bandnot(U64x2 a, U64x2 b) { return {_mm_andnot_si128(a.v, b.v)}; }
#if LANECRYPT_LEVEL >= 5
LANECRYPT_FN U64x2 xor3(U64x2 a, U64x2 b, U64x2 c) { return {_mm_ternarylogic_epi64(a.v, b.v, c.v, 0x96)}; }
LANECRYPT_FN U64x2 choose(U64x2 e, U64x2 f, U64x2 g) { return {_mm_ternarylogic_epi64(e.v, f.v, g.v, 0xca)}; }
LANECRYPT_FN U64x2 majority(U64x2 a, U64x2 b, U64x2 c) { return {_mm_ternarylogic_epi64(a.v, b.v, c.v, 0xe8)}; }
#endif
template <int N>
LANECRYPT_FN U64x2 shl(U64x2 a) { return {_mm_slli_epi64(a.v, N)}; }
template <int N>
LANECRYPT_FN U64x2 shr(U64x2 a) { return {_mm_srli_epi64(a.v, N)}; }
LANECRYPT_FN U64x2 shr_by(U64x2 a, int n) { return {_mm_srl_epi64(a.v, _mm_cvtsi32_si128(n))}; }
template <int N>
LANECRYPT_FN U64x2 rotl(U64x2 a)
{
#if LANECRYPT_LEVEL >= 5
    return {_mm_rol_epi64(a.v, N)};
#else
    if constexpr (N == 32) return {_mm_shuffle_epi32(a.v, 0xb1)};
#if LANECRYPT_LEVEL >= 2
    if constexpr (N == 16) return {_mm_shuffle_epi8(a.v, _mm_set_epi8(13, 12, 11, 10, 9, 8, 15, 14, 5, 4, 3, 2, 1, 0, 7, 6))};
#endif
    return bor(shl<N>(a), shr<64 - N>(a));
#endif
}
LANECRYPT_FN U64x2 less(U64x2 a, U64x2 b)
{
    // borrow of a - b, spread over the lane: there is no 64-bit compare before SSE4.2
    const U64x2 borrow = bor(bandnot(a, b), bandnot(bxor(a, b), sub(a, b)));
    return {_mm_shuffle_epi32(_mm_srai_epi32(borrow.v, 31), 0xf5)};
}

LANECRYPT_FN U64x2 mul32(U64x2 a, U64x2 b) { return {_mm_mul_epu32(a.v, b.v)}; }

template <int K>
LANECRYPT_FN U32x4 rotate_words(U32x4 a)
{
    constexpr int order = K == 1 ? 0x39 : K == 2 ? 0x4e : 0x93;
    return {_mm_shuffle_epi32(a.v, order)};
}

LANECRYPT_FN void transpose_in_groups(U32x4& p, U32x4& q, U32x4& r, U32x4& s)
{
    const __m128i a = _mm_unpacklo_epi32(p.v, q.v), b = _mm_unpackhi_epi32(p.v, q.v);
    const __m128i c = _mm_unpacklo_epi32(r.v, s.v), d = _mm_unpackhi_epi32(r.v, s.v);
    p.v = _mm_unpacklo_epi64(a, c);
    q.v = _mm_unpackhi_epi64(a, c);
    r.v = _mm_unpacklo_epi64(b, d);
    s.v = _mm_unpackhi_epi64(b, d);
}
LANECRYPT_FN void transpose(U64x2 (&x)[2])
{
    const __m128i a = x[0].v;
    x[0].v = _mm_unpacklo_epi64(a, x[1].v);
    x[1].v = _mm_unpackhi_epi64(a, x[1].v);
}

template <class At>
LANECRYPT_FN void load_columns(U64x2 (&x)[1], At at, std::size_t offset)
{
    x[0].v = _mm_unpacklo_epi64(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(at(0) + offset)),
                                _mm_loadl_epi64(reinterpret_cast<const __m128i*>(at(1) + offset)));
}

LANECRYPT_END_ISA

#include "simd/derived.h"
