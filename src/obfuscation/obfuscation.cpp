#include "lanecrypt/obfuscation.hpp"

#include <algorithm>

#include "base/bytes.h"
#include "obfuscation/xor_ops.h"

namespace lanecrypt {
namespace {

// Length of a CompactSize by its first byte.
std::size_t compact_size_length(std::byte first)
{
    switch (std::to_integer<unsigned>(first)) {
    case 0xfd: return 3;
    case 0xfe: return 5;
    case 0xff: return 9;
    default: return 1;
    }
}

}  // namespace

Obfuscation::Obfuscation(std::span<const std::byte, key_size> key) noexcept
{
    std::copy(key.begin(), key.end(), key_.begin());
}

Obfuscation::operator bool() const noexcept { return load64(key_.data()) != 0; }

void Obfuscation::operator()(std::span<std::byte> target, std::uint64_t offset) const noexcept
{
    std::uint64_t key = load64(key_.data());
    if (key == 0 || target.empty()) return;
    const int bits = static_cast<int>(8 * (offset & 7));
    key = rotl64(key, LANECRYPT_BIG_ENDIAN ? bits : 64 - bits);
    dispatch::xor_slot.get().apply(reinterpret_cast<std::uint8_t*>(target.data()), target.size(), key);
}

std::string Obfuscation::hex_key() const
{
    static constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (const std::byte b : key_) {
        text += digits[std::to_integer<unsigned>(b) >> 4];
        text += digits[std::to_integer<unsigned>(b) & 15];
    }
    return text;
}

std::array<std::byte, 1 + Obfuscation::key_size> Obfuscation::serialise() const noexcept
{
    std::array<std::byte, 1 + key_size> out;
    out[0] = std::byte{key_size};
    std::copy(key_.begin(), key_.end(), out.begin() + 1);
    return out;
}

Obfuscation Obfuscation::unserialise(std::span<const std::byte>& in)
{
    if (in.empty() || in.size() < compact_size_length(in[0]))
        throw std::invalid_argument("obfuscation key: the stream ends before the length of the key");
    const std::size_t head = compact_size_length(in[0]);
    std::uint64_t len = std::to_integer<std::uint64_t>(in[0]);
    if (head > 1) {
        len = 0;
        for (std::size_t i = head - 1; i >= 1; --i) len = len << 8 | std::to_integer<std::uint64_t>(in[i]);
    }
    if (head != 1 || len != key_size)
        throw std::invalid_argument("obfuscation key: " + std::to_string(len) + " bytes instead of " + std::to_string(key_size));
    if (in.size() < 1 + key_size)
        throw std::invalid_argument("obfuscation key: the stream holds " + std::to_string(in.size() - 1) + " bytes of the key instead of " +
                                    std::to_string(key_size));
    const Obfuscation key(in.subspan<1, key_size>());
    in = in.subspan(1 + key_size);
    return key;
}

}  // namespace lanecrypt
