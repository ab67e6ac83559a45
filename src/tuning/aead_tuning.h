// Thresholds of ChaCha20-Poly1305.
#pragma once
#include <cstddef>

namespace lanecrypt::aead_tuning {

// Sealing takes turns between cipher and authenticator on pieces of this many bytes: text and ciphertext of a piece
// stay in the first-level cache (32 KiB and more), and it is a multiple of every group of blocks.
inline constexpr std::size_t piece = 8192;
// Sealing takes the fused kernel from this many bytes on: more than the key block's group of eight blocks and the ends
// that follow it for little. 512 B took 0.81 of the time without it (avx2, EPYC Zen 5), 768 B no less.
inline constexpr std::size_t fused_from = 577;
// Opening decrypts this much into scratch memory together with the key block, before the tag is known: for short
// messages both passes then cost one group of lanes. With the key block they fill the widest group of the cipher's plan
// (`batch` blocks) or two: 1350 to 1500 B were opened in 0.77 to 0.81 of the time with 31 blocks in a group of 32
// (avx512, EPYC Zen 5); with groups of 9 (avx2) more than 15 gained nothing.
constexpr std::size_t open_ahead_blocks(int batch) { return batch >= 32 ? 31 : 15; }
// The room there is for them on the stack.
inline constexpr std::size_t open_ahead_limit = 31;
// Opening takes the fused kernel from this many bytes on (below, the key block and all blocks of text fit one group of
// nine), and decrypts so many at most before the tag is known: with more scratch memory the copy would leave the
// first-level cache. 576 to 4096 B were opened in 0.79 to 0.92 of the time (avx2 and avx512vl, EPYC Zen 5).
inline constexpr std::size_t open_fused_from = 513, open_fused = 4096;

}  // namespace lanecrypt::aead_tuning
