// XOR with a repeated 8-byte key over any vector type. No loop over single bytes and no second pass over the
// tail: the last vector is computed from the original bytes before anything is stored, and stored last, where it
// may overlap bytes already done (both writes carry the same values).
#pragma once
#include "obfuscation/xor_ops.h"
#include "simd/isa_scope.h"

LANECRYPT_BEGIN_ISA

// The key as seen `offset` bytes further on.
LANECRYPT_FN std::uint64_t advance_key(std::uint64_t key, std::size_t offset)
{
    const int bits = static_cast<int>(8 * (offset & 7));
    return rotl64(key, LANECRYPT_BIG_ENDIAN ? bits : 64 - bits);
}

// 0 … 7 bytes: at most one word of 4, one of 2 and one byte.
LANECRYPT_FN void xor_short(std::uint8_t* p, std::size_t len, std::uint64_t key)
{
    std::uint8_t k[8];
    store64(k, key);
    std::size_t at = 0;
    if ((len & 4) != 0) {
        store32(p, load32(p) ^ load32(k));
        at = 4;
    }
    if ((len & 2) != 0) {
        p[at] = static_cast<std::uint8_t>(p[at] ^ k[at]);
        p[at + 1] = static_cast<std::uint8_t>(p[at + 1] ^ k[at + 1]);
        at += 2;
    }
    if ((len & 1) != 0) p[at] = static_cast<std::uint8_t>(p[at] ^ k[at]);
}

// 8 … 16 bytes: two words that may overlap.
LANECRYPT_FN void xor_words(std::uint8_t* p, std::size_t len, std::uint64_t key)
{
    const std::uint64_t first = load64(p) ^ key;
    const std::uint64_t last = load64(p + len - 8) ^ advance_key(key, len);
    store64(p, first);
    store64(p + len - 8, last);
}

// GCC 12 changes the order of stores to memory that is not aligned: out of their order, and across cache lines, they
// took a tenth longer (EPYC Zen 5).
#if defined(__GNUC__) && !defined(__clang__)
#define LANECRYPT_STORE_ORDER() LANECRYPT_MEMORY_ORDER()
#else
#define LANECRYPT_STORE_ORDER() ((void)0)
#endif

// Four vectors.
template <class V>
LANECRYPT_FN void xor_four(std::uint8_t* p, V k)
{
    constexpr std::size_t width = V::lanes * sizeof(typename V::Word);
    const V a = bxor(V::load(p), k), b = bxor(V::load(p + width), k);
    const V c = bxor(V::load(p + 2 * width), k), d = bxor(V::load(p + 3 * width), k);
    store(p, a);
    LANECRYPT_STORE_ORDER();
    store(p + width, b);
    LANECRYPT_STORE_ORDER();
    store(p + 2 * width, c);
    LANECRYPT_STORE_ORDER();
    store(p + 3 * width, d);
}

// At least one vector: a loop of four, then of one, before a last vector that may overlap them.
template <class V>
LANECRYPT_FN void xor_vectors(std::uint8_t* p, std::size_t len, std::uint64_t key)
{
    constexpr std::size_t width = V::lanes * sizeof(typename V::Word);
    std::uint8_t* const last_at = p + len - width;
    const V last = bxor(V::load(last_at), V::splat(advance_key(key, len)));
    const V k = V::splat(key);
    for (; len > 4 * width; p += 4 * width, len -= 4 * width) xor_four(p, k);
    for (; len > width; p += width, len -= width) store(p, bxor(V::load(p), k));
    store(last_at, last);
}

// The same for vectors as wide as a cache line, of which every second access would otherwise take two lines: an
// unaligned first vector, too, is computed before anything is stored, and the loops between are aligned.
template <class V>
LANECRYPT_FN void xor_lines(std::uint8_t* p, std::size_t len, std::uint64_t key)
{
    constexpr std::size_t width = V::lanes * sizeof(typename V::Word);
    std::uint8_t *const first_at = p, *const last_at = p + len - width;
    const V first = bxor(V::load(first_at), V::splat(key)), last = bxor(V::load(last_at), V::splat(advance_key(key, len)));
    const std::size_t skip = (0 - reinterpret_cast<std::uintptr_t>(p)) % width;
    const V k = V::splat(advance_key(key, skip));
    p += skip;
    len -= skip;
    for (; len > 4 * width; p += 4 * width, len -= 4 * width) xor_four(p, k);
    for (; len > width; p += width, len -= width) store(p, bxor(V::load(p), k));
    store(first_at, first);
    store(last_at, last);
}

LANECRYPT_END_ISA
