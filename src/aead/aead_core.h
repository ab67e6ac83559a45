// ChaCha20-Poly1305 of one message, without checks of the arguments: what the classes and the C functions share.
#pragma once
#include <cstddef>
#include <cstdint>

#include "aead/aead_ops.h"
#include "base/bytes.h"

namespace lanecrypt {

inline constexpr std::uint64_t aead_max_len = (std::uint64_t{1} << 38) - 64;

// Key and nonce of one message. Block 0 gives the Poly1305 key, the text begins at block 1.
struct AeadPosition {
    const std::uint8_t* key;  // 32 bytes
    std::uint64_t counter;    // ChaCha20Run::counter of block 0
    std::uint64_t nonce;      // ChaCha20Run::nonce
};

inline AeadPosition aead_position(const std::uint8_t nonce[12], const std::uint8_t* key)
{
    return {key, std::uint64_t{load32_le(nonce)} << 32, load64_le(nonce + 4)};
}
// XChaCha20: the key of the message is written to `subkey`, which must live as long as the position; the caller wipes it.
inline AeadPosition xaead_position(const AeadOps& ops, std::uint8_t subkey[32], const std::uint8_t nonce[24], const std::uint8_t* key)
{
    ops.chacha20->hchacha(subkey, nonce, key);
    return {subkey, 0, load64_le(nonce + 16)};
}

// ct: len bytes, apart from everything but `pt`, which may be the same range. tag: 16 bytes.
void aead_seal(const AeadOps& ops, std::uint8_t* ct, std::uint8_t* tag, const std::uint8_t* pt, std::size_t len, const std::uint8_t* aad,
               std::size_t aad_len, const AeadPosition& at) noexcept;
// False: the tag is wrong and pt is all zero. No plaintext is written before the tag has been checked.
bool aead_open(const AeadOps& ops, std::uint8_t* pt, const std::uint8_t* ct, std::size_t len, const std::uint8_t* tag, const std::uint8_t* aad,
               std::size_t aad_len, const AeadPosition& at) noexcept;

}  // namespace lanecrypt
