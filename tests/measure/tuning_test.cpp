// Profiles: what is accepted, what is refused with which line, and that the choice follows.
#include "lanecrypt/tuning.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <thread>

#include "cpu/policy.h"
#include "lanecrypt/cpu.hpp"
#include "obfuscation/xor_ops.h"
#include "tuning/profile.h"

namespace lanecrypt::test {
namespace {

using tuning::Tuned;

class Tuning : public ::testing::Test {
protected:
    void SetUp() override { tuning::reset(); }
    void TearDown() override { tuning::reset(); }
};

std::string chosen_xor()
{
    for (const cpu::Implementation& i : cpu::implementations())
        if (std::string(i.primitive) == "xor" && i.choice == cpu::Choice::chosen) return i.isa;
    return "none";
}

TEST_F(Tuning, NumbersAreReplacedAndRestored)
{
    EXPECT_EQ(tuning::value(Tuned::cpu_registers), 512u);
    EXPECT_EQ(tuning::load("lanecrypt-tuning 1\ncpu.registers=256"), "");
    EXPECT_EQ(tuning::value(Tuned::cpu_registers), 256u);
    // A profile starts from the built-in table, not from the profile before it.
    EXPECT_EQ(tuning::load("lanecrypt-tuning 1\r\n  # nothing\r\n\r\n"), "");
    EXPECT_EQ(tuning::value(Tuned::cpu_registers), 512u);
}

TEST_F(Tuning, PreferredImplementationIsChosen)
{
    const std::string before = chosen_xor();
    EXPECT_EQ(tuning::load("lanecrypt-tuning 1\nxor.isa = portable\n"), "");
    EXPECT_EQ(chosen_xor(), "portable");
    tuning::reset();
    EXPECT_EQ(chosen_xor(), before);
}

TEST_F(Tuning, TheLimitIsStrongerThanThePreference)
{
    dispatch::SlotCore& slot = dispatch::xor_slot;
    if (slot.size() < 2 || (cpu::runnable() & cpu::row_bit(slot[0].isa)) == 0) GTEST_SKIP() << "one implementation runs here";
    const std::string best = isa_rows[static_cast<int>(slot[0].isa)].name;
    EXPECT_EQ(tuning::load("lanecrypt-tuning 1\nxor.isa = " + best), "");
    ASSERT_TRUE(cpu::limit("portable"));
    EXPECT_EQ(chosen_xor(), "portable");
    ASSERT_TRUE(cpu::limit(nullptr));
}

TEST_F(Tuning, NarrowRegistersKeep512BitRowsOut)
{
    EXPECT_EQ(tuning::load("lanecrypt-tuning 1\ncpu.registers = 256\n"), "");
    for (const cpu::Implementation& i : cpu::implementations()) {
        const std::string isa = i.isa;
        if (isa != "avx512" && isa != "avx512ifma") continue;
        EXPECT_NE(i.choice, cpu::Choice::chosen) << i.primitive;
        if (i.choice == cpu::Choice::limited) {
            EXPECT_EQ(i.reason, "switched off by the tuning profile");
        }
    }
}

TEST_F(Tuning, BadProfilesNameTheLineAndLeaveTheBuiltInTable)
{
    const std::pair<std::string, std::string> cases[] = {
        {"", "line 1: the first line is not \"lanecrypt-tuning 1\": ''"},
        {"lanecrypt-tuning 2\n", "line 1: the first line is not \"lanecrypt-tuning 1\": 'lanecrypt-tuning 2'"},
        {"lanecrypt-tuning 1\ncpu.registers = 256\nno.such = 1\n", "line 3: unknown name: 'no.such'"},
        {"lanecrypt-tuning 1\ncpu.registers\n", "line 2: not of the form \"name = number\": 'cpu.registers'"},
        {"lanecrypt-tuning 1\ncpu.registers = \n", "line 2: not a number: ''"},
        {"lanecrypt-tuning 1\ncpu.registers = 256k\n", "line 2: not a number: '256k'"},
        {"lanecrypt-tuning 1\ncpu.registers = -1\n", "line 2: not a number: '-1'"},
        {"lanecrypt-tuning 1\ncpu.registers = 99999999999\n", "line 2: not a number: '99999999999'"},
        {"lanecrypt-tuning 1\ncpu.registers = 255\n", "line 2: outside the limits of this number: '255'"},
        {"lanecrypt-tuning 1\ncpu.registers = 513\n", "line 2: outside the limits of this number: '513'"},
        {"lanecrypt-tuning 1\ncpu.registers = 256\n#\ncpu.registers = 256\n", "line 4: stands twice: 'cpu.registers'"},
        {"lanecrypt-tuning 1\nxor.isa = avx9\n", "line 2: no such instruction set: 'avx9'"},
        {"lanecrypt-tuning 1\nxro.isa = portable\n", "line 2: no such primitive: 'xro'"},
        {"lanecrypt-tuning 1\nxor.isa = ssse3\n", "line 2: this build has no such implementation: 'ssse3'"},
        {"lanecrypt-tuning 1\nxor.isa = portable\nxor.isa = portable\n", "line 3: stands twice: 'xor'"},
        {std::string("lanecrypt-tuning 1\n\0\x1b[31m\n", 26), "line 2: not of the form \"name = number\": '??[31m'"},
        {"lanecrypt-tuning 1\n" + std::string(200, 'x'), "line 2: not of the form \"name = number\": '" + std::string(60, 'x') + "'"},
        {std::string(16385, '\n'), "larger than 16 KiB"},
    };
    for (const auto& [text, want] : cases) {
        ASSERT_EQ(tuning::load("lanecrypt-tuning 1\ncpu.registers = 256\nxor.isa = portable\n"), "");
        EXPECT_EQ(tuning::load(text), want);
        EXPECT_EQ(tuning::value(Tuned::cpu_registers), 512u) << want;
        EXPECT_EQ(dispatch::xor_slot.preferred(), -1) << want;
    }
}

TEST_F(Tuning, FilesAreNamedInTheMessage)
{
    EXPECT_EQ(tuning::load_file("/no/such/profile"), "/no/such/profile: cannot be opened");
    const std::string path = ::testing::TempDir() + "lanecrypt_profile.txt";
    std::ofstream(path) << "lanecrypt-tuning 1\ncpu.registers = 256\n";
    EXPECT_EQ(tuning::load_file(path.c_str()), "");
    EXPECT_EQ(tuning::value(Tuned::cpu_registers), 256u);
    std::remove(path.c_str());
}

TEST_F(Tuning, TheListHasEveryNumberWithinItsLimits)
{
    const auto list = tuning::numbers();
    ASSERT_EQ(list.size(), static_cast<std::size_t>(tuning::tuned_count));
    for (const tuning::Number& n : list) {
        EXPECT_EQ(n.value, n.built_in) << n.name;
        // Both ends of the limits are accepted, the values beyond them are not.
        const std::string line = std::string("lanecrypt-tuning 1\n") + n.name + " = ";
        EXPECT_EQ(tuning::load(line + std::to_string(n.least)), "");
        EXPECT_EQ(tuning::load(line + std::to_string(n.most)), "");
        EXPECT_NE(tuning::load(line + std::to_string(std::uint64_t{n.most} + 1)), "");
    }
}

TEST_F(Tuning, ManyThreadsLoadAndRead)
{
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t)
        threads.emplace_back([t] {
            for (int i = 0; i < 200; ++i) {
                if (t == 0) (void)tuning::load(i % 2 == 0 ? "lanecrypt-tuning 1\ncpu.registers = 256\n" : "lanecrypt-tuning 1\n");
                const std::uint32_t n = tuning::value(Tuned::cpu_registers);
                EXPECT_TRUE(n == 256 || n == 512) << n;
                std::uint8_t byte[40] = {};
                dispatch::xor_slot.get().apply(byte, sizeof byte, 0);
            }
        });
    for (std::thread& t : threads) t.join();
}

TEST(TuningEnvironment, DISABLED_GoodFile)
{
    EXPECT_EQ(chosen_xor(), "portable");
    EXPECT_EQ(tuning::value(Tuned::cpu_registers), 256u);
    EXPECT_EQ(tuning::environment_problem(), "");
}

TEST(TuningEnvironment, DISABLED_BadFile)
{
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(tuning::value(Tuned::cpu_registers), 512u);
    (void)cpu::implementations();
    const std::string said = ::testing::internal::GetCapturedStderr();
    EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
    EXPECT_NE(said.find("bad.txt: line 3: not a number: '300x'; the built-in table is used"), std::string::npos) << said;
    EXPECT_NE(tuning::environment_problem().find("line 3"), std::string::npos);
    EXPECT_NE(cpu::report().find("bad.txt: line 3"), std::string::npos);
}

}  // namespace
}  // namespace lanecrypt::test
