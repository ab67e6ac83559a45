// Bytes, 256-bit hashes and their text.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lanecrypt::node {

using Bytes = std::span<const std::byte>;

// A block hash, txid, wtxid or merkle node in internal byte order.
using Hash = std::array<std::byte, 32>;

inline constexpr Hash zero_hash{};

// Lower-case hexadecimal digits in the order of the bytes.
std::string hex(Bytes bytes);

// The bytes of exactly 2 * out.size() hexadecimal digits; false for any other text.
bool from_hex(std::string_view text, std::span<std::byte> out) noexcept;

// The order that people and explorers use for hashes: last byte first.
std::string display_hex(const Hash& hash);

// The inverse of display_hex: exactly 64 digits.
std::optional<Hash> hash_from_display(std::string_view text);

// The first eight bytes as a key of hash tables.
struct HashKey {
    std::size_t operator()(const Hash& h) const noexcept;
};

}  // namespace lanecrypt::node
