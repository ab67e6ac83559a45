// Bitcoin's CompactSize: one byte up to 252, else a byte that tells the length and the number in 2, 4 or 8 bytes.
#pragma once
#include <cstddef>
#include <cstdint>

#include "base/bytes.h"

namespace lanecrypt {

inline constexpr std::size_t max_compact_size = 9;  // bytes

// Writes the shortest form to `out` (9 bytes of room). Returns its length.
inline std::size_t write_compact_size(std::uint8_t* out, std::uint64_t n) noexcept
{
    if (n < 0xfd) {
        out[0] = static_cast<std::uint8_t>(n);
        return 1;
    }
    std::uint8_t bytes[8];
    store64_le(bytes, n);
    const std::size_t length = n <= 0xffff ? 2 : n <= 0xffffffff ? 4 : 8;
    out[0] = static_cast<std::uint8_t>(length == 2 ? 0xfd : length == 4 ? 0xfe : 0xff);
    std::memcpy(out + 1, bytes, length);
    return 1 + length;
}

// Reads one from the front of `len` bytes. Returns its length; 0 when the bytes end early or the form is not the shortest.
inline std::size_t read_compact_size(const std::uint8_t* in, std::size_t len, std::uint64_t& n) noexcept
{
    if (len == 0) return 0;
    n = in[0];
    if (n < 0xfd) return 1;
    const std::size_t length = std::size_t{2} << (n - 0xfd);
    if (len - 1 < length) return 0;
    std::uint8_t bytes[8] = {};
    std::memcpy(bytes, in + 1, length);
    n = load64_le(bytes);
    const std::uint64_t least = length == 2 ? 0xfd : length == 4 ? 0x10000 : 0x100000000;
    return n >= least ? 1 + length : 0;
}

}  // namespace lanecrypt
