// XOR obfuscation of block files: the 8-byte key that Bitcoin Core (since version 28) keeps in blocks/xor.dat.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace lanecrypt {

class Obfuscation {
public:
    static constexpr std::size_t key_size = 8;

    // The all-zero key, which changes nothing.
    Obfuscation() noexcept = default;
    // `key`: the eight bytes in the order of the key file.
    explicit Obfuscation(std::span<const std::byte, key_size> key) noexcept;

    // False for the all-zero key.
    explicit operator bool() const noexcept;

    // XORs `target` in place. Its first byte is at `offset` (bytes) of the file that the key belongs to; any
    // offset, length and alignment. Touches nothing when the key is all zero.
    void operator()(std::span<std::byte> target, std::uint64_t offset = 0) const noexcept;

    std::span<const std::byte, key_size> key() const noexcept { return key_; }
    // The key as 16 lower-case hexadecimal digits, in the order of the key file.
    std::string hex_key() const;

    // How nodes store a key inside a stream: CompactSize 8, then the eight bytes.
    std::array<std::byte, 1 + key_size> serialise() const noexcept;
    // Reads that form from the front of `in` and takes it off. Throws std::invalid_argument on a stream that is too
    // short or whose key has another length; the message names both lengths. Then `in` is unchanged.
    static Obfuscation unserialise(std::span<const std::byte>& in);

    friend bool operator==(const Obfuscation&, const Obfuscation&) noexcept = default;

private:
    std::array<std::byte, key_size> key_{};
};

}  // namespace lanecrypt
