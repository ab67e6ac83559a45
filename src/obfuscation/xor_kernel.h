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

// At least one vector: a loop of four, then of one, between a first and a last vector that may overlap it.
template <class V>
LANECRYPT_FN void xor_vectors(std::uint8_t* p, std::size_t len, std::uint64_t key)
{
    constexpr std::size_t width = V::lanes * sizeof(typename V::Word);
    const V k = V::splat(key);
    std::uint8_t* const last_at = p + len - width;
    const V last = bxor(V::load(last_at), V::splat(advance_key(key, len)));
    while (len > 4 * width) {
        const V a = bxor(V::load(p), k), b = bxor(V::load(p + width), k);
        const V c = bxor(V::load(p + 2 * width), k), d = bxor(V::load(p + 3 * width), k);
        store(p, a);
        store(p + width, b);
        store(p + 2 * width, c);
        store(p + 3 * width, d);
        p += 4 * width;
        len -= 4 * width;
    }
    while (len > width) {
        store(p, bxor(V::load(p), k));
        p += width;
        len -= width;
    }
    store(last_at, last);
}

LANECRYPT_END_ISA
