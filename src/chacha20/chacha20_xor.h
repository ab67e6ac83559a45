// Text XOR keystream that lies in memory: the ends of runs.
#pragma once
#include "simd/scalar.h"

LANECRYPT_BEGIN_ISA

// Fewer than 64 bytes: two pieces that may overlap, both read before either is written.
template <class T>
LANECRYPT_FN void xor_two(std::uint8_t* out, const std::uint8_t* in, const std::uint8_t* keystream, std::size_t len)
{
    T first, last, k, l;
    const std::size_t at = len - sizeof(T);
    std::memcpy(&first, in, sizeof(T));
    std::memcpy(&last, in + at, sizeof(T));
    std::memcpy(&k, keystream, sizeof(T));
    std::memcpy(&l, keystream + at, sizeof(T));
    first = static_cast<T>(first ^ k);
    last = static_cast<T>(last ^ l);
    std::memcpy(out, &first, sizeof(T));
    std::memcpy(out + at, &last, sizeof(T));
}

// Sixteen bytes: a vector where the file has one (Row = U32x4), two words elsewhere. XOR knows no byte order.
template <class Row>
struct Piece {
    Row v;
    static LANECRYPT_MEMBER Piece mix(const std::uint8_t* p, const std::uint8_t* q) { return {bxor(Row::load(p), Row::load(q))}; }
    LANECRYPT_MEMBER void put(std::uint8_t* p) const { store(p, v); }
};
template <>
struct Piece<U32x1> {
    std::uint64_t a, b;
    static LANECRYPT_MEMBER Piece mix(const std::uint8_t* p, const std::uint8_t* q) { return {load64(p) ^ load64(q), load64(p + 8) ^ load64(q + 8)}; }
    LANECRYPT_MEMBER void put(std::uint8_t* p) const
    {
        store64(p, a);
        store64(p + 8, b);
    }
};

// out = in XOR keystream for any length, in pieces of 16 bytes: the last one is computed first and stored last, where
// it may overlap what is already done. Neither the text nor the keystream is touched outside.
template <class Row>
LANECRYPT_FN void xor_bytes(std::uint8_t* out, const std::uint8_t* in, const std::uint8_t* keystream, std::size_t len)
{
    using P = Piece<Row>;
    if (len >= 16) {
        const P last = P::mix(in + len - 16, keystream + len - 16);
        std::uint8_t* const last_at = out + len - 16;
        for (; len > 64; len -= 64) {
            const P a = P::mix(in, keystream), b = P::mix(in + 16, keystream + 16);
            const P c = P::mix(in + 32, keystream + 32), d = P::mix(in + 48, keystream + 48);
            a.put(out);
            b.put(out + 16);
            c.put(out + 32);
            d.put(out + 48);
            in += 64;
            out += 64;
            keystream += 64;
        }
        for (; len > 16; len -= 16) {
            P::mix(in, keystream).put(out);
            in += 16;
            out += 16;
            keystream += 16;
        }
        last.put(last_at);
    } else if (len >= 8) {
        xor_two<std::uint64_t>(out, in, keystream, len);
    } else if (len >= 4) {
        xor_two<std::uint32_t>(out, in, keystream, len);
    } else if (len >= 2) {
        xor_two<std::uint16_t>(out, in, keystream, len);
    } else if (len == 1) {
        *out = static_cast<std::uint8_t>(*in ^ *keystream);
    }
}

template <class Row>
LANECRYPT_FN void use_keystream(std::uint8_t* out, const std::uint8_t* in, const std::uint8_t* keystream, std::size_t len)
{
    if (in != nullptr) xor_bytes<Row>(out, in, keystream, len);
    else if (len != 0) std::memcpy(out, keystream, len);
}

LANECRYPT_END_ISA
