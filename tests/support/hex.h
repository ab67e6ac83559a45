// Hexadecimal text and bytes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace lanecrypt::test {

inline unsigned hex_digit(char c)
{
    if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
    if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
    throw std::invalid_argument(std::string("not a hexadecimal digit: ") + c);
}

// Blanks, line ends and colons between digits are ignored, so vectors may be typed as they are printed.
inline std::vector<std::uint8_t> from_hex(std::string_view text)
{
    std::vector<std::uint8_t> out;
    int pending = -1;
    for (const char c : text) {
        if (c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == ':') continue;
        const auto digit = static_cast<int>(hex_digit(c));
        if (pending < 0) {
            pending = digit;
        } else {
            out.push_back(static_cast<std::uint8_t>(pending << 4 | digit));
            pending = -1;
        }
    }
    if (pending >= 0) throw std::invalid_argument("odd number of hexadecimal digits");
    return out;
}

inline std::string to_hex(const std::uint8_t* p, std::size_t len)
{
    static constexpr char digits[] = "0123456789abcdef";
    std::string out;
    for (std::size_t i = 0; i < len; ++i) {
        out += digits[p[i] >> 4];
        out += digits[p[i] & 15];
    }
    return out;
}
template <class Container>
std::string to_hex(const Container& bytes)
{
    return to_hex(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

}  // namespace lanecrypt::test
