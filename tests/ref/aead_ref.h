// ChaCha20-Poly1305 as RFC 8439 section 2.8 writes it, and XChaCha20-Poly1305. Shares no code with src/.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>

#include "ref/chacha20_ref.h"
#include "ref/poly1305_ref.h"

namespace lanecrypt::ref {

struct Sealed {
    Bytes ciphertext;
    Poly1305Ref::Tag tag;
};

// The authenticated data: aad, zeros to a multiple of 16, ciphertext, zeros, both lengths as 64-bit numbers.
inline Poly1305Ref::Tag aead_tag(const Bytes& ciphertext, const Bytes& aad, const std::uint8_t nonce[12], const std::uint8_t key[32])
{
    Bytes data = aad;
    while (data.size() % 16 != 0) data.push_back(0);
    data.insert(data.end(), ciphertext.begin(), ciphertext.end());
    while (data.size() % 16 != 0) data.push_back(0);
    for (const std::uint64_t len : {std::uint64_t{aad.size()}, std::uint64_t{ciphertext.size()}})
        for (int i = 0; i < 8; ++i) data.push_back(static_cast<std::uint8_t>(len >> (8 * i)));
    return poly1305(data, chacha20_block(key, nonce, 0).data());
}

inline Sealed aead_seal(const Bytes& plaintext, const Bytes& aad, const std::uint8_t nonce[12], const std::uint8_t key[32])
{
    Sealed out;
    out.ciphertext = chacha20_xor(plaintext, key, nonce, 1);
    out.tag = aead_tag(out.ciphertext, aad, nonce, key);
    return out;
}

// Nothing when the tag (16 bytes) is wrong.
inline std::optional<Bytes> aead_open(const Bytes& ciphertext, const std::uint8_t tag[16], const Bytes& aad, const std::uint8_t nonce[12],
                                      const std::uint8_t key[32])
{
    const auto want = aead_tag(ciphertext, aad, nonce, key);
    if (!std::equal(want.begin(), want.end(), tag)) return std::nullopt;
    return chacha20_xor(ciphertext, key, nonce, 1);
}

inline Sealed xaead_seal(const Bytes& plaintext, const Bytes& aad, const std::uint8_t nonce[24], const std::uint8_t key[32])
{
    const XChaChaInner inner = xchacha_inner(key, nonce);
    return aead_seal(plaintext, aad, inner.nonce.data(), inner.key.data());
}

inline std::optional<Bytes> xaead_open(const Bytes& ciphertext, const std::uint8_t tag[16], const Bytes& aad, const std::uint8_t nonce[24],
                                       const std::uint8_t key[32])
{
    const XChaChaInner inner = xchacha_inner(key, nonce);
    return aead_open(ciphertext, tag, aad, inner.nonce.data(), inner.key.data());
}

}  // namespace lanecrypt::ref
