// Thresholds of Poly1305.
#pragma once
#include <cstddef>

namespace lanecrypt::poly1305_tuning {

// Scalar: length of one of the two chains of a chunk, as a power of two, in blocks.
inline constexpr int half_log2 = 3;
// Blocks in one call from which the chunks repay the power of r.
inline constexpr std::size_t two_chains_from = 32;

}  // namespace lanecrypt::poly1305_tuning
