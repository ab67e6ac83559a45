// Thresholds of Poly1305.
#pragma once
#include <cstddef>

namespace lanecrypt::poly1305_tuning {

// Scalar, 64-bit words: length of each of the two chains of a chunk in blocks, as a power of two, which is also the
// number of squarings for the power of r that joins them. Joining costs about 60 cycles: at 16 KiB, chains of 8 blocks
// gave 0.70 c/B, 16 0.66, 32 0.55, 64 0.55 (Clang 14, EPYC Zen 5); one chain alone 0.95.
inline constexpr int half_log2 = 5;
// Blocks in one call from which chunks are used: the squarings (about 45 cycles each) are repaid within one chunk.
inline constexpr std::size_t two_chains_from = 64;

// IFMA: blocks in one call from which four lanes repay the powers of r, and from which eight repay more of them (EPYC
// Zen 5: ten blocks took 1.04 times as long in four lanes and 1.18 in eight as one after the other, 16 blocks 0.67 and
// 0.73, 20 blocks 0.55 and 0.58). At least a vector of blocks.
inline constexpr std::size_t ifma_from = 11, ifma_wide_from = 21;
// The same for a whole tag at once, the block of lengths included, where the message has just been encrypted and its
// last block may need padding: sealing 160 to 191 B took 0.94 to 0.95 of the time one block after the other (EPYC Zen 5).
inline constexpr std::size_t ifma_tag_from = 16;
// One message in each lane: the longest, in blocks, and how many at least. 64 messages of 576 B (37 blocks) took 0.85 of
// the time in lanes (EPYC Zen 5).
inline constexpr std::size_t lane_blocks = 40, lanes_from = 3;
// The room there is for them on the stack.
inline constexpr std::size_t lane_blocks_limit = 64;

// Vectors of 26-bit limbs: blocks in one call from which four or two lanes repay the powers of r; half as many when
// those are ready. Never below 2 L, and below what the serial path takes in without powers of its own.
// Four lanes (AVX2, EPYC Zen 5): 512 B cost 495 to 550 cycles in lanes and 456 to 483 serially, 1500 B 1050 and 1100 to 1180.
inline constexpr std::size_t vector4_from = 40, vector2_from = 24;

}  // namespace lanecrypt::poly1305_tuning
