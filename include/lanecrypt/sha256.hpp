// SHA-256 (FIPS 180-4): one message, a stream, many messages at once, and the double hash of Bitcoin.
//
// Any alignment. Outputs may lie inside their own input. The time depends on lengths alone, never on contents.
// Functions and distinct objects may be used from any threads at once. Nothing allocates memory.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace lanecrypt {

using Sha256Digest = std::array<std::byte, 32>;

// A stream: any split of the message into updates gives the same hash. Copies go on independently. Wiped when destroyed.
class Sha256 {
public:
    static constexpr std::size_t digest_size = 32;
    static constexpr std::size_t block_size = 64;

    // Where a stream stands after whole blocks: the state words a … h and the number of bytes taken in, a multiple of 64.
    struct Midstate {
        std::array<std::uint32_t, 8> words;
        std::uint64_t bytes;
        friend bool operator==(const Midstate&, const Midstate&) noexcept = default;
    };

    Sha256() noexcept;
    // Goes on from a midstate. A byte count that is no multiple of 64 is misuse and gives a fresh stream.
    explicit Sha256(const Midstate& from) noexcept;
    Sha256(const Sha256&) noexcept = default;
    Sha256& operator=(const Sha256&) noexcept = default;
    ~Sha256();

    Sha256& update(std::span<const std::byte> in) noexcept;
    // Gives the hash of all updates and makes the object ready for another message.
    void final(std::span<std::byte, digest_size> out) noexcept;
    [[nodiscard]] Sha256Digest final() noexcept;
    void reset() noexcept;

    // Bytes taken in so far.
    std::uint64_t bytes() const noexcept { return bytes_; }
    // Misuse unless bytes() is a multiple of 64; then the midstate of an empty stream is returned.
    [[nodiscard]] Midstate midstate() const noexcept;

private:
    std::uint32_t state_[8];
    std::uint64_t bytes_;
    std::uint8_t buffer_[block_size];  // the bytes after the last whole block
};

[[nodiscard]] Sha256Digest sha256(std::span<const std::byte> in) noexcept;
void sha256(std::span<std::byte, 32> out, std::span<const std::byte> in) noexcept;

// SHA-256 of the SHA-256.
[[nodiscard]] Sha256Digest sha256d(std::span<const std::byte> in) noexcept;
void sha256d(std::span<std::byte, 32> out, std::span<const std::byte> in) noexcept;

// The hashes of in[0], in[1], … one after another; out.size() is 32 * in.size(). Lengths may differ. Inputs may be
// shared, and each hash may lie inside its own message; a hash that overlaps another message is misuse when the two
// are among the same 64 messages (0 … 63, 64 … 127, …), which behave as if run in order. Equal to calling sha256 for each.
void sha256_many(std::span<std::byte> out, std::span<const std::span<const std::byte>> in) noexcept;
void sha256d_many(std::span<std::byte> out, std::span<const std::span<const std::byte>> in) noexcept;

// Double hashes of items of 64 bytes: in.size() is a multiple of 64, out.size() half of it. out may begin where in
// begins; any other overlap of more than one item is misuse.
void sha256d64(std::span<std::byte> out, std::span<const std::byte> in) noexcept;

}  // namespace lanecrypt
