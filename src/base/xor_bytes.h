// XOR of a message with a stretch of keystream, in words of the machine, at any alignment.
#pragma once
#include <cstddef>
#include <cstdint>

#include "base/bytes.h"

namespace lanecrypt {

// out = in XOR mask, 16 bytes or fewer: two words that may overlap, read before anything is written.
LANECRYPT_FN void xor_up_to_16(std::uint8_t* out, const std::uint8_t* in, const std::uint8_t* mask, std::size_t len)
{
    if (len >= 8) {
        const std::uint64_t first = load64(in) ^ load64(mask), last = load64(in + len - 8) ^ load64(mask + len - 8);
        store64(out, first);
        store64(out + len - 8, last);
    } else if (len >= 4) {
        const std::uint32_t first = load32(in) ^ load32(mask), last = load32(in + len - 4) ^ load32(mask + len - 4);
        store32(out, first);
        store32(out + len - 4, last);
    } else if (len != 0) {
        const auto first = static_cast<std::uint8_t>(in[0] ^ mask[0]), middle = static_cast<std::uint8_t>(in[len / 2] ^ mask[len / 2]),
                   last = static_cast<std::uint8_t>(in[len - 1] ^ mask[len - 1]);
        out[0] = first;
        out[len / 2] = middle;
        out[len - 1] = last;
    }
}

// out = in XOR mask. `out` may be the very range of `in`; `mask` lies apart from both.
LANECRYPT_FN void xor_bytes(std::uint8_t* out, const std::uint8_t* in, const std::uint8_t* mask, std::size_t len)
{
    if (len <= 16) return xor_up_to_16(out, in, mask, len);
    std::size_t at = 0;
    for (; at + 16 <= len; at += 16) {
        const std::uint64_t a = load64(in + at) ^ load64(mask + at), b = load64(in + at + 8) ^ load64(mask + at + 8);
        store64(out + at, a);
        store64(out + at + 8, b);
    }
    xor_up_to_16(out + at, in + at, mask + at, len - at);
}

}  // namespace lanecrypt
