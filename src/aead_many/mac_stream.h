// The authenticated data of an AEAD message (RFC 8439 section 2.8) as a stream, for messages that come in pieces.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/bytes.h"
#include "base/erase.h"
#include "poly1305/poly1305_ops.h"

namespace lanecrypt {

class AeadMacStream {
public:
    // `key`: the 32-byte one-time key.
    AeadMacStream(const Poly1305Ops& ops, const std::uint8_t* key, const std::uint8_t* aad, std::size_t aad_len) noexcept
        : ops_(ops), aad_len_(aad_len)
    {
        ops_.init(state_, key);
        whole_and_padded(aad, aad_len);
    }
    ~AeadMacStream() { erase_object(state_); }
    AeadMacStream(const AeadMacStream&) = delete;
    AeadMacStream& operator=(const AeadMacStream&) = delete;

    // Ciphertext; every piece but the last is a multiple of 16 bytes long.
    void add(const std::uint8_t* p, std::size_t len) noexcept
    {
        whole_and_padded(p, len);
        len_ += len;
    }
    void finish(std::uint8_t tag[16]) noexcept
    {
        std::uint8_t lengths[16];
        store64_le(lengths, aad_len_);
        store64_le(lengths + 8, len_);
        ops_.blocks(state_, lengths, 1);
        ops_.finish(state_, nullptr, 0, tag);
    }

private:
    void whole_and_padded(const std::uint8_t* p, std::size_t len) noexcept
    {
        const std::size_t rest = len % 16;
        if (len >= 16) ops_.blocks(state_, p, len / 16);
        if (rest == 0) return;
        std::uint8_t block[16] = {};
        std::memcpy(block, p + (len - rest), rest);
        ops_.blocks(state_, block, 1);
    }

    const Poly1305Ops& ops_;
    Poly1305State state_;
    std::uint64_t aad_len_, len_ = 0;
};

}  // namespace lanecrypt
