#include "chacha20/chacha20_plan.h"

#include "base/relaxed.h"
#include "cpu/policy.h"
#include "tuning/profile.h"

namespace lanecrypt {
namespace {

using tuning::Tuned;

struct Group {
    std::uint8_t blocks;
    Tuned number;
};
constexpr Group groups[] = {
    {1, Tuned::chacha20_group1_from}, {2, Tuned::chacha20_group2_from}, {4, Tuned::chacha20_group4_from},   {6, Tuned::chacha20_group6_from},
    {8, Tuned::chacha20_group8_from}, {9, Tuned::chacha20_group9_from}, {16, Tuned::chacha20_group16_from}, {32, Tuned::chacha20_group32_from},
};
constexpr int group_count = sizeof groups / sizeof groups[0];

bool has(const std::uint8_t* shapes, std::uint8_t shape)
{
    for (; *shapes != 0; ++shapes)
        if (*shapes == shape) return true;
    return false;
}

}  // namespace

ChaCha20Plan chacha20_changed_plan(const ChaCha20Plan& base, const std::uint8_t* shapes, const ChaCha20GroupFrom* changes, int count,
                                   std::uint32_t batch) noexcept
{
    constexpr unsigned limit = ChaCha20Plan::limit, never = limit + 1;
    // Blocks left from which each shape is taken, where no larger one is.
    unsigned from[ChaCha20Plan::one_scalar + 1];
    for (unsigned& f : from) f = never;
    for (unsigned n = limit; n != 0; --n) from[base.next[n]] = n;
    for (int i = 0; i < count; ++i)
        if (changes[i].from != 0 && has(shapes, changes[i].blocks)) from[changes[i].blocks] = changes[i].from;
    // What is left when no group is taken: ordinary registers, or the smallest group there is.
    std::uint8_t least = shapes[0];
    if (has(shapes, ChaCha20Plan::one_scalar)) least = ChaCha20Plan::one_scalar;
    ChaCha20Plan plan = base;
    for (unsigned n = 1; n <= limit; ++n) {
        plan.next[n] = least;
        for (std::uint8_t shape = 1; shape < ChaCha20Plan::one_scalar; ++shape)
            if (from[shape] <= n) plan.next[n] = shape;
    }
    plan.next[0] = plan.next[1];
    if (batch != 0) plan.batch = static_cast<std::uint8_t>(batch);
    return plan;
}

ChaCha20PlanKind chacha20_plan_kind(const ChaCha20Tables& tables) noexcept
{
    const std::uint32_t wanted = tuning::value(Tuned::chacha20_plan), batch = tuning::number(Tuned::chacha20_batch);
    const bool slow = wanted == 0 ? (cpu::features() & F_VECTOR_LATENCY2) != 0 : wanted == 2;
    ChaCha20GroupFrom changes[group_count];
    bool any = batch != 0;
    for (int i = 0; i < group_count; ++i) {
        changes[i] = {groups[i].blocks, tuning::number(groups[i].number)};
        any = any || changes[i].from != 0;
    }
    if (!any) return slow ? ChaCha20PlanKind::slow : ChaCha20PlanKind::fast;
    const ChaCha20Ops& base = slow ? tables.slow : tables.fast;
    const ChaCha20Plan plan = chacha20_changed_plan(*base.plan, base.shapes, changes, group_count, batch);
    for (unsigned n = 0; n <= ChaCha20Plan::limit; ++n) store_relaxed(base.profile_plan->next[n], plan.next[n]);
    store_relaxed(base.profile_plan->batch, plan.batch);
    return ChaCha20PlanKind::profiled;
}

const ChaCha20Ops& chacha20_suited(const ChaCha20Tables& tables) noexcept
{
    const ChaCha20PlanKind kind = chacha20_plan_kind(tables);
    return kind == ChaCha20PlanKind::fast ? tables.fast : kind == ChaCha20PlanKind::slow ? tables.slow : tables.profiled;
}

}  // namespace lanecrypt
