// Obfuscation keys as people write them.
#pragma once
#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

#include "lanecrypt/obfuscation.hpp"

namespace lanecrypt::node {

// Sixteen hexadecimal digits, in the order of the key file. Throws std::invalid_argument.
inline Obfuscation parse_key(std::string_view text)
{
    const auto value = [](char c) {
        if (c >= '0' && c <= '9') return c - '0';
        if (c >= 'a' && c <= 'f') return c - 'a' + 10;
        if (c >= 'A' && c <= 'F') return c - 'A' + 10;
        return -1;
    };
    std::array<std::byte, Obfuscation::key_size> key{};
    if (text.size() != 2 * key.size()) throw std::invalid_argument("a key has 16 hexadecimal digits, not " + std::to_string(text.size()) + " characters");
    for (std::size_t i = 0; i < key.size(); ++i) {
        const int high = value(text[2 * i]), low = value(text[2 * i + 1]);
        if (high < 0 || low < 0) throw std::invalid_argument("a key has 16 hexadecimal digits: '" + std::string(text) + "'");
        key[i] = static_cast<std::byte>(high << 4 | low);
    }
    return Obfuscation(key);
}

}  // namespace lanecrypt::node
