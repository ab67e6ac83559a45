// ChaCha20 (RFC 8439 section 2.4), XChaCha20 and HChaCha20 (draft-irtf-cfrg-xchacha-03).
//
// A key and nonce pair must never encrypt two different texts. There is no authentication here: see aead.hpp.
// Timing: depends on lengths and on positions inside a block alone. No allocation. Objects wipe key, position and unused
// keystream when they are destroyed; one object belongs to one thread at a time.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace lanecrypt {

// The keystream as a stream that can be used in pieces of any length and moved to any place.
//
// Words 12 and 13 of the state are one 64-bit block counter: after block 2^32 - 1 the carry goes into the first four
// nonce bytes, as in Bitcoin Core. A single nonce therefore has 2^38 bytes of its own keystream.
class ChaCha20 {
public:
    static constexpr std::size_t key_size = 32;
    static constexpr std::size_t nonce_size = 12;
    static constexpr std::size_t block_size = 64;

    // All-zero nonce, block 0.
    explicit ChaCha20(std::span<const std::byte, key_size> key) noexcept;
    // Starts at block `block` (64 bytes each) of the keystream.
    ChaCha20(std::span<const std::byte, key_size> key, std::span<const std::byte, nonce_size> nonce, std::uint32_t block = 0) noexcept;
    // A copy goes on from the same place.
    ChaCha20(const ChaCha20&) noexcept = default;
    ChaCha20& operator=(const ChaCha20&) noexcept = default;
    ~ChaCha20();

    // Another key; all-zero nonce, block 0, as after construction.
    void set_key(std::span<const std::byte, key_size> key) noexcept;
    // Another nonce under the same key, from block `block` on. Unused keystream is dropped.
    void set_nonce(std::span<const std::byte, nonce_size> nonce, std::uint32_t block = 0) noexcept;

    // Moves to the start of block `block` (unit: 64 bytes) of this nonce's keystream. Blocks from 2^32 on are those
    // that the carry described above leads to.
    void seek_blocks(std::uint64_t block) noexcept;
    // Moves to byte `byte` of this nonce's keystream, inside a block or not.
    void seek_bytes(std::uint64_t byte) noexcept;

    // The next out.size() bytes of keystream. `out` may not overlap this object.
    void keystream(std::span<std::byte> out) noexcept;
    // out = in XOR keystream; the sizes must be equal. `out` may be the very range of `in`; any other overlap with
    // it or with this object is misuse: nothing is written then and the position does not move.
    void crypt(std::span<std::byte> out, std::span<const std::byte> in) noexcept;
    // In place.
    void crypt(std::span<std::byte> data) noexcept { crypt(data, data); }

private:
    friend class XChaCha20;
    ChaCha20() noexcept = default;
    void xor_or_write(std::byte* out, const std::byte* in, std::size_t len) noexcept;
    bool usable(const void* out, const void* in, std::size_t len) const noexcept;
    bool usable_pair(std::span<std::byte> out, std::span<const std::byte> in) const noexcept;

    alignas(16) std::uint8_t key_[key_size]{};
    std::uint64_t counter_{};            // words 12 and 13: the next block
    std::uint64_t nonce_{};              // words 14 and 15
    std::uint32_t first_nonce_word_{};   // word 13 at block 0
    std::uint32_t left_{};               // unused bytes at the end of buffer_
    std::uint8_t buffer_[block_size]{};  // the last block of keystream, when left_ is not 0
};

// The same with a 24-byte nonce, which may be chosen at random, and a 64-bit block counter. Going past block 2^64 - 1
// is misuse: nothing is written and the position does not move.
class XChaCha20 {
public:
    static constexpr std::size_t key_size = 32;
    static constexpr std::size_t nonce_size = 24;
    static constexpr std::size_t block_size = 64;

    XChaCha20(std::span<const std::byte, key_size> key, std::span<const std::byte, nonce_size> nonce, std::uint64_t block = 0) noexcept;

    void seek_blocks(std::uint64_t block) noexcept;
    void seek_bytes(std::uint64_t byte) noexcept;
    void keystream(std::span<std::byte> out) noexcept;
    void crypt(std::span<std::byte> out, std::span<const std::byte> in) noexcept;
    void crypt(std::span<std::byte> data) noexcept { crypt(data, data); }

private:
    bool enough_left(std::size_t len) const noexcept;

    ChaCha20 stream_;
    bool started_{};  // keystream has been used since the last seek: counter 0 then means the end
};

// HChaCha20: a key of its own for each 16-byte nonce. `out` may overlap neither `key` nor `nonce`.
void hchacha20(std::span<std::byte, 32> out, std::span<const std::byte, 16> nonce, std::span<const std::byte, 32> key) noexcept;

}  // namespace lanecrypt
