// Plans that a profile describes: what they say, and that every one of them gives the same results.
#include "chacha20/chacha20_plan.h"

#include "chacha20/chacha20_tables.h"
#include "lanecrypt/tuning.hpp"

namespace lanecrypt::test {
namespace {

constexpr std::uint8_t one = ChaCha20Plan::one_scalar;

bool is_shape(const ChaCha20Ops& ops, std::uint8_t shape)
{
    for (const std::uint8_t* s = ops.shapes; *s != 0; ++s)
        if (*s == shape) return true;
    return false;
}

TEST(ChaCha20Profile, NoNumbersIsThePlanItself)
{
    for_each_table([](const ChaCha20Ops& ops, const std::string&) {
        const ChaCha20Plan plan = chacha20_changed_plan(*ops.plan, ops.shapes, nullptr, 0, 0);
        EXPECT_EQ(std::memcmp(&plan, ops.plan, sizeof plan), 0);
    });
}

TEST(ChaCha20Profile, NumbersMoveTheirGroups)
{
    const std::uint8_t shapes[] = {one, 1, 2, 4, 8, 0};
    ChaCha20Plan base{};
    for (unsigned n = 0; n <= ChaCha20Plan::limit; ++n) base.next[n] = n <= 1 ? one : n == 2 ? 2 : n <= 4 ? 4 : 8;
    base.batch = 8;
    const ChaCha20GroupFrom later[] = {{8, 7}, {16, 3}};
    ChaCha20Plan plan = chacha20_changed_plan(base, shapes, later, 2, 5);
    EXPECT_EQ(plan.next[6], 4);
    EXPECT_EQ(plan.next[7], 8);
    EXPECT_EQ(plan.next[40], 8) << "there is no group of 16";
    EXPECT_EQ(plan.batch, 5);
    const ChaCha20GroupFrom never[] = {{2, 41}, {4, 41}, {8, 41}};
    plan = chacha20_changed_plan(base, shapes, never, 3, 0);
    for (unsigned n = 0; n <= ChaCha20Plan::limit; ++n) EXPECT_EQ(plan.next[n], one) << n;
    EXPECT_EQ(plan.batch, 8);
    const ChaCha20GroupFrom early[] = {{1, 1}, {8, 2}};
    plan = chacha20_changed_plan(base, shapes, early, 2, 0);
    EXPECT_EQ(plan.next[1], 1);
    EXPECT_EQ(plan.next[2], 8);
    EXPECT_EQ(plan.next[3], 8);
}

// The tables that use the profile's plan, with plans at random.
TEST(ChaCha20Profile, AnyPlanGivesTheSameResults)
{
    Rng rng(71);
    const Bytes key = rng.bytes(32), text = rng.bytes(3200);
    const Bytes keystream = ref_keystream(key.data(), 7, 9, text.size() + 64);
    const std::size_t step = quick() ? 37 : 11;
    for_each_table([&](const ChaCha20Ops& ops, const std::string&) {
        if (ops.slow_vectors == nullptr) return;  // once for each instruction set
        const ChaCha20Ops& profiled = reinterpret_cast<const ChaCha20Tables&>(ops).profiled;
        ASSERT_EQ(profiled.plan, ops.profile_plan);
        for (int round = 0; round < 12; ++round) {
            ChaCha20GroupFrom changes[8];
            int count = 0;
            for (const unsigned blocks : {1u, 2u, 4u, 6u, 8u, 9u, 16u, 32u}) changes[count++] = {static_cast<std::uint8_t>(blocks), static_cast<std::uint32_t>(rng.below(42))};
            *ops.profile_plan = chacha20_changed_plan(*ops.plan, ops.shapes, changes, count, static_cast<std::uint32_t>(rng.below(33)));
            for (const std::uint8_t shape : ops.profile_plan->next) ASSERT_TRUE(is_shape(ops, shape));
            Bytes out(text.size());
            for (std::size_t len = 0; len <= text.size(); len += 1 + rng.below(step)) {
                std::uint8_t head[64];
                profiled.head_and_run(head, {out.data(), text.data(), len, key.data(), 7, 9});
                ASSERT_EQ(std::memcmp(head, keystream.data(), 64), 0) << len;
                for (std::size_t i = 0; i < len; ++i) ASSERT_EQ(out[i], text[i] ^ keystream[64 + i]) << len;
                // Three runs that share lanes.
                const std::size_t a = len / 3, b = len / 2;
                const ChaCha20Run runs[] = {{out.data(), text.data(), a, key.data(), 7, 9},
                                            {out.data() + a, text.data() + a, b - a, key.data(), 7, 9},
                                            {out.data() + b, nullptr, len - b, key.data(), 7, 9}};
                profiled.runs(runs, 3);
                for (std::size_t i = 0; i < a; ++i) ASSERT_EQ(out[i], text[i] ^ keystream[i]) << len;
                for (std::size_t i = a; i < b; ++i) ASSERT_EQ(out[i], text[i] ^ keystream[i - a]) << len;
                for (std::size_t i = b; i < len; ++i) ASSERT_EQ(out[i], keystream[i - b]) << len;
            }
        }
        *ops.profile_plan = *ops.plan;
    });
}

// A profile reaches the tables in use, and leaves them again.
TEST(ChaCha20Profile, IsPutInForceThroughTheSlot)
{
    tuning::reset();
    const ChaCha20Ops* const built_in = &dispatch::chacha20_slot.get();
    ASSERT_EQ(tuning::load("lanecrypt-tuning 1\nchacha20.batch = 3\n"), "");
    const ChaCha20Ops& in_use = dispatch::chacha20_slot.get();
    EXPECT_NE(&in_use, built_in);
    EXPECT_EQ(in_use.plan->batch, 3);
    EXPECT_EQ(in_use.isa, built_in->isa);
    for (unsigned n = 0; n <= ChaCha20Plan::limit; ++n) EXPECT_EQ(in_use.plan->next[n], built_in->plan->next[n]) << n;
    tuning::reset();
    EXPECT_EQ(&dispatch::chacha20_slot.get(), built_in);
}

}  // namespace
}  // namespace lanecrypt::test
