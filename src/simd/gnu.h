// 128-bit vectors by the vector extension of GCC and Clang, for every architecture without a backend of its own.
// Never wider than the registers: the compilers lower wider types badly. See src/simd/README.md for the contract.
#pragma once
#include "simd/isa_scope.h"

#if defined(_MSC_VER) && !defined(__GNUC__)
#error "the GNU vector backend needs GCC or Clang"
#else

LANECRYPT_BEGIN_ISA

template <class T, int N>
struct GnuVector {
    static constexpr int lanes = N;
    using Word = T;
    typedef T Native __attribute__((vector_size(16)));
    Native v;

    static LANECRYPT_MEMBER GnuVector splat(T x) { return {Native{} + x}; }
    static LANECRYPT_MEMBER GnuVector iota()
    {
        if constexpr (N == 4) return {Native{0, 1, 2, 3}};
        else return {Native{0, 1}};
    }
    static LANECRYPT_MEMBER GnuVector load(const void* p)
    {
        GnuVector r;
        std::memcpy(&r.v, p, 16);
        return r;
    }
    static LANECRYPT_MEMBER GnuVector swapped(Native v)
    {
        if constexpr (N == 4) return {(v >> 24) | (v >> 8 & 0xff00) | (v << 8 & 0xff0000) | (v << 24)};
        else {
            v = (v >> 32) | (v << 32);
            v = (v >> 16 & 0x0000ffff0000ffff) | (v << 16 & 0xffff0000ffff0000);
            return {(v >> 8 & 0x00ff00ff00ff00ff) | (v << 8 & 0xff00ff00ff00ff00)};
        }
    }
    static LANECRYPT_MEMBER GnuVector load_le(const void* p) { return LANECRYPT_BIG_ENDIAN ? swapped(load(p).v) : load(p); }
    static LANECRYPT_MEMBER GnuVector load_be(const void* p) { return LANECRYPT_BIG_ENDIAN ? load(p) : swapped(load(p).v); }
    static LANECRYPT_MEMBER GnuVector splat_group(const void* p) { return load(p); }
    static LANECRYPT_MEMBER GnuVector splat_group_le(const void* p) { return load_le(p); }
    static LANECRYPT_MEMBER GnuVector groups(const void* const (&p)[1]) { return load(p[0]); }
    static LANECRYPT_MEMBER GnuVector groups_le(const void* const (&p)[1]) { return load_le(p[0]); }
    static LANECRYPT_MEMBER GnuVector counting_groups(std::uint64_t first, std::uint64_t second)
    {
        return {Native{static_cast<T>(first), static_cast<T>(first >> 32), static_cast<T>(second), static_cast<T>(second >> 32)}};
    }
};

using U32x4 = GnuVector<std::uint32_t, 4>;
using U64x2 = GnuVector<std::uint64_t, 2>;

template <class T, int N>
LANECRYPT_FN void store(void* p, GnuVector<T, N> a) { std::memcpy(p, &a.v, 16); }
template <class T, int N>
LANECRYPT_FN void store_le(void* p, GnuVector<T, N> a) { store(p, LANECRYPT_BIG_ENDIAN ? GnuVector<T, N>::swapped(a.v) : a); }
template <class T, int N>
LANECRYPT_FN void store_be(void* p, GnuVector<T, N> a) { store(p, LANECRYPT_BIG_ENDIAN ? a : GnuVector<T, N>::swapped(a.v)); }

#define LANECRYPT_LANEWISE(name, params, value) \
    template <class T, int N>                   \
    LANECRYPT_FN GnuVector<T, N> name params { return {value}; }
#define LANECRYPT_G GnuVector<T, N>
LANECRYPT_LANEWISE(add, (LANECRYPT_G a, LANECRYPT_G b), a.v + b.v)
LANECRYPT_LANEWISE(sub, (LANECRYPT_G a, LANECRYPT_G b), a.v - b.v)
LANECRYPT_LANEWISE(bxor, (LANECRYPT_G a, LANECRYPT_G b), a.v ^ b.v)
LANECRYPT_LANEWISE(band, (LANECRYPT_G a, LANECRYPT_G b), a.v & b.v)
LANECRYPT_LANEWISE(bor, (LANECRYPT_G a, LANECRYPT_G b), a.v | b.v)
LANECRYPT_LANEWISE(bandnot, (LANECRYPT_G a, LANECRYPT_G b), ~a.v & b.v)
#undef LANECRYPT_LANEWISE
#undef LANECRYPT_G

template <class T, int N>
LANECRYPT_FN GnuVector<T, N> less(GnuVector<T, N> a, GnuVector<T, N> b)
{
    return {reinterpret_cast<typename GnuVector<T, N>::Native>(a.v < b.v)};
}

template <int S, class T, int N>
LANECRYPT_FN GnuVector<T, N> shl(GnuVector<T, N> a) { return {a.v << S}; }
template <int S, class T, int N>
LANECRYPT_FN GnuVector<T, N> shr(GnuVector<T, N> a) { return {a.v >> S}; }
template <class T, int N>
LANECRYPT_FN GnuVector<T, N> shr_by(GnuVector<T, N> a, int n) { return {a.v >> static_cast<T>(n)}; }
template <int S, class T, int N>
LANECRYPT_FN GnuVector<T, N> rotl(GnuVector<T, N> a)
{
    return {(a.v << S) | (a.v >> (static_cast<int>(8 * sizeof(T)) - S))};
}

LANECRYPT_FN U64x2 mul32(U64x2 a, U64x2 b) { return {(a.v & 0xffffffffu) * (b.v & 0xffffffffu)}; }

template <int K>
LANECRYPT_FN U32x4 rotate_words(U32x4 a)
{
    return {__builtin_shufflevector(a.v, a.v, K & 3, (K + 1) & 3, (K + 2) & 3, (K + 3) & 3)};
}
LANECRYPT_FN void transpose_in_groups(U32x4& p, U32x4& q, U32x4& r, U32x4& s)
{
    const auto a = __builtin_shufflevector(p.v, q.v, 0, 4, 1, 5), b = __builtin_shufflevector(p.v, q.v, 2, 6, 3, 7);
    const auto c = __builtin_shufflevector(r.v, s.v, 0, 4, 1, 5), d = __builtin_shufflevector(r.v, s.v, 2, 6, 3, 7);
    p.v = __builtin_shufflevector(a, c, 0, 1, 4, 5);
    q.v = __builtin_shufflevector(a, c, 2, 3, 6, 7);
    r.v = __builtin_shufflevector(b, d, 0, 1, 4, 5);
    s.v = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}
LANECRYPT_FN void transpose(U64x2 (&x)[2])
{
    const auto a = x[0].v;
    x[0].v = __builtin_shufflevector(a, x[1].v, 0, 2);
    x[1].v = __builtin_shufflevector(a, x[1].v, 1, 3);
}

template <class At>
LANECRYPT_FN void load_columns(U64x2 (&x)[1], At at, std::size_t offset)
{
    x[0].v = U64x2::Native{load64_le(at(0) + offset), load64_le(at(1) + offset)};
}

LANECRYPT_END_ISA

#include "simd/derived.h"

#endif
