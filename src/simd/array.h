// Vectors of any width as plain arrays, on any compiler: the reference for every other backend, and the way to
// run wide kernels where the registers do not exist. See src/simd/README.md for the contract.
#pragma once
#include "simd/isa_scope.h"

LANECRYPT_BEGIN_ISA

LANECRYPT_FN std::uint32_t word_le(const void* p, std::uint32_t) { return load32_le(p); }
LANECRYPT_FN std::uint64_t word_le(const void* p, std::uint64_t) { return load64_le(p); }
LANECRYPT_FN std::uint32_t word_be(const void* p, std::uint32_t) { return load32_be(p); }
LANECRYPT_FN std::uint64_t word_be(const void* p, std::uint64_t) { return load64_be(p); }
LANECRYPT_FN void put_le(void* p, std::uint32_t x) { store32_le(p, x); }
LANECRYPT_FN void put_le(void* p, std::uint64_t x) { store64_le(p, x); }
LANECRYPT_FN void put_be(void* p, std::uint32_t x) { store32_be(p, x); }
LANECRYPT_FN void put_be(void* p, std::uint64_t x) { store64_be(p, x); }

template <class T, int N>
struct ArrayVector {
    static constexpr int lanes = N;
    using Word = T;
    T v[N];

    static LANECRYPT_MEMBER ArrayVector splat(T x)
    {
        ArrayVector r;
        for (int i = 0; i < N; ++i) r.v[i] = x;
        return r;
    }
    static LANECRYPT_MEMBER ArrayVector iota()
    {
        ArrayVector r;
        for (int i = 0; i < N; ++i) r.v[i] = static_cast<T>(i);
        return r;
    }
    static LANECRYPT_MEMBER ArrayVector load(const void* p)
    {
        ArrayVector r;
        std::memcpy(r.v, p, sizeof r.v);
        return r;
    }
    static LANECRYPT_MEMBER ArrayVector load_le(const void* p)
    {
        ArrayVector r;
        for (int i = 0; i < N; ++i) r.v[i] = word_le(static_cast<const unsigned char*>(p) + i * sizeof(T), T{});
        return r;
    }
    static LANECRYPT_MEMBER ArrayVector load_be(const void* p)
    {
        ArrayVector r;
        for (int i = 0; i < N; ++i) r.v[i] = word_be(static_cast<const unsigned char*>(p) + i * sizeof(T), T{});
        return r;
    }
    static LANECRYPT_MEMBER ArrayVector splat_group(const void* p)
    {
        ArrayVector r;
        for (int i = 0; i < N; i += 4) std::memcpy(r.v + i, p, 16);
        return r;
    }
    static LANECRYPT_MEMBER ArrayVector splat_group_le(const void* p)
    {
        ArrayVector r;
        for (int i = 0; i < N; ++i) r.v[i] = word_le(static_cast<const unsigned char*>(p) + 4 * (i & 3), T{});
        return r;
    }
    static LANECRYPT_MEMBER ArrayVector groups(const void* const (&p)[N / 4])
    {
        ArrayVector r;
        for (int g = 0; g < N / 4; ++g) std::memcpy(r.v + 4 * g, p[g], 16);
        return r;
    }
    static LANECRYPT_MEMBER ArrayVector groups_le(const void* const (&p)[N / 4])
    {
        ArrayVector r;
        for (int i = 0; i < N; ++i) r.v[i] = word_le(static_cast<const unsigned char*>(p[i / 4]) + 4 * (i & 3), T{});
        return r;
    }
    static LANECRYPT_MEMBER ArrayVector counting_groups(std::uint64_t first, std::uint64_t second)
    {
        ArrayVector r;
        for (int i = 0; i < N; ++i) r.v[i] = static_cast<T>(((i & 2) == 0 ? first + static_cast<unsigned>(i / 4) : second) >> (32 * (i & 1)));
        return r;
    }
};

template <int N>
using ArrayU32 = ArrayVector<std::uint32_t, N>;
template <int N>
using ArrayU64 = ArrayVector<std::uint64_t, N>;

template <class T, int N>
LANECRYPT_FN void store(void* p, const ArrayVector<T, N>& a)
{
    std::memcpy(p, a.v, sizeof a.v);
}
template <class T, int N>
LANECRYPT_FN void store_le(void* p, const ArrayVector<T, N>& a)
{
    for (int i = 0; i < N; ++i) put_le(static_cast<unsigned char*>(p) + i * sizeof(T), a.v[i]);
}
template <class T, int N>
LANECRYPT_FN void store_be(void* p, const ArrayVector<T, N>& a)
{
    for (int i = 0; i < N; ++i) put_be(static_cast<unsigned char*>(p) + i * sizeof(T), a.v[i]);
}

#define LANECRYPT_LANEWISE(name, params, value)                        \
    template <class T, int N>                                          \
    LANECRYPT_FN ArrayVector<T, N> name params                         \
    {                                                                  \
        ArrayVector<T, N> r;                                           \
        for (int i = 0; i < N; ++i) r.v[i] = static_cast<T>(value);    \
        return r;                                                      \
    }
