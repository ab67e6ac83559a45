// How a message becomes words. Internal linkage: usable in kernel files.
#pragma once
#include "base/bytes.h"

namespace lanecrypt {

// The len & 7 bytes behind the whole words of a message, with its length modulo 256 in the top byte. From 8 bytes on it
// is cut out of the last 8 bytes of the message: no branch, and no byte outside is read.
LANECRYPT_FN std::uint64_t siphash_last_word(const std::uint8_t* p, std::size_t len)
{
    const std::uint64_t top = static_cast<std::uint64_t>(len) << 56;
    if (len >= 8) return (load64_le(p + len - 8) >> 8 >> (8 * (7 - (len & 7)))) | top;
    std::uint64_t tail = 0;
    if (len >= 4) tail = load32_le(p) | static_cast<std::uint64_t>(load32_le(p + len - 4)) << (8 * (len - 4));
    else if (len != 0) tail = p[0] | static_cast<std::uint64_t>(p[len >> 1]) << (8 * (len >> 1)) | static_cast<std::uint64_t>(p[len - 1]) << (8 * (len - 1));
    return tail | top;
}

}  // namespace lanecrypt
