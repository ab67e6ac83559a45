// A known answer that reaches every branch of an XOR kernel.
#include <cstring>
#include <initializer_list>

#include "base/bytes.h"
#include "obfuscation/xor_ops.h"

namespace lanecrypt {

bool xor_self_test(const XorOps& ops)
{
    // Lengths on both sides of every vector width, at an odd address, checked byte by byte.
    static constexpr std::uint8_t key_bytes[8] = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef};
    const std::uint64_t key = load64(key_bytes);
    std::uint8_t buffer[320];
    for (const std::size_t len : {0u, 1u, 3u, 7u, 8u, 13u, 16u, 31u, 33u, 63u, 65u, 129u, 257u, 300u}) {
        for (std::size_t i = 0; i < sizeof buffer; ++i) buffer[i] = static_cast<std::uint8_t>(i * 7 + 3);
        ops.apply(buffer + 1, len, key);
        for (std::size_t i = 0; i < sizeof buffer; ++i) {
            const bool inside = i >= 1 && i < 1 + len;
            const auto plain = static_cast<std::uint8_t>(i * 7 + 3);
            const auto want = inside ? static_cast<std::uint8_t>(plain ^ key_bytes[(i - 1) % 8]) : plain;
            if (buffer[i] != want) return false;
        }
    }
    return true;
}

}  // namespace lanecrypt