#define LANECRYPT_A const ArrayVector<T, N>&
LANECRYPT_LANEWISE(add, (LANECRYPT_A a, LANECRYPT_A b), a.v[i] + b.v[i])
LANECRYPT_LANEWISE(sub, (LANECRYPT_A a, LANECRYPT_A b), a.v[i] - b.v[i])
LANECRYPT_LANEWISE(bxor, (LANECRYPT_A a, LANECRYPT_A b), a.v[i] ^ b.v[i])
LANECRYPT_LANEWISE(band, (LANECRYPT_A a, LANECRYPT_A b), a.v[i] & b.v[i])
LANECRYPT_LANEWISE(bor, (LANECRYPT_A a, LANECRYPT_A b), a.v[i] | b.v[i])
LANECRYPT_LANEWISE(bandnot, (LANECRYPT_A a, LANECRYPT_A b), ~a.v[i] & b.v[i])
LANECRYPT_LANEWISE(xor3, (LANECRYPT_A a, LANECRYPT_A b, LANECRYPT_A c), a.v[i] ^ b.v[i] ^ c.v[i])
LANECRYPT_LANEWISE(choose, (LANECRYPT_A e, LANECRYPT_A f, LANECRYPT_A g), (e.v[i] & f.v[i]) ^ (~e.v[i] & g.v[i]))
LANECRYPT_LANEWISE(majority, (LANECRYPT_A a, LANECRYPT_A b, LANECRYPT_A c),
                   (a.v[i] & b.v[i]) ^ (a.v[i] & c.v[i]) ^ (b.v[i] & c.v[i]))
LANECRYPT_LANEWISE(less, (LANECRYPT_A a, LANECRYPT_A b), a.v[i] < b.v[i] ? ~T{} : T{})
#undef LANECRYPT_LANEWISE
#undef LANECRYPT_A

template <int S, class T, int N>
LANECRYPT_FN ArrayVector<T, N> shl(const ArrayVector<T, N>& a)
{
    ArrayVector<T, N> r;
    for (int i = 0; i < N; ++i) r.v[i] = static_cast<T>(a.v[i] << S);
    return r;
}
template <int S, class T, int N>
LANECRYPT_FN ArrayVector<T, N> shr(const ArrayVector<T, N>& a)
{
    ArrayVector<T, N> r;
    for (int i = 0; i < N; ++i) r.v[i] = static_cast<T>(a.v[i] >> S);
    return r;
}
template <class T, int N>
LANECRYPT_FN ArrayVector<T, N> shr_by(const ArrayVector<T, N>& a, int n)
{
    ArrayVector<T, N> r;
    for (int i = 0; i < N; ++i) r.v[i] = static_cast<T>(a.v[i] >> n);
    return r;
}
template <int S, class T, int N>
LANECRYPT_FN ArrayVector<T, N> rotl(const ArrayVector<T, N>& a)
{
    return bor(shl<S>(a), shr<static_cast<int>(8 * sizeof(T)) - S>(a));
}
template <int S, class T, int N>
LANECRYPT_FN ArrayVector<T, N> rotr(const ArrayVector<T, N>& a)
{
    return rotl<static_cast<int>(8 * sizeof(T)) - S>(a);
}

template <int N>
LANECRYPT_FN ArrayU64<N> mul32(const ArrayU64<N>& a, const ArrayU64<N>& b)
{
    ArrayU64<N> r;
    for (int i = 0; i < N; ++i) r.v[i] = (a.v[i] & 0xffffffffu) * (b.v[i] & 0xffffffffu);
    return r;
}

template <int K, int N>
LANECRYPT_FN ArrayU32<N> rotate_words(const ArrayU32<N>& a)
{
    ArrayU32<N> r;
    for (int i = 0; i < N; ++i) r.v[i] = a.v[(i & ~3) + ((i + K) & 3)];
    return r;
}

template <class T, int N>
LANECRYPT_FN void transpose(ArrayVector<T, N> (&x)[N])
{
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < i; ++j) {
            const T t = x[i].v[j];
            x[i].v[j] = x[j].v[i];
            x[j].v[i] = t;
        }
}

template <int N>
LANECRYPT_FN void transpose_in_groups(ArrayU32<N>& p, ArrayU32<N>& q, ArrayU32<N>& r, ArrayU32<N>& s)
{
    ArrayU32<N>* const rows[4] = {&p, &q, &r, &s};
    for (int g = 0; g < N; g += 4)
        for (int i = 0; i < 4; ++i)
            for (int j = 0; j < i; ++j) {
                const std::uint32_t t = rows[i]->v[g + j];
                rows[i]->v[g + j] = rows[j]->v[g + i];
                rows[j]->v[g + i] = t;
            }
}

template <int N>
LANECRYPT_FN void transpose_groups(ArrayU32<N>& a, ArrayU32<N>& b, ArrayU32<N>& c, ArrayU32<N>& d)
{
    ArrayU32<N>* const rows[4] = {&a, &b, &c, &d};
    std::uint32_t out[4 * N];
    for (int g = 0; g < N / 4; ++g)
        for (int r = 0; r < 4; ++r) std::memcpy(out + 16 * g + 4 * r, rows[r]->v + 4 * g, 16);
    for (int r = 0; r < 4; ++r) std::memcpy(rows[r]->v, out + N * r, sizeof rows[r]->v);
}

template <int K, int N, class At>
LANECRYPT_FN void load_columns(ArrayU64<N> (&x)[K], At at, std::size_t offset)
{
    for (int k = 0; k < K; ++k)
        for (int i = 0; i < N; ++i) x[k].v[i] = load64_le(at(i) + offset + 8 * static_cast<std::size_t>(k));
}

LANECRYPT_END_ISA
