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

}  // namespace lanecrypt::aead_tuning
