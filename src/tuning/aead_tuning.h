// Thresholds of ChaCha20-Poly1305.
#pragma once
#include <cstddef>

namespace lanecrypt::aead_tuning {

// Sealing takes turns between cipher and authenticator on pieces of this many bytes: text and ciphertext of a piece
// stay in the first-level cache (32 KiB and more), and it is a multiple of every group of blocks.
inline constexpr std::size_t piece = 8192;
// Sealing takes the fused kernel from this many bytes on: more than the key block's group of eight blocks holds.
inline constexpr std::size_t fused_from = 449;
// Opening decrypts this much into scratch memory together with the key block, before the tag is known: for short
// messages both passes then cost one group of lanes. 15 blocks and the key block fill the widest usual group.
inline constexpr std::size_t open_ahead = 960;
// The room there is for it on the stack.
inline constexpr std::size_t open_ahead_limit = 1984;

}  // namespace lanecrypt::aead_tuning
