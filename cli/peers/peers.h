// The other libraries that `speed` and `replay` compare with: one file each, peer_<name>.cpp, compiled only where the
// build found the library. Their headers are included there and nowhere else.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace lanecrypt::cli {

// What one library offers; null where it does not. Contexts are kept between calls where the library allows that: the
// times are those of a caller who uses it well. Not thread-safe.
struct Peer {
    std::string name;  // "OpenSSL 3.0.22"

    void (*sha256)(std::uint8_t out[32], const std::uint8_t* in, std::size_t len) = nullptr;
    void (*chacha20)(std::uint8_t* out, const std::uint8_t* in, std::size_t len, const std::uint8_t nonce[12], std::uint32_t counter,
                     const std::uint8_t key[32]) = nullptr;
    void (*poly1305)(std::uint8_t tag[16], const std::uint8_t* in, std::size_t len, const std::uint8_t key[32]) = nullptr;
    void (*seal)(std::uint8_t* ct, std::uint8_t tag[16], const std::uint8_t* pt, std::size_t len, const std::uint8_t* aad, std::size_t aad_len,
                 const std::uint8_t nonce[12], const std::uint8_t key[32]) = nullptr;
    // False when the tag is wrong.
    bool (*open)(std::uint8_t* pt, const std::uint8_t* ct, std::size_t len, const std::uint8_t tag[16], const std::uint8_t* aad,
                 std::size_t aad_len, const std::uint8_t nonce[12], const std::uint8_t key[32]) = nullptr;
    std::uint64_t (*siphash24)(const std::uint8_t* in, std::size_t len, std::uint64_t k0, std::uint64_t k1) = nullptr;

    // Interfaces for many messages at once.
    void (*sha256_many)(std::uint8_t* out, const std::uint8_t* const* in, const std::size_t* len, std::size_t n) = nullptr;
    void (*seal_many)(std::uint8_t* const* ct, std::uint8_t* const* tag, const std::uint8_t* const* pt, const std::size_t* len,
                      const std::uint8_t* const* nonce, std::size_t n, const std::uint8_t key[32]) = nullptr;
};

// The libraries that this build found.
std::span<const Peer> peers();

}  // namespace lanecrypt::cli
