// Known answers that reach every shape of an implementation: runs of each number of blocks up to two of the widest
// group, as one run, with a head, and as lanes of different runs.
#include <cstring>

#include "base/bytes.h"
#include "chacha20/chacha20_ops.h"

namespace lanecrypt {
namespace {

// RFC 8439 section 2.3.2: key 00 … 1f, nonce 000000090000004a00000000, block 1.
constexpr std::uint8_t rfc_block[64] = {
    0x10, 0xf1, 0xe7, 0xe4, 0xd1, 0x3b, 0x59, 0x15, 0x50, 0x0f, 0xdd, 0x1f, 0xa3, 0x20, 0x71, 0xc4, 0xc7, 0xd1, 0xf4, 0xc7, 0x33, 0xc0,
    0x68, 0x03, 0x04, 0x22, 0xaa, 0x9a, 0xc3, 0xd4, 0x6c, 0x4e, 0xd2, 0x82, 0x64, 0x46, 0x07, 0x9f, 0xaa, 0x09, 0x14, 0xc2, 0xd7, 0x05,
    0xd9, 0x8b, 0x02, 0xa2, 0xb5, 0x12, 0x9c, 0xd1, 0xde, 0x16, 0x4e, 0xb9, 0xcb, 0xd0, 0x83, 0xe8, 0xa2, 0x50, 0x3c, 0x4e};
// draft-irtf-cfrg-xchacha-03 section 2.2.1: key 00 … 1f, nonce 000000090000004a0000000031415927.
constexpr std::uint8_t hchacha_answer[32] = {0x82, 0x41, 0x3b, 0x42, 0x27, 0xb2, 0x7b, 0xfe, 0xd3, 0x0e, 0x42, 0x50, 0x8a, 0x87, 0x7d, 0x73,
                                             0xa0, 0xf9, 0xe4, 0xd5, 0x8a, 0x74, 0xa8, 0x53, 0xc1, 0x2e, 0xc4, 0x13, 0x26, 0xd3, 0xec, 0xdc};
constexpr std::uint8_t hchacha_nonce[16] = {0, 0, 0, 9, 0, 0, 0, 0x4a, 0, 0, 0, 0, 0x31, 0x41, 0x59, 0x27};

void quarter_round(std::uint32_t* s, int a, int b, int c, int d)
{
    s[a] += s[b], s[d] = rotl32(s[d] ^ s[a], 16), s[c] += s[d], s[b] = rotl32(s[b] ^ s[c], 12);
    s[a] += s[b], s[d] = rotl32(s[d] ^ s[a], 8), s[c] += s[d], s[b] = rotl32(s[b] ^ s[c], 7);
}

// One block as the RFC writes it, so that no implementation is measured by itself.
void block(std::uint8_t out[64], const std::uint8_t key[32], std::uint64_t counter, std::uint64_t nonce)
{
    std::uint32_t start[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, s[16];
    for (int i = 0; i < 8; ++i) start[4 + i] = load32_le(key + 4 * i);
    start[12] = static_cast<std::uint32_t>(counter), start[13] = static_cast<std::uint32_t>(counter >> 32);
    start[14] = static_cast<std::uint32_t>(nonce), start[15] = static_cast<std::uint32_t>(nonce >> 32);
    std::memcpy(s, start, sizeof s);
    for (int r = 0; r < 10; ++r) {
        for (int i = 0; i < 4; ++i) quarter_round(s, i, 4 + i, 8 + i, 12 + i);
        for (int i = 0; i < 4; ++i) quarter_round(s, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
    }
    for (int i = 0; i < 16; ++i) store32_le(out + 4 * i, s[i] + start[i]);
}

constexpr std::size_t most = 66;  // blocks
constexpr std::uint64_t first = 0xfffffffeu, nonce = 0x0123456789abcdefu;

}  // namespace

bool chacha20_self_test(const ChaCha20Ops& ops)
{
    std::uint8_t key[32], subkey[32], answer[64];
    for (int i = 0; i < 32; ++i) key[i] = static_cast<std::uint8_t>(i);
    ops.run({answer, nullptr, 64, key, 0x0900000000000001u, 0x4a000000u});
    if (std::memcmp(answer, rfc_block, 64) != 0) return false;
    ops.hchacha(subkey, hchacha_nonce, key);
    if (std::memcmp(subkey, hchacha_answer, 32) != 0) return false;

    // The counter carries into word 13 in the third lane; lengths end inside a block, at its end and one byte on.
    static constexpr std::uint8_t fill = 0x3c;
    std::uint8_t want[64 * most], got[64 * most + 1], head[64];
    for (std::size_t i = 0; i < most; ++i) block(want + 64 * i, key, first + i, nonce);
    for (std::size_t blocks = 1; blocks <= most; ++blocks) {
        const std::size_t len = 64 * blocks - blocks % 3 * 21;
        std::memset(got, fill, sizeof got);
        ops.run({got, got, len, key, first, nonce});
        for (std::size_t i = 0; i < sizeof got; ++i)
            if (got[i] != (i < len ? want[i] ^ fill : fill)) return false;
        if (blocks == 1) continue;
        std::memset(got, fill, sizeof got);
        ops.head_and_run(head, {got, got, len - 64, key, first, nonce});
        if (std::memcmp(head, want, 64) != 0) return false;
        for (std::size_t i = 0; i < sizeof got; ++i)
            if (got[i] != (i < len - 64 ? want[64 + i] ^ fill : fill)) return false;
    }

    // Lanes: block i of another key each.
    std::uint8_t keys[32 * most];
    ChaCha20Run runs[most];
    for (std::size_t i = 0; i < sizeof keys; ++i) keys[i] = static_cast<std::uint8_t>(i * 7 + i / 256);
    for (std::size_t i = 0; i < most; ++i) block(want + 64 * i, keys + 32 * i, first + i, nonce + i);
    for (std::size_t n = 1; n <= most; ++n) {
        for (std::size_t i = 0; i < n; ++i) runs[i] = {got + 64 * i, nullptr, 64, keys + 32 * i, first + i, nonce + i};
        std::memset(got, fill, sizeof got);
        ops.runs(runs, n);
        if (std::memcmp(got, want, 64 * n) != 0 || got[64 * n] != fill) return false;
    }
    return true;
}

}  // namespace lanecrypt
