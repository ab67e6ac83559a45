// The states behind the BIP324 ciphers, worked with the implementation named by the caller. The caller has checked pointers,
// sizes and aliasing.
#pragma once
#include <cstddef>
#include <cstdint>

#include "aead/aead_ops.h"
#include "lanecrypt/bip324.hpp"

namespace lanecrypt::bip324 {

using detail::LengthStream;
using detail::PacketStream;

void start(LengthStream& stream, const std::uint8_t key[32], std::uint32_t interval) noexcept;
void crypt(LengthStream& stream, const ChaCha20Ops& chacha20, std::uint8_t* out, const std::uint8_t* in, std::size_t len) noexcept;
void set_look_ahead(LengthStream& stream, bool on) noexcept;

// Two pieces of plaintext.
template <class Byte>
struct Pieces {
    Byte* first;
    std::size_t first_len;
    Byte* second;
    std::size_t second_len;

    std::size_t total() const noexcept { return first_len + second_len; }
};

void start(PacketStream& stream, const std::uint8_t key[32], std::uint32_t interval) noexcept;
// out: the ciphertext of both pieces and the tag. Each piece lies apart from `out` or exactly at its ciphertext.
void seal(PacketStream& stream, const AeadOps& ops, std::uint8_t* out, const Pieces<const std::uint8_t>& plain, const std::uint8_t* aad,
          std::size_t aad_len) noexcept;
// False: the tag is wrong, both pieces are all zero.
bool open(PacketStream& stream, const AeadOps& ops, const Pieces<std::uint8_t>& plain, const std::uint8_t* in, const std::uint8_t* aad,
          std::size_t aad_len) noexcept;
void set_look_ahead(PacketStream& stream, bool on) noexcept;

// A wiped stream has interval 0.
inline bool is_alive(const LengthStream& stream) noexcept { return stream.interval != 0; }
inline bool is_alive(const PacketStream& stream) noexcept { return stream.interval != 0; }

}  // namespace lanecrypt::bip324
