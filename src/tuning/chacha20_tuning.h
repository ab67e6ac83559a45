// ChaCha20: how many blocks to compute at once.
#pragma once
#include "chacha20/chacha20_ops.h"

namespace lanecrypt::tuning {

// "While up to `up_to` blocks remain, take `shape`."
struct ChaCha20Step {
    std::uint8_t up_to, shape;
};

// The steps in ascending order; what lies beyond the last one uses its shape.
template <int N>
constexpr ChaCha20Plan chacha20_steps(int batch, const ChaCha20Step (&steps)[N])
{
    ChaCha20Plan plan{};
    plan.batch = static_cast<std::uint8_t>(batch);
    int s = 0;
    for (int n = 0; n <= static_cast<int>(ChaCha20Plan::limit); ++n) {
        if (n > steps[s].up_to && s + 1 < N) ++s;
        plan.next[n] = steps[s].shape;
    }
    return plan;
}

constexpr std::uint8_t one = ChaCha20Plan::one_scalar;

// For each row two plans: for processors whose vector operations take one cycle ("fast": Zen 2 to 4, Intel), and for
// those where they take two ("slow": Zen 5). Cycles for one group on the slow kind (AMD EPYC Zen 5, 2 vCPU, GCC 12;
// Clang 14 within 7 %), one block in ordinary registers taking 287:
//
//   row, blocks      1    2    4    6    8    9   16   32
//   sse2           566  665  737
//   ssse3          484  574  647
//   avx2           475  490  587  635  668  670
//   avx512vl       375  386  474  518  550       701
//   avx512         375  385  401       484       550  715
//
// Hence on the slow kind: one block never in vectors; two of them neither with 128-bit registers (574 against
// 2 x 287); larger groups as soon as they beat the sum of smaller ones, even half empty (17 blocks of avx512:
// 715 against 550 + 287). `lanecrypt speed chacha20 --shapes` measures all of this again.
//
// On the fast kind one block takes about 290 cycles in vectors and 370 in ordinary registers (Zen 3), groups beyond
// one set of registers gain nothing by interleaving, and the ninth block of avx2 is free: by count its 960 scalar
// instructions and the 1400 of the vectors need 393 cycles at six a cycle, less than the vectors alone.

// One block at a time.
constexpr ChaCha20Plan chacha20_plan_portable = chacha20_steps(1, {{1, one}});
constexpr ChaCha20Plan chacha20_slow_plan_portable = chacha20_plan_portable;

constexpr ChaCha20Plan chacha20_plan_gnu128 = chacha20_steps(4, {{1, 1}, {2, 2}, {4, 4}});
constexpr ChaCha20Plan chacha20_slow_plan_gnu128 = chacha20_steps(4, {{2, one}, {4, 4}});

constexpr ChaCha20Plan chacha20_plan_sse2 = chacha20_steps(4, {{1, 1}, {2, 2}, {4, 4}});
constexpr ChaCha20Plan chacha20_slow_plan_sse2 = chacha20_steps(4, {{2, one}, {4, 4}});

constexpr ChaCha20Plan chacha20_plan_ssse3 = chacha20_steps(4, {{1, 1}, {2, 2}, {4, 4}});
constexpr ChaCha20Plan chacha20_slow_plan_ssse3 = chacha20_steps(4, {{2, one}, {4, 4}});

constexpr ChaCha20Plan chacha20_plan_avx2 = chacha20_steps(9, {{1, 1}, {2, 2}, {4, 4}, {6, 6}, {8, 8}, {9, 9}});
constexpr ChaCha20Plan chacha20_slow_plan_avx2 = chacha20_steps(9, {{1, one}, {2, 2}, {4, 4}, {6, 6}, {8, 8}, {9, 9}});

constexpr ChaCha20Plan chacha20_plan_avx512vl = chacha20_steps(8, {{1, 1}, {2, 2}, {4, 4}, {6, 6}, {8, 8}});
constexpr ChaCha20Plan chacha20_slow_plan_avx512vl = chacha20_steps(16, {{1, one}, {2, 2}, {4, 4}, {6, 6}, {8, 8}, {16, 16}});

constexpr ChaCha20Plan chacha20_plan_avx512 = chacha20_steps(16, {{1, 1}, {2, 2}, {4, 4}, {8, 8}, {16, 16}});
constexpr ChaCha20Plan chacha20_slow_plan_avx512 = chacha20_steps(32, {{1, one}, {2, 2}, {4, 4}, {8, 8}, {16, 16}, {32, 32}});

// llvm-mca 19, cycles for two rounds on Neoverse N1 (GCC 12): one block in ordinary registers 32, in vectors 52; two
// blocks 52; four 58. No processor of this architecture is known to the slow plan.
constexpr ChaCha20Plan chacha20_plan_neon = chacha20_steps(4, {{1, one}, {2, 2}, {4, 4}});
constexpr ChaCha20Plan chacha20_slow_plan_neon = chacha20_plan_neon;

}  // namespace lanecrypt::tuning
