// Bitcoin Core's ChaCha20 classes (src/crypto/chacha20.h), same names and contracts, on lanecrypt.
#ifndef BITCOIN_CRYPTO_CHACHA20_H
#define BITCOIN_CRYPTO_CHACHA20_H

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <lanecrypt/bip324.hpp>
#include <lanecrypt/chacha20.hpp>

namespace lanecrypt_adapter {

// Nonce96: a 32-bit number, then a 64-bit one, both little-endian on the wire.
inline std::array<std::byte, 12> nonce_bytes(std::pair<std::uint32_t, std::uint64_t> nonce) noexcept
{
    std::array<std::byte, 12> out;
    for (std::size_t i = 0; i < 4; ++i) out[i] = static_cast<std::byte>(nonce.first >> (8 * i));
    for (std::size_t i = 0; i < 8; ++i) out[4 + i] = static_cast<std::byte>(nonce.second >> (8 * i));
    return out;
}

inline std::span<const std::byte, 32> key_span(std::span<const std::byte> key) noexcept
{
    assert(key.size() == 32);
    return key.first<32>();
}

}  // namespace lanecrypt_adapter

// Any number of bytes per call; keystream left over in a block is used by the next call.
class ChaCha20
{
public:
    static constexpr unsigned KEYLEN{32};
    using Nonce96 = std::pair<std::uint32_t, std::uint64_t>;

    ChaCha20() = delete;
    ChaCha20(std::span<const std::byte> key) noexcept : m_stream{lanecrypt_adapter::key_span(key)} {}

    void SetKey(std::span<const std::byte> key) noexcept { m_stream.set_key(lanecrypt_adapter::key_span(key)); }
    void Seek(Nonce96 nonce, std::uint32_t block_counter) noexcept { m_stream.set_nonce(lanecrypt_adapter::nonce_bytes(nonce), block_counter); }
    void Keystream(std::span<std::byte> out) noexcept { m_stream.keystream(out); }
    void Crypt(std::span<const std::byte> input, std::span<std::byte> output) noexcept
    {
        assert(input.size() == output.size());
        m_stream.crypt(output, input);
    }

private:
    lanecrypt::ChaCha20 m_stream;
};

// Whole blocks only.
class ChaCha20Aligned
{
public:
    static constexpr unsigned KEYLEN{32};
    static constexpr unsigned BLOCKLEN{64};
    using Nonce96 = ChaCha20::Nonce96;

    ChaCha20Aligned() = delete;
    ChaCha20Aligned(std::span<const std::byte> key) noexcept : m_stream{key} {}

    void SetKey(std::span<const std::byte> key) noexcept { m_stream.SetKey(key); }
    void Seek(Nonce96 nonce, std::uint32_t block_counter) noexcept { m_stream.Seek(nonce, block_counter); }
    void Keystream(std::span<std::byte> out) noexcept
    {
        assert(out.size() % BLOCKLEN == 0);
        m_stream.Keystream(out);
    }
    void Crypt(std::span<const std::byte> input, std::span<std::byte> output) noexcept
    {
        assert(input.size() % BLOCKLEN == 0);
        m_stream.Crypt(input, output);
    }

private:
    ChaCha20 m_stream;
};

class FSChaCha20
{
public:
    static constexpr unsigned KEYLEN{32};

    FSChaCha20(const FSChaCha20&) = delete;
    FSChaCha20(FSChaCha20&&) = delete;
    FSChaCha20& operator=(const FSChaCha20&) = delete;
    FSChaCha20& operator=(FSChaCha20&&) = delete;

    FSChaCha20(std::span<const std::byte> key, std::uint32_t rekey_interval) noexcept : m_stream{lanecrypt_adapter::key_span(key), rekey_interval} {}
    void Crypt(std::span<const std::byte> input, std::span<std::byte> output) noexcept
    {
        assert(input.size() == output.size());
        m_stream.crypt(output, input);
    }

private:
    lanecrypt::FSChaCha20 m_stream;
};

#endif // BITCOIN_CRYPTO_CHACHA20_H
