#include "node/hash.h"

#include <algorithm>

#include "base/bytes.h"

namespace lanecrypt::node {
namespace {

int digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

}  // namespace

std::string hex(Bytes bytes)
{
    static constexpr char digits[] = "0123456789abcdef";
    std::string text;
    text.reserve(2 * bytes.size());
    for (const std::byte b : bytes) {
        text += digits[std::to_integer<unsigned>(b) >> 4];
        text += digits[std::to_integer<unsigned>(b) & 15];
    }
    return text;
}

std::string display_hex(const Hash& hash)
{
    Hash reversed = hash;
    std::reverse(reversed.begin(), reversed.end());
    return hex(reversed);
}

bool from_hex(std::string_view text, std::span<std::byte> out) noexcept
{
    if (text.size() != 2 * out.size()) return false;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);
        if (high < 0 || low < 0) return false;
        out[i] = static_cast<std::byte>(high << 4 | low);
    }
    return true;
}

std::optional<Hash> hash_from_display(std::string_view text)
{
    Hash out;
    if (!from_hex(text, out)) return std::nullopt;
    std::reverse(out.begin(), out.end());
    return out;
}

std::size_t HashKey::operator()(const Hash& h) const noexcept { return static_cast<std::size_t>(load64_le(h.data())); }

}  // namespace lanecrypt::node
