// Slots of the test's own: what is chosen under a limit, a failing self-test, a preference, and from many threads.
#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "cpu/policy.h"
#include "dispatch/report.h"
#include "dispatch/traps.h"
#include "lanecrypt/lanecrypt.h"

namespace lanecrypt::test {
namespace {

// A machine-independent slot: every implementation is of a row that any machine runs.
struct FakeOps {
    Isa isa;
    int number;
};
constexpr FakeOps first{Isa::portable, 1}, second{Isa::portable, 2}, last{Isa::portable, 3};
constexpr dispatch::Impl three[] = {{&first, Isa::portable}, {&second, Isa::portable}, {&last, Isa::portable}};

std::atomic<int> tests_run{0};
int broken = 0;  // bit n: the self-test of implementation n fails
bool fake_self_test(const FakeOps& ops)
{
    ++tests_run;
    return (broken >> ops.number & 1) == 0;
}

TEST(Slot, TakesTheFirstThatPasses)
{
    dispatch::Slot<FakeOps> slot{"fake", three, 3, dispatch::self_test_thunk<FakeOps, fake_self_test>};
    broken = 0;
    tests_run = 0;
    EXPECT_EQ(slot.get().number, 1);
    EXPECT_EQ(slot.get().number, 1);
    EXPECT_EQ(tests_run, 1);  // one self-test, once
    EXPECT_EQ(slot.tested(0), dispatch::Tested::passed);
    EXPECT_EQ(slot.tested(1), dispatch::Tested::not_yet);
}

TEST(Slot, SkipsAFailingSelfTestAndSaysSo)
{
    dispatch::Slot<FakeOps> slot{"fake", three, 3, dispatch::self_test_thunk<FakeOps, fake_self_test>};
    broken = 1 << 1;
    EXPECT_EQ(slot.get().number, 2);
    const auto report = cpu::implementations_of(slot);
    ASSERT_EQ(report.size(), 3u);
    EXPECT_EQ(report[0].choice, cpu::Choice::failed);
    EXPECT_NE(report[0].reason.find("FAILED"), std::string::npos);
    EXPECT_EQ(report[1].choice, cpu::Choice::chosen);
    EXPECT_EQ(report[2].choice, cpu::Choice::slower);
    // Remembered: choosing again does not try it again.
    tests_run = 0;
    slot.resolve();
    EXPECT_EQ(slot.get().number, 2);
    EXPECT_EQ(tests_run, 0);
    broken = 0;
}

TEST(Slot, ThePortableOneIsTakenEvenIfAllFail)
{
    dispatch::Slot<FakeOps> slot{"fake", three, 3, dispatch::self_test_thunk<FakeOps, fake_self_test>};
    broken = 0xff;
    EXPECT_EQ(slot.get().number, 3);
    const auto report = cpu::implementations_of(slot);
    EXPECT_EQ(report[2].choice, cpu::Choice::chosen);
    EXPECT_NE(report[2].reason.find("FAILED"), std::string::npos);
    broken = 0;
}

// Rows that no machine has together: the wrong architecture's is never chosen and the report says what is missing.
TEST(Slot, OtherArchitecturesAreNotChosen)
{
    static constexpr FakeOps x86{Isa::sse2, 1}, arm{Isa::neon, 2}, any{Isa::portable, 3};
    static constexpr dispatch::Impl impls[] = {{&x86, Isa::sse2}, {&arm, Isa::neon}, {&any, Isa::portable}};
    static_assert(sizeof impls / sizeof impls[0] == 3);
    dispatch::Slot<FakeOps> slot{"fake", impls, 3, dispatch::self_test_thunk<FakeOps, fake_self_test>};
    const int got = slot.get().number;
    int unsupported = 0;
    for (const auto& impl : cpu::implementations_of(slot))
        if (impl.choice == cpu::Choice::unsupported) {
            ++unsupported;
            EXPECT_NE(impl.reason.find("lacks"), std::string::npos);
        }
    EXPECT_GE(unsupported, 1);
    EXPECT_EQ((cpu::runnable() & cpu::row_bit(Isa::sse2)) != 0, got == 1);
}

TEST(Slot, LimitedOnesAreReportedAsSuch)
{
    const Isa best = (cpu::runnable() & cpu::row_bit(Isa::sse2)) != 0 ? Isa::sse2 : (cpu::runnable() & cpu::row_bit(Isa::neon)) != 0 ? Isa::neon : Isa::portable;
    if (best == Isa::portable) GTEST_SKIP() << "nothing but portable here";
    const FakeOps fast{best, 1}, any{Isa::portable, 3};
    const dispatch::Impl impls[] = {{&fast, best}, {&any, Isa::portable}};
    dispatch::Slot<FakeOps> slot{"fake", impls, 2, dispatch::self_test_thunk<FakeOps, fake_self_test>};
    EXPECT_EQ(slot.get().number, 1);
    ASSERT_EQ(lanecrypt_cpu_limit("portable"), LANECRYPT_OK);
    slot.resolve();
    EXPECT_EQ(slot.get().number, 3);
    EXPECT_EQ(cpu::implementations_of(slot)[0].choice, cpu::Choice::limited);
    ASSERT_EQ(lanecrypt_cpu_limit(nullptr), LANECRYPT_OK);
    slot.resolve();
    EXPECT_EQ(slot.get().number, (cpu::usable_rows() & cpu::row_bit(best)) != 0 ? 1 : 3);
}

TEST(Slot, FirstUseFromManyThreads)
{
    for (int round = 0; round < 20; ++round) {
        dispatch::Slot<FakeOps> slot{"fake", three, 3, dispatch::self_test_thunk<FakeOps, fake_self_test>};
        std::atomic<int> wrong{0};
        run_threads(64, [&](int) {
            if (slot.get().number != 1) ++wrong;
        });
        EXPECT_EQ(wrong, 0);
    }
}

}  // namespace
}  // namespace lanecrypt::test
