// Which messages share the lanes, and their blocks in the order the lanes take them.
#pragma once
#include "poly1305/poly1305_serial.h"
#include "tuning/numbers.h"
#include "tuning/poly1305_tuning.h"

LANECRYPT_BEGIN_ISA

// Blocks of L messages, step by step; every message ends at the last step. The blocks are aad and ciphertext, each
// padded, and the lengths: nothing secret.
template <int L>
struct LaneBlocks {
    static constexpr std::size_t most = poly1305_tuning::lane_blocks_limit;
    alignas(64) std::uint8_t block[most][L][poly1305_block];
    std::size_t steps;
    std::uint64_t begin[L];  // the step at which a message begins
};

LANECRYPT_FN void copy_padded(std::uint8_t*& out, std::size_t stride, const std::uint8_t* in, std::size_t len)
{
    for (; len >= poly1305_block; len -= poly1305_block, in += poly1305_block, out += stride) {
        store64(out, load64(in));
        store64(out + 8, load64(in + 8));
    }
    if (len == 0) return;
    std::uint64_t w0, w1;
    load_partial16_le(in, len, w0, w1);
    store64_le(out, w0);
    store64_le(out + 8, w1);
    out += stride;
}

LANECRYPT_FN std::size_t blocks_of(const Poly1305Message& m) { return blocks_of(m.aad_len) + blocks_of(m.ct_len) + 1; }

// count <= L messages; lanes without one stay empty.
template <int L>
LANECRYPT_FN void fill_lanes(LaneBlocks<L>& lanes, const Poly1305Message* const* messages, int count)
{
    lanes.steps = 0;
    for (int i = 0; i < count; ++i) {
        const std::size_t n = blocks_of(*messages[i]);
        if (n > lanes.steps) lanes.steps = n;
    }
    constexpr std::size_t stride = L * poly1305_block;
    for (int i = 0; i < L; ++i) {
        const std::size_t n = i < count ? blocks_of(*messages[i]) : 0;
        lanes.begin[i] = lanes.steps - n;
        for (std::size_t t = 0; t < lanes.steps - n; ++t) {
            store64(lanes.block[t][i], 0);
            store64(lanes.block[t][i] + 8, 0);
        }
        if (n == 0) continue;
        const Poly1305Message& m = *messages[i];
        std::uint8_t* out = lanes.block[lanes.steps - n][i];
        copy_padded(out, stride, m.aad, m.aad_len);
        copy_padded(out, stride, m.ct, m.ct_len);
        store64_le(out, m.aad_len);
        store64_le(out + 8, m.ct_len);
    }
}

// Sorts messages into lanes by length: `group(messages, count)` gets up to L short ones at a time, `one(message)` each
// long one.
template <int L, class Group, class One>
LANECRYPT_FN void in_lanes(const Poly1305Message* messages, std::size_t n, Group group, One one)
{
    constexpr std::size_t window = 64;
    const std::size_t most = tuning::number(tuning::Tuned::poly1305_lane_blocks), lanes_from = tuning::number(tuning::Tuned::poly1305_lanes_from);
    while (n != 0) {
        const std::size_t here = n < window ? n : window;
        // Counting sort by number of blocks.
        std::uint8_t first[poly1305_tuning::lane_blocks_limit + 2] = {};
        for (std::size_t i = 0; i < here; ++i) {
            const std::size_t blocks = blocks_of(messages[i]);
            if (blocks <= most) ++first[blocks + 1];
            else one(messages[i]);
        }
        for (std::size_t b = 1; b <= most + 1; ++b) first[b] = static_cast<std::uint8_t>(first[b] + first[b - 1]);
        const std::size_t total = first[most + 1];
        const Poly1305Message* order[window];
        for (std::size_t i = 0; i < here; ++i) {
            const std::size_t blocks = blocks_of(messages[i]);
            if (blocks <= most) order[first[blocks]++] = &messages[i];
        }
        for (std::size_t at = 0; at < total; at += L) {
            const std::size_t count = total - at < L ? total - at : L;
            if (count >= lanes_from) group(order + at, static_cast<int>(count));
            else
                for (std::size_t i = 0; i < count; ++i) one(*order[at + i]);
        }
        messages += here;
        n -= here;
    }
}

LANECRYPT_END_ISA
