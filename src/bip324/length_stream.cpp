// FSChaCha20: the length cipher.
#include <algorithm>
#include <cstring>

#include "base/erase.h"
#include "base/xor_bytes.h"
#include "bip324/streams.h"

namespace lanecrypt::bip324 {
namespace {

ChaCha20Run run_at(const LengthStream& s, std::uint8_t* out, const std::uint8_t* in, std::size_t len)
{
    return {out, in, len, s.key.data(), s.next_block, s.rekeys};
}

// Fills the empty cache with the next `blocks` blocks.
void refill(LengthStream& s, const ChaCha20Ops& chacha20, std::size_t blocks)
{
    chacha20.run(run_at(s, s.cache.data(), nullptr, 64 * blocks));
    s.next_block += blocks;
    s.cache_begin = 0;
    s.cache_end = static_cast<std::uint32_t>(64 * blocks);
}

// XORs as much as the cache holds, wipes it, returns how much that was. in == nullptr: the keystream itself.
std::size_t take_cached(LengthStream& s, std::uint8_t* out, const std::uint8_t* in, std::size_t len)
{
    const std::size_t n = std::min<std::size_t>(len, s.cache_end - s.cache_begin);
    std::uint8_t* const mask = s.cache.data() + s.cache_begin;
    if (in != nullptr) xor_bytes(out, in, mask, n);
    else std::memcpy(out, mask, n);
    if (n == 3) {  // the usual chunk, without a call
        mask[0] = mask[1] = mask[2] = 0;
    } else {
        erase(mask, n);
    }
    s.cache_begin += static_cast<std::uint32_t>(n);
    return n;
}

// The next `len` bytes of the stream. `expected`: how many bytes, these included, the epoch will probably still need.
void stream_bytes(LengthStream& s, const ChaCha20Ops& chacha20, std::uint8_t* out, const std::uint8_t* in, std::size_t len, std::uint64_t expected)
{
    const std::size_t cached = take_cached(s, out, in, len);
    out += cached;
    if (in != nullptr) in += cached;
    len -= cached;
    if (len == 0) return;
    expected -= std::min<std::uint64_t>(expected, cached);
    // Whole blocks that would only pass through the cache go straight to their place.
    if (len > LengthStream::cache_size) {
        const std::size_t whole = len & ~std::size_t{63};
        chacha20.run(run_at(s, out, in, whole));
        s.next_block += whole / 64;
        out += whole;
        if (in != nullptr) in += whole;
        len -= whole;
        expected -= std::min<std::uint64_t>(expected, whole);
        if (len == 0) return;
    }
    const std::uint64_t wanted = s.look_ahead ? std::max<std::uint64_t>(len, expected) : len;
    refill(s, chacha20, static_cast<std::size_t>(std::min<std::uint64_t>((wanted + 63) / 64, LengthStream::cache_size / 64)));
    take_cached(s, out, in, len);
}

}  // namespace

void start(LengthStream& s, const std::uint8_t key[32], std::uint32_t interval) noexcept
{
    std::memcpy(s.key.data(), key, 32);
    s.rekeys = s.next_block = 0;
    s.interval = interval;
    s.chunks = s.cache_begin = s.cache_end = 0;
    s.look_ahead = true;
}

void crypt(LengthStream& s, const ChaCha20Ops& chacha20, std::uint8_t* out, const std::uint8_t* in, std::size_t len) noexcept
{
    if (len != 0) {
        // Chunks tend to have one size: all that are left, and the next key.
        const std::uint64_t left = s.interval - s.chunks;
        const std::uint64_t expected = len > LengthStream::cache_size ? len + 32 : left * len + 32;
        stream_bytes(s, chacha20, out, in, len, expected);
    }
    if (++s.chunks != s.interval) return;
    std::uint8_t next_key[32];
    stream_bytes(s, chacha20, next_key, nullptr, sizeof next_key, sizeof next_key);
    std::memcpy(s.key.data(), next_key, sizeof next_key);
    erase(next_key, sizeof next_key);
    erase(s.cache.data(), s.cache_end);
    ++s.rekeys;
    s.next_block = 0;
    s.chunks = s.cache_begin = s.cache_end = 0;
}

void set_look_ahead(LengthStream& s, bool on) noexcept
{
    if (!on) {
        // Whole blocks computed ahead go; what is left of the current block stays.
        const std::uint32_t whole = (s.cache_end - s.cache_begin) / 64;
        s.cache_end -= 64 * whole;
        s.next_block -= whole;
        erase(s.cache.data() + s.cache_end, 64 * std::size_t{whole});
    }
    s.look_ahead = on;
}

}  // namespace lanecrypt::bip324
