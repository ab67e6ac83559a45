// `tune` on tables that are wrong on purpose, right, and wrong in part.
#include "tune/tune.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "fake_work.h"
#include "lanecrypt/tuning.hpp"
#include "tune/experiments.h"
#include "tuning/profile.h"

namespace lanecrypt::test {
namespace {

using namespace cli;
using measure::Call;
using measure::Work;

std::atomic<int> number{0};

// A cell whose work takes cost(number) passes.
Work cell(std::size_t len, int (*cost)(int))
{
    Work work = fake_work(len);
    work.contenders = {{"lanecrypt", measure::Kind::library, false, measure::repeat([cost](const Call& c) { mix(c, cost(number)); })}};
    return work;
}

Experiment experiment(std::vector<int> values, std::vector<Work> cells)
{
    Experiment e;
    e.name = "fake.number";
    for (const int v : values) e.values.push_back(std::to_string(v));
    e.use = [values](std::size_t i) { number = values[i]; };
    e.cells = std::move(cells);
    return e;
}

TuneOptions quick()
{
    TuneOptions o;
    o.first.seconds = 0.003;
    return o;
}

int best_at_5(int v) { return 2 + std::abs(v - 5); }
int always_two(int) { return 2; }
int large_is_bad(int v) { return v; }

TEST(Tune, FindsThatTheTableIsWrong)
{
    const Finding f = tune(experiment({12, 2, 4, 5, 6, 8}, {cell(200, best_at_5), cell(500, best_at_5)}), quick(), measure::Counters());
    EXPECT_EQ(f.table, "12");
    EXPECT_EQ(f.machine, "5");
    EXPECT_NEAR(f.whole.value, 2.0 / 9, 0.05);
    EXPECT_EQ(f.cells.size(), 2u);
    EXPECT_EQ(number, 12) << "the table's value must be in force afterwards";
    EXPECT_NE(text({f}).find("fake.number"), std::string::npos);
}

TEST(Tune, LeavesATableThatIsRight)
{
    const Finding f = tune(experiment({5, 2, 4, 6, 12}, {cell(200, best_at_5), cell(300, always_two)}), quick(), measure::Counters());
    EXPECT_EQ(f.machine, "5");
    EXPECT_TRUE(f.cells.empty());
}

TEST(Tune, DoesNotTradeOneSizeForAnother)
{
    // 5 makes the first cell faster and the second slower than 3.
    const Finding f = tune(experiment({3, 5}, {cell(200, best_at_5), cell(200, large_is_bad)}), quick(), measure::Counters());
    EXPECT_EQ(f.machine, "3");
}

TEST(Tune, NothingToDecide)
{
    EXPECT_EQ(tune(experiment({1, 9, 17}, {cell(200, always_two)}), quick(), measure::Counters()).machine, "1");
    EXPECT_FALSE(tune(experiment({1}, {cell(200, always_two)}), quick(), measure::Counters()).measured);
    EXPECT_FALSE(tune(experiment({1, 2}, {}), quick(), measure::Counters()).measured);
}

TEST(Tune, AWrongResultIsNoImprovement)
{
    Work work = fake_work(200);
    work.contenders = {{"lanecrypt", measure::Kind::library, false, measure::repeat([](const Call& c) {
                            if (number == 1) mix(c, 2);
                        })}};
    EXPECT_EQ(tune(experiment({1, 2}, {work}), quick(), measure::Counters()).machine, "1");
}

TEST(Tune, WritesAProfileThatLoadsAndAPatchOfTheRow)
{
    Finding f;
    f.name = "sha256.wide_from";
    f.table = "0";
    f.machine = "6";
    f.cells.resize(3);
    Finding same;
    same.name = "cpu.registers";
    same.table = same.machine = "512";
    Finding choice;
    choice.name = "xor.isa";
    choice.table = "avx2";
    choice.machine = "portable";
    const std::string profile = profile_text({f, same, choice}, "a machine");
    EXPECT_EQ(profile.find("cpu.registers"), std::string::npos);
    EXPECT_EQ(tuning::load(profile), "") << profile;
    EXPECT_EQ(tuning::value(tuning::Tuned::sha256_wide_from), 6u);
    tuning::reset();

    const std::string patch = patch_text({f, same, choice});
    EXPECT_NE(patch.find("# xor.isa = portable"), std::string::npos);
    // The removed line is the line of that number in the file.
    std::ifstream file(std::string(LANECRYPT_SOURCE_DIR) + "/src/tuning/parameters.def");
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    std::istringstream in(patch);
    std::size_t at = 0;
    for (std::string line; std::getline(in, line);) {
        if (line.rfind("@@ -", 0) == 0) at = std::stoul(line.substr(4));
        if (line.rfind("-LANECRYPT", 0) == 0) {
            EXPECT_EQ(line.substr(1), lines.at(at - 1));
        }
        if (line.rfind("+LANECRYPT", 0) == 0) {
            EXPECT_NE(line.find("\"sha256.wide_from\", 6, 0, 64"), std::string::npos) << line;
        }
    }
    EXPECT_GT(at, 0u);
    EXPECT_EQ(patch_text({same}), "");
}

TEST(Tune, TheRealExperimentsPutTheirValuesInForceAndBack)
{
    tuning::reset();
    for (const Experiment& e : experiments({})) {
        ASSERT_FALSE(e.values.empty()) << e.name;
        for (std::size_t i = 0; i < e.values.size(); ++i) {
            e.use(i);
            if (e.name.find(".isa") != std::string::npos) continue;
            for (const tuning::Number& n : tuning::numbers())
                if (e.name == n.name) {
                    EXPECT_EQ(std::to_string(n.value), e.values[i]) << e.name;
                }
        }
        e.use(0);
    }
    for (const tuning::Number& n : tuning::numbers()) EXPECT_EQ(n.value, n.built_in) << n.name;
    tuning::reset();
}

// A real number, made wrong: one that switches the wide kernel off where the machine has one that pays.
TEST(Tune, FindsARealNumberMadeWrong)
{
    std::vector<Work> cells;
    for (Work& w : library_cells({"xor"}))
        if (w.len == 4096) cells.push_back(std::move(w));
    ASSERT_EQ(cells.size(), 1u);
    Experiment e;
    for (Experiment& x : experiments({"xor"}))
        if (x.name == "xor.isa") e = std::move(x);
    if (e.values.size() < 2) GTEST_SKIP() << "one vector implementation runs here";
    e.cells = cells;
    // The table's place is taken by the portable implementation.
    e.values[0] = "portable";
    const auto use = e.use;
    e.use = [use](std::size_t i) {
        if (i == 0) (void)tuning::load("lanecrypt-tuning 1\nxor.isa = portable\n");
        else use(i);
    };
    TuneOptions o = quick();
    o.first.seconds = 0.01;
    const Finding f = tune(e, o, measure::Counters());
    tuning::reset();
    EXPECT_NE(f.machine, "portable");
    EXPECT_LT(f.whole.value, 0.9);
}

// Every number that decides about much, made wrong by a profile: what `tune --from` finds.
struct Wrong {
    const char* profile;  // the implementation whose number it is, where the machine would choose another; then the number
    const char* name;
    const char* primitive;
    const char* group;  // the beginning of the name of the group of cells that shows it
    const char* label;
};
constexpr Wrong wrong_numbers[] = {
    {"chacha20.group2_from = 41\n", "chacha20.group2_from", "chacha20", "one message", "128 B"},
    {"chacha20.group4_from = 41\n", "chacha20.group4_from", "chacha20", "one message", "256 B"},
    {"chacha20.group8_from = 41\n", "chacha20.group8_from", "chacha20", "one message", "512 B"},
        {"chacha20.isa = avx512\nchacha20.group16_from = 41\nchacha20.group32_from = 41\n", "chacha20.group16_from", "chacha20", "one message", "1024 B"},
    {"chacha20.batch = 1\n", "chacha20.batch", "aead_many", "seal", "64 x 64 B"},
    {"poly1305.isa = portable\npoly1305.half_log2 = 1\n", "poly1305.half_log2", "poly1305", "one message", "16 KiB"},
    {"poly1305.isa = portable\npoly1305.two_chains_from = 60000\n", "poly1305.two_chains_from", "poly1305", "one message", "16 KiB"},
    {"poly1305.isa = avx512ifma\npoly1305.ifma_from = 64\n", "poly1305.ifma_from", "poly1305", "one message", "576 B"},
    {"poly1305.isa = avx2\npoly1305.vector4_from = 16\n", "poly1305.vector4_from", "poly1305", "one message", "256 B"},
    {"aead.isa = avx512ifma\npoly1305.lane_blocks = 0\n", "poly1305.lane_blocks", "aead_many", "seal", "64 x 64 B"},
    {"aead.isa = avx512ifma\npoly1305.lanes_from = 9\n", "poly1305.lanes_from", "aead_many", "seal", "64 x 64 B"},
    {"aead.isa = portable\naead.piece_blocks = 1\n", "aead.piece_blocks", "aead", "seal", "16 KiB"},
    {"aead.open_ahead_blocks = 1\n", "aead.open_ahead_blocks", "aead", "open", "256 B"},
    {"sha256.wide_from = 64\nsha256.streams = 1\n", "sha256.wide_from", "sha256", "many messages", "n = 16"},
    {"siphash.lanes_from = 33\n", "siphash.lanes_from", "siphash", "SipHash-2-4, 1024 scripts", "scripts"},
    {"siphash.wide_from = 33\n", "siphash.wide_from", "siphash", "SipHash-2-4, 1024 scripts", "scripts"},
    {"packets.shared_lanes_limit = 0\n", "packets.shared_lanes_limit", "aead_many", "seal", "64 x 64 B"},
    {"packets.depth_limit = 1\npackets.first_depth = 1\n", "packets.depth_limit", "bip324", "seal", "64 B"},
};

TEST(Tune, FindsNumbersMadeWrong)
{
    std::size_t found = 0;
    for (const Wrong& wrong : wrong_numbers) {
        const std::string profile = std::string("lanecrypt-tuning 1\n") + wrong.profile;
        SCOPED_TRACE(profile);
        if (const std::string problem = tuning::load(profile); !problem.empty()) continue;  // no such implementation in this build
        Experiment e;
        for (Experiment& x : experiments({wrong.primitive}))
            if (x.name == wrong.name) e = std::move(x);
        std::erase_if(e.cells, [&](const Work& w) { return w.group.rfind(wrong.group, 0) != 0 || w.label != wrong.label; });
        if (e.values.size() < 2 || e.cells.empty()) {  // nothing that this machine chooses reads it
            std::printf("[ not run  ] %s: %s\n", wrong.name, e.why_not.c_str());
            continue;
        }
        EXPECT_EQ(e.cells.size(), 1u);
        EXPECT_FALSE(e.built_in);
        TuneOptions o = quick();
        o.first.seconds = 0.01;
        const Finding f = tune(e, o, measure::Counters());
        EXPECT_NE(f.machine, f.table);
        std::printf("[  found   ] %-26s %5s -> %5s: %.3f [%.3f %.3f]\n", f.name.c_str(), f.table.c_str(), f.machine.c_str(), f.whole.value, f.whole.low, f.whole.high);
        found += f.machine != f.table;
    }
    tuning::reset();
    EXPECT_GE(found, 8u);
}

// A profile of what was found keeps what the questioned profile said.
TEST(Tune, AProfileKeepsWhatWasNotChanged)
{
    Finding kept, built_in;
    kept.name = "sha256.streams";
    kept.table = kept.machine = "2";
    kept.built_in = false;
    built_in.name = "packets.group";
    built_in.table = built_in.machine = "16";
    const std::string profile = profile_text({kept, built_in}, "a machine");
    EXPECT_NE(profile.find("sha256.streams = 2\n"), std::string::npos) << profile;
    EXPECT_EQ(profile.find("packets.group"), std::string::npos) << profile;
}

// Every number of the table has its experiment.
TEST(Tune, AsksAboutEveryNumber)
{
    tuning::reset();
    const std::vector<Experiment> all = experiments({});
    for (const tuning::Number& n : tuning::numbers())
        EXPECT_EQ(std::count_if(all.begin(), all.end(), [&](const Experiment& e) { return e.name == n.name; }), 1) << n.name;
}

}  // namespace
}  // namespace lanecrypt::test
