// One call of every primitive through the C interface: fixed input, at most 64 bytes of output.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "lanecrypt/lanecrypt.h"

namespace lanecrypt::test {

struct PrimitiveCall {
    const char* slot;  // name of the slot whose choice runs it
    void (*call)(std::uint8_t out[64]);
};

struct CallInput {
    std::uint8_t message[1024];
    std::uint8_t key[32];
    std::uint8_t nonce[24];
    CallInput()
    {
        for (std::size_t i = 0; i < sizeof message; ++i) message[i] = static_cast<std::uint8_t>(7 * i + 1);
        for (std::size_t i = 0; i < sizeof key; ++i) key[i] = static_cast<std::uint8_t>(i + 3);
        for (std::size_t i = 0; i < sizeof nonce; ++i) nonce[i] = static_cast<std::uint8_t>(5 * i);
    }
};

inline constexpr PrimitiveCall every_primitive[] = {
    {"xor", [](std::uint8_t* out) {
         CallInput in;
         lanecrypt_xor(in.message, sizeof in.message, in.key, 3);
         std::memcpy(out, in.message + 500, 64);
     }},
    {"chacha20", [](std::uint8_t* out) {
         CallInput in;
         lanecrypt_chacha20_xor(in.message, in.message, sizeof in.message, in.nonce, 7, in.key);
         std::memcpy(out, in.message + 900, 64);
     }},
    {"poly1305", [](std::uint8_t* out) {
         CallInput in;
         lanecrypt_poly1305(out, in.message, sizeof in.message, in.key);
     }},
    {"aead", [](std::uint8_t* out) {
         CallInput in;
         lanecrypt_aead_seal(in.message, out, in.message, sizeof in.message, in.nonce + 12, 5, in.nonce, in.key);
         std::memcpy(out + 16, in.message + 700, 48);
     }},
    {"sha256", [](std::uint8_t* out) {
         CallInput in;
         lanecrypt_sha256(out, in.message, sizeof in.message);
     }},
    {"sha256_lanes", [](std::uint8_t* out) {
         CallInput in;
         std::uint8_t hashes[64 * 32];
         const std::uint8_t* at[64];
         std::size_t len[64];
         for (std::size_t i = 0; i < 64; ++i) at[i] = in.message + i, len[i] = 200;
         lanecrypt_sha256_many(hashes, at, len, 64);
         std::memcpy(out, hashes + 62 * 32, 64);
     }},
    {"siphash", [](std::uint8_t* out) {
         CallInput in;
         std::uint64_t hashes[32];
         lanecrypt_siphash24_items(hashes, in.message, 32, 32, 1, 2);
         std::memcpy(out, hashes + 24, 64);
     }},
};

}  // namespace lanecrypt::test
