// ChaCha20 as RFC 8439 section 2.3 writes it, HChaCha20 and XChaCha20 as draft-irtf-cfrg-xchacha-03 does. Shares no
// code with src/. Words 12 and 13 are one 64-bit counter: past block 2^32 - 1 the carry goes into the first nonce
// word, as in Bitcoin Core.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanecrypt::ref {

using Bytes = std::vector<std::uint8_t>;

inline std::uint32_t word_le(const std::uint8_t* p)
{
    return std::uint32_t{p[0]} | std::uint32_t{p[1]} << 8 | std::uint32_t{p[2]} << 16 | std::uint32_t{p[3]} << 24;
}

inline void put_word_le(std::uint8_t* p, std::uint32_t x)
{
    for (int i = 0; i < 4; ++i) p[i] = static_cast<std::uint8_t>(x >> (8 * i));
}

using ChaChaState = std::array<std::uint32_t, 16>;

inline void quarter_round(ChaChaState& s, int a, int b, int c, int d)
{
    const auto rotate = [](std::uint32_t x, int n) { return x << n | x >> (32 - n); };
    s[a] += s[b];
    s[d] = rotate(s[d] ^ s[a], 16);
    s[c] += s[d];
    s[b] = rotate(s[b] ^ s[c], 12);
    s[a] += s[b];
    s[d] = rotate(s[d] ^ s[a], 8);
    s[c] += s[d];
    s[b] = rotate(s[b] ^ s[c], 7);
}

inline void twenty_rounds(ChaChaState& s)
{
    for (int i = 0; i < 10; ++i) {
        quarter_round(s, 0, 4, 8, 12);
        quarter_round(s, 1, 5, 9, 13);
        quarter_round(s, 2, 6, 10, 14);
        quarter_round(s, 3, 7, 11, 15);
        quarter_round(s, 0, 5, 10, 15);
        quarter_round(s, 1, 6, 11, 12);
        quarter_round(s, 2, 7, 8, 13);
        quarter_round(s, 3, 4, 9, 14);
    }
}

// Constants, key, then words 12 … 15 from 16 bytes.
inline ChaChaState chacha_state(const std::uint8_t key[32], const std::uint8_t last_row[16])
{
    ChaChaState s{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    for (int i = 0; i < 8; ++i) s[4 + i] = word_le(key + 4 * i);
    for (int i = 0; i < 4; ++i) s[12 + i] = word_le(last_row + 4 * i);
    return s;
}

// One block of keystream; `block` is added to the 64-bit number in words 12 and 13.
inline std::array<std::uint8_t, 64> chacha20_block(const std::uint8_t key[32], const std::uint8_t nonce[12], std::uint64_t block)
{
    std::uint8_t row[16] = {};
    for (int i = 0; i < 12; ++i) row[4 + i] = nonce[i];
    ChaChaState start = chacha_state(key, row);
    const std::uint64_t counter = (std::uint64_t{start[13]} << 32) + block;
    start[12] = static_cast<std::uint32_t>(counter);
    start[13] = static_cast<std::uint32_t>(counter >> 32);
    ChaChaState s = start;
    twenty_rounds(s);
    std::array<std::uint8_t, 64> out;
    for (int i = 0; i < 16; ++i) put_word_le(out.data() + 4 * i, s[i] + start[i]);
    return out;
}

// `len` bytes of keystream from the start of block `counter`.
inline Bytes chacha20_keystream(const std::uint8_t key[32], const std::uint8_t nonce[12], std::uint64_t counter, std::size_t len)
{
    Bytes out;
    while (out.size() < len) {
        const auto block = chacha20_block(key, nonce, counter++);
        for (std::size_t i = 0; i < 64 && out.size() < len; ++i) out.push_back(block[i]);
    }
    return out;
}

inline Bytes chacha20_xor(const Bytes& in, const std::uint8_t key[32], const std::uint8_t nonce[12], std::uint64_t counter)
{
    Bytes out = chacha20_keystream(key, nonce, counter, in.size());
    for (std::size_t i = 0; i < in.size(); ++i) out[i] ^= in[i];
    return out;
}

inline std::array<std::uint8_t, 32> hchacha20(const std::uint8_t key[32], const std::uint8_t nonce[16])
{
    ChaChaState s = chacha_state(key, nonce);
    twenty_rounds(s);
    std::array<std::uint8_t, 32> out;
    for (int i = 0; i < 4; ++i) {
        put_word_le(out.data() + 4 * i, s[i]);
        put_word_le(out.data() + 16 + 4 * i, s[12 + i]);
    }
    return out;
}

// The subkey and the inner nonce of the draft: four zero bytes and the last eight of the 24.
struct XChaChaInner {
    std::array<std::uint8_t, 32> key;
    std::array<std::uint8_t, 12> nonce;
};
inline XChaChaInner xchacha_inner(const std::uint8_t key[32], const std::uint8_t nonce[24])
{
    XChaChaInner inner{hchacha20(key, nonce), {}};
    for (int i = 0; i < 8; ++i) inner.nonce[4 + i] = nonce[16 + i];
    return inner;
}

// The block counter is 64 bits wide: words 12 and 13.
inline Bytes xchacha20_xor(const Bytes& in, const std::uint8_t key[32], const std::uint8_t nonce[24], std::uint64_t counter)
{
    const XChaChaInner inner = xchacha_inner(key, nonce);
    return chacha20_xor(in, inner.key.data(), inner.nonce.data(), counter);
}

}  // namespace lanecrypt::ref
