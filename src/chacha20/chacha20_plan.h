// The plan that a profile describes.
#pragma once
#include "chacha20/chacha20_ops.h"

namespace lanecrypt {

// The numbers of a profile: for each group of `blocks`, from how many blocks left on it is taken.
struct ChaCha20GroupFrom {
    std::uint8_t blocks;
    std::uint32_t from;  // 0: as in the plan; above ChaCha20Plan::limit: never
};

// `base` with other numbers for some groups; those that the kernel does not have are passed over. `shapes` as in ChaCha20Ops.
// batch 0: as in the plan.
ChaCha20Plan chacha20_changed_plan(const ChaCha20Plan& base, const std::uint8_t* shapes, const ChaCha20GroupFrom* groups, int count,
                                   std::uint32_t batch) noexcept;

// The tables of a kernel by the plans they use.
enum class ChaCha20PlanKind : std::uint8_t { fast, slow, profiled };
// What this processor and the profile in force want. Where that is the profile's, it has become the kernel's plan.
ChaCha20PlanKind chacha20_plan_kind(const ChaCha20Tables& tables) noexcept;
const ChaCha20Ops& chacha20_suited(const ChaCha20Tables& tables) noexcept;

}  // namespace lanecrypt
