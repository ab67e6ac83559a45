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
// 14 / 14, 10 / 10, 8.3 / 8.1, 7.5 / 7.4. Static model (llvm-mca 19, cycles for each message, GCC / Clang): Sapphire
// Rapids 13.2 / 13.9, Zen 4 13.1 / 14.6 with four; the AVX2 row on Zen 3 19.9 / 20.7.
inline constexpr SipHashTuning siphash_avx512 = {4, 16, 2};
// AArch64. Counted for one round: two messages in a NEON register take 17 instructions (4 additions, 4 exclusive ors, two for
// each of the rotations by 13, 17 and 21, one for those by 16 and 32), one message in general registers 11 to 12
// (rotations go into the exclusive ors). A Neoverse N1 has two vector units and three for integers: at best 4.25 and
// 3.8 cycles for a message, so that NEON alone loses there whatever the shape, and both side by side win: two messages in
// a NEON register and two in general registers. Static model (llvm-mca 19, cycles for each message, GCC / Clang): Neoverse
// N1 43 / 39, general registers 56 / 55, NEON alone 66 / 65. Cyclone, which takes long for rotations of words, the other
// way round: NEON alone 44 / 43, side by side 82 / 81, general registers 166 / 166; so Apple's systems get NEON alone, with
// four registers, which the model does not tell from two: later ones have four vector units to fill.
#ifndef LANECRYPT_SIPHASH_NEON_ALONE
#ifdef __APPLE__
#define LANECRYPT_SIPHASH_NEON_ALONE 1
#else
#define LANECRYPT_SIPHASH_NEON_ALONE 0
#endif
#endif
inline constexpr SipHashTuning siphash_neon = {1, 0, 2};
inline constexpr SipHashTuning siphash_neon_alone = {4, 2, 1};
inline constexpr SipHashTuning siphash_gnu128 = {2, 2, 1};

}  // namespace lanecrypt::tuning
