// Bitcoin Core's Poly1305 class (src/crypto/poly1305.h), same name and contract, on lanecrypt.
#ifndef BITCOIN_CRYPTO_POLY1305_H
#define BITCOIN_CRYPTO_POLY1305_H

#include <cassert>
#include <cstddef>
#include <span>

#include <lanecrypt/poly1305.hpp>

class Poly1305
{
public:
    static constexpr unsigned TAGLEN{16};
    static constexpr unsigned KEYLEN{32};

    Poly1305(std::span<const std::byte> key) noexcept : m_mac{checked(key)} {}
    Poly1305& Update(std::span<const std::byte> msg) noexcept
    {
        m_mac.update(msg);
        return *this;
    }
    void Finalize(std::span<std::byte> out) noexcept
    {
        assert(out.size() == TAGLEN);
        m_mac.finalize(out.first<TAGLEN>());
    }

private:
    static std::span<const std::byte, KEYLEN> checked(std::span<const std::byte> key) noexcept
    {
        assert(key.size() == KEYLEN);
        return key.first<KEYLEN>();
    }

    lanecrypt::Poly1305 m_mac;
};

#endif // BITCOIN_CRYPTO_POLY1305_H
