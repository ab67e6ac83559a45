// Known answers that reach every function of a table and every lane.
#include <cstring>

#include "base/bytes.h"
#include "sha256/sha256_constants.h"
#include "sha256/sha256_ops.h"

namespace lanecrypt {
namespace {

// FIPS 180-2, appendix B.2: two blocks.
constexpr char two_block_message[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
constexpr std::uint32_t two_block_state[8] = {0x248d6a61, 0xd20638b8, 0xe5c02693, 0x0c3e6039, 0xa33ce459, 0x64ff2167, 0xf6ecedd4, 0x19db06c1};
// Appendix B.1: "abc".
constexpr std::uint32_t one_block_state[8] = {0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223, 0xb00361a3, 0x96177a9c, 0xb410ff61, 0xf20015ad};
// Double hashes of 64 bytes that are all 0, 1, 2 or 3, from an independent program.
constexpr std::uint8_t double64_answers[4][32] = {
    {0xe2, 0xf6, 0x1c, 0x3f, 0x71, 0xd1, 0xde, 0xfd, 0x3f, 0xa9, 0x99, 0xdf, 0xa3, 0x69, 0x53, 0x75,
     0x5c, 0x69, 0x06, 0x89, 0x79, 0x99, 0x62, 0xb4, 0x8b, 0xeb, 0xd8, 0x36, 0x97, 0x4e, 0x8c, 0xf9},
    {0x61, 0xa0, 0x88, 0xb4, 0xcf, 0x1f, 0x24, 0x4e, 0x52, 0xe5, 0xe8, 0x8f, 0xcd, 0x91, 0xb3, 0xb7,
     0xd6, 0x13, 0x5e, 0xbf, 0xf5, 0x34, 0x76, 0xec, 0xc8, 0x43, 0x6e, 0x23, 0xb5, 0xe7, 0xf0, 0x95},
    {0x99, 0x2e, 0x80, 0x14, 0x53, 0xaf, 0x89, 0x3c, 0x1b, 0x68, 0x7d, 0x0b, 0xa6, 0xfa, 0x42, 0x93,
     0xe3, 0x88, 0xee, 0x71, 0x07, 0x93, 0xe6, 0x56, 0x4a, 0xcf, 0xf4, 0x30, 0xc6, 0x32, 0x29, 0x1d},
    {0x64, 0x3d, 0x4b, 0x7e, 0x36, 0x99, 0xd2, 0xb3, 0xd8, 0xc9, 0x37, 0x4b, 0x36, 0x00, 0xbd, 0xf1,
     0xf5, 0x73, 0xb7, 0x99, 0xd2, 0xa5, 0x68, 0x86, 0x23, 0x65, 0x51, 0xa0, 0x16, 0xb4, 0x2d, 0xdf},
};

// The padded blocks of a message shorter than 120 bytes.
std::size_t pad(std::uint8_t (&block)[128], const char* message, std::size_t len)
{
    std::memset(block, 0, sizeof block);
    std::memcpy(block, message, len);
    block[len] = 0x80;
    const std::size_t size = len < 56 ? 64 : 128;
    store64_be(block + size - 8, 8 * len);
    return size / 64;
}

bool one_message(const Sha256Ops& ops)
{
    std::uint8_t block[128];
    const std::size_t blocks = pad(block, two_block_message, sizeof two_block_message - 1);
    std::uint32_t state[8];
    std::memcpy(state, sha256_initial, sizeof state);
    ops.compress(state, block, 0);
    ops.compress(state, block, blocks);
    return std::memcmp(state, two_block_state, sizeof state) == 0;
}

// Lane `odd` starts one block later and ends on "abc"; the others take the two blocks of the other message.
bool lanes(const Sha256Ops& ops, unsigned n, unsigned odd)
{
    std::uint8_t two[128], abc[128];
    pad(two, two_block_message, sizeof two_block_message - 1);
    pad(abc, "abc", 3);
    std::uint32_t state[8 * sha256_max_lanes] = {};
    const std::uint8_t* in[sha256_max_lanes] = {};
    for (unsigned i = 0; i < n; ++i) {
        in[i] = two;
        for (unsigned w = 0; w < 8; ++w) state[w * ops.lanes + i] = sha256_initial[w];
    }
    ops.compress_lanes(state, in, n, 1);
    for (unsigned i = 0; i < n; ++i) in[i] = i == odd ? abc : two + 64;
    for (unsigned w = 0; w < 8; ++w) state[w * ops.lanes + odd] = sha256_initial[w];
    ops.compress_lanes(state, in, n, 1);
    for (unsigned i = 0; i < n; ++i)
        for (unsigned w = 0; w < 8; ++w)
            if (state[w * ops.lanes + i] != (i == odd ? one_block_state : two_block_state)[w]) return false;
    return true;
}

bool double64(const Sha256Ops& ops, std::size_t n)
{
    std::uint8_t data[64 * 2 * sha256_max_lanes] = {};
    for (std::size_t i = 0; i < n; ++i) std::memset(data + 64 * i, static_cast<int>((i ^ i >> 2) & 3), 64);
    ops.double64(data, data, n);
    for (std::size_t i = 0; i < n; ++i)
        if (std::memcmp(data + 32 * i, double64_answers[(i ^ i >> 2) & 3], 32) != 0) return false;
    return true;
}

}  // namespace

bool sha256_self_test(const Sha256Ops& ops)
{
    if (ops.lanes < 1 || ops.lanes > sha256_max_lanes || !one_message(ops)) return false;
    for (unsigned n = 1; n <= ops.lanes; ++n)
        if (!lanes(ops, n, n - 1) || !double64(ops, n)) return false;
    for (unsigned odd = 0; odd < ops.lanes; ++odd)
        if (!lanes(ops, ops.lanes, odd)) return false;
    return double64(ops, 2 * ops.lanes - 1);
}

}  // namespace lanecrypt
