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

// For each row two plans: for processors whose vector operations take one cycle, and for those where they take two.
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

constexpr ChaCha20Plan chacha20_plan_neon = chacha20_steps(4, {{1, one}, {2, 2}, {4, 4}});
constexpr ChaCha20Plan chacha20_slow_plan_neon = chacha20_plan_neon;

}  // namespace lanecrypt::tuning
