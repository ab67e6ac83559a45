// Shapes of SipHash over many messages: vector registers side by side, and up to how many messages of a group go
// through general registers instead. Measured in cycles for a 32-byte message of SipHash-2-4 on AMD EPYC Zen 5 (GCC
// 12 / Clang 14), one to four registers side by side; libsodium one by one: 61.
#pragma once
#include <cstddef>

namespace lanecrypt::tuning {

struct SipHashTuning {
    int wide;            // for full groups
    std::size_t single;  // up to this many messages are left: one register after another
    std::size_t scalar;  // up to this many messages in all: general registers
};

// One message is bound by the latency of its rounds, three no longer fit into the general registers:
// 57 / 56, 46 / 46, 46 / 47, 55 / 51.
inline constexpr SipHashTuning siphash_portable = {2, 1, 0};
// The rounds are bound by latency up to three registers (41 / 41, 27 / 27, 22 / 22); with four some of the state
// lives in memory, as operands of instructions that have a load for free: 21 / 22.
inline constexpr SipHashTuning siphash_avx2 = {4, 8, 2};
// 27 / 27, 19 / 19, 16 / 16, 14 / 15.
inline constexpr SipHashTuning siphash_avx512vl = {4, 8, 2};
// 14 / 14, 10 / 10, 8.3 / 8.1, 7.5 / 7.7. Static model (llvm-mca 19, cycles for each message, GCC / Clang): Sapphire
// Rapids 13.2 / 13.9, Zen 4 13.1 / 14.6 with four; the AVX2 row on Zen 3 19.9 / 20.7.
inline constexpr SipHashTuning siphash_avx512 = {4, 16, 2};
inline constexpr SipHashTuning siphash_neon = {2, 2, 1};
inline constexpr SipHashTuning siphash_gnu128 = {2, 2, 1};

}  // namespace lanecrypt::tuning
