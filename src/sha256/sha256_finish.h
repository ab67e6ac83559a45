// The end of a message: padding, the bytes of a state, and a whole message on one table.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/bytes.h"
#include "base/erase.h"
#include "sha256/sha256_constants.h"
#include "sha256/sha256_ops.h"

namespace lanecrypt {

// Writes the last one or two blocks of a message of `total` bytes whose last `len` (below 64) bytes are at `last`.
// Returns their number. FIPS 180-4, section 5.1.1.
inline std::size_t sha256_pad(std::uint8_t* block, const std::uint8_t* last, std::size_t len, std::uint64_t total) noexcept
{
    const std::size_t size = len < 56 ? 64 : 128;
    std::memset(block, 0, size);
    if (len != 0) std::memcpy(block, last, len);
    block[len] = 0x80;
    store64_be(block + size - 8, 8 * total);
    return size / 64;
}

inline void sha256_store_state(std::uint8_t* out, const std::uint32_t* state) noexcept
{
    for (int i = 0; i < 8; ++i) store32_be(out + 4 * i, state[i]);
}

// The only block of the message that is the hash with that state.
inline void sha256_pad_digest(std::uint8_t* block, const std::uint32_t* state) noexcept
{
    sha256_store_state(block, state);
    std::memset(block + 32, 0, 32);
    block[32] = 0x80;
    block[62] = 1;  // 256 bits
}

// The hash, or the double hash, of one message. out may lie inside it.
inline void sha256_whole(const Sha256Ops& ops, std::uint8_t* out, const std::uint8_t* in, std::size_t len, bool twice) noexcept
{
    struct {
        std::uint32_t state[8];
        std::uint8_t tail[128];
    } scratch;
    std::memcpy(scratch.state, sha256_initial, sizeof scratch.state);
    const std::size_t whole = len / 64;
    if (whole != 0) ops.compress(scratch.state, in, whole);
    const std::size_t blocks = sha256_pad(scratch.tail, in + 64 * whole, len % 64, len);
    ops.compress(scratch.state, scratch.tail, blocks);
    if (twice) {
        sha256_pad_digest(scratch.tail, scratch.state);
        std::memcpy(scratch.state, sha256_initial, sizeof scratch.state);
        ops.compress(scratch.state, scratch.tail, 1);
    }
    sha256_store_state(out, scratch.state);
    erase_object(scratch);
}

}  // namespace lanecrypt
