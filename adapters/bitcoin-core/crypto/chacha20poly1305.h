// Bitcoin Core's AEAD classes (src/crypto/chacha20poly1305.h), same names and contracts, on lanecrypt. Unlike Core, a
// refused packet's output is zeroed.
#ifndef BITCOIN_CRYPTO_CHACHA20POLY1305_H
#define BITCOIN_CRYPTO_CHACHA20POLY1305_H

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include <lanecrypt/aead.hpp>

#include "chacha20.h"

class AEADChaCha20Poly1305
{
public:
    static constexpr unsigned KEYLEN{32};
    static constexpr unsigned EXPANSION{16};
    using Nonce96 = ChaCha20::Nonce96;

    AEADChaCha20Poly1305(std::span<const std::byte> key) noexcept : m_aead{lanecrypt_adapter::key_span(key)}, m_stream{key} {}
    void SetKey(std::span<const std::byte> key) noexcept
    {
        m_aead = lanecrypt::ChaCha20Poly1305{lanecrypt_adapter::key_span(key)};
        m_stream.SetKey(key);
    }

    void Encrypt(std::span<const std::byte> plain, std::span<const std::byte> aad, Nonce96 nonce, std::span<std::byte> cipher) noexcept
    {
        Encrypt(plain, {}, aad, nonce, cipher);
    }
    void Encrypt(std::span<const std::byte> plain1, std::span<const std::byte> plain2, std::span<const std::byte> aad, Nonce96 nonce,
                 std::span<std::byte> cipher) noexcept
    {
        assert(cipher.size() == plain1.size() + plain2.size() + EXPANSION);
        const std::span<const std::byte> parts[] = {plain1, plain2};
        m_aead.seal(cipher.first(cipher.size() - EXPANSION), cipher.last<EXPANSION>(), parts, aad, lanecrypt_adapter::nonce_bytes(nonce));
    }
    bool Decrypt(std::span<const std::byte> cipher, std::span<const std::byte> aad, Nonce96 nonce, std::span<std::byte> plain) noexcept
    {
        assert(cipher.size() == plain.size() + EXPANSION);
        return m_aead.open(plain, cipher.first(plain.size()), cipher.last<EXPANSION>(), aad, lanecrypt_adapter::nonce_bytes(nonce));
    }
    // Two outputs need memory of their own for a moment; FSChaCha20Poly1305 below opens into two spans directly.
    bool Decrypt(std::span<const std::byte> cipher, std::span<const std::byte> aad, Nonce96 nonce, std::span<std::byte> plain1, std::span<std::byte> plain2)
    {
        assert(cipher.size() == plain1.size() + plain2.size() + EXPANSION);
        std::vector<std::byte> whole(plain1.size() + plain2.size());
        const bool good = Decrypt(cipher, aad, nonce, whole);
        if (!plain1.empty()) std::memcpy(plain1.data(), whole.data(), plain1.size());
        if (!plain2.empty()) std::memcpy(plain2.data(), whole.data() + plain1.size(), plain2.size());
        return good;
    }
    // Keystream from block 1 on.
    void Keystream(Nonce96 nonce, std::span<std::byte> keystream) noexcept
    {
        m_stream.Seek(nonce, 1);
        m_stream.Keystream(keystream);
    }

private:
    lanecrypt::ChaCha20Poly1305 m_aead;
    ChaCha20 m_stream;
};

class FSChaCha20Poly1305
{
public:
    static constexpr unsigned KEYLEN{32};
    static constexpr unsigned EXPANSION{16};

    FSChaCha20Poly1305(const FSChaCha20Poly1305&) = delete;
    FSChaCha20Poly1305(FSChaCha20Poly1305&&) = delete;
    FSChaCha20Poly1305& operator=(const FSChaCha20Poly1305&) = delete;
    FSChaCha20Poly1305& operator=(FSChaCha20Poly1305&&) = delete;

    FSChaCha20Poly1305(std::span<const std::byte> key, std::uint32_t rekey_interval) noexcept
        : m_cipher{lanecrypt_adapter::key_span(key), rekey_interval}
    {
    }

    void Encrypt(std::span<const std::byte> plain, std::span<const std::byte> aad, std::span<std::byte> cipher) noexcept
    {
        m_cipher.seal(cipher, plain, aad);
    }
    void Encrypt(std::span<const std::byte> plain1, std::span<const std::byte> plain2, std::span<const std::byte> aad, std::span<std::byte> cipher) noexcept
    {
        m_cipher.seal(cipher, plain1, plain2, aad);
    }
    bool Decrypt(std::span<const std::byte> cipher, std::span<const std::byte> aad, std::span<std::byte> plain) noexcept
    {
        return m_cipher.open(plain, cipher, aad);
    }
    bool Decrypt(std::span<const std::byte> cipher, std::span<const std::byte> aad, std::span<std::byte> plain1, std::span<std::byte> plain2) noexcept
    {
        return m_cipher.open(plain1, plain2, cipher, aad);
    }

private:
    lanecrypt::FSChaCha20Poly1305 m_cipher;
};

#endif // BITCOIN_CRYPTO_CHACHA20POLY1305_H
