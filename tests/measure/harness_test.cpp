// The harness: what it refuses, where it puts the memory, what it finds.
#include "measure/harness.h"

#include <gtest/gtest.h>

#include <set>

#include "fake_work.h"
#include "measure/clock.h"

namespace lanecrypt::test {
namespace {

using namespace measure;

Options quick()
{
    Options o;
    o.seconds = 0.004;
    return o;
}

TEST(Verify, AcceptsWorkThatIsDone) { EXPECT_EQ(verify(fake_work(), contender("good", 1), 1), ""); }

TEST(Verify, RefusesWhatComputesNothing)
{
    const Contender empty{"empty", Kind::own, false, repeat([](const Call&) {})};
    EXPECT_NE(verify(fake_work(), empty, 1).find("wrong result: byte 0 of call 1"), std::string::npos);
    const Contender never{"never", Kind::own, false, [](const Places&, std::size_t) {}};
    EXPECT_NE(verify(fake_work(), never, 1), "");
}

TEST(Verify, RefusesOneWrongBitInTheLastByte)
{
    const Contender wrong{"wrong", Kind::own, false, repeat([](const Call& c) {
                              mix(c, 1);
                              c.out[7] ^= 0x80;
                          })};
    EXPECT_NE(verify(fake_work(), wrong, 1).find("byte 7"), std::string::npos);
}

TEST(Verify, RefusesWhatMakesOnlyTheFirstCall)
{
    const Contender lazy{"lazy", Kind::own, false, [](const Places& p, std::size_t) { mix(Call{p.out + p.out_at[0], p.in + p.in_at[0], p.len}, 1); }};
    EXPECT_NE(verify(fake_work(), lazy, 1).find("of call 2"), std::string::npos);
}

TEST(Verify, WorkInPlace)
{
    Work work = fake_work();
    work.in_place = true;
    work.out_size = work.in_size;
    work.reference = [](const Call& c) {
        for (std::size_t i = 0; i < c.len; ++i) c.out[i] ^= 0x5a;
    };
    const Contender good{"good", Kind::own, false, repeat([](const Call& c) {
                             for (std::size_t i = c.len; i-- > 0;) c.out[i] = static_cast<std::uint8_t>(c.in[i] ^ 0x5a);
                         })};
    EXPECT_EQ(verify(work, good, 1), "");
    EXPECT_NE(verify(work, Contender{"empty", Kind::own, false, repeat([](const Call&) {})}, 1), "");
}

TEST(Measure, RefusedContendersAreNotTimedAndOthersAre)
{
    Work work = fake_work();
    work.contenders = {contender("good", 1), {"empty", Kind::own, false, repeat([](const Call&) {})}};
    const Cell cell = measure::measure(work, quick(), Counters());
    EXPECT_EQ(cell.timings[0].refused, "");
    EXPECT_GE(cell.timings[0].ns.size(), 12u);
    EXPECT_NE(cell.timings[1].refused, "");
    EXPECT_TRUE(cell.timings[1].ns.empty());
    EXPECT_EQ(cell.fastest(), &cell.timings[0]);
}

// The first calls are right, so that the check of the result passes; afterwards nothing is done.
TEST(Measure, RefusesWorkWhoseTimeDoesNotGrow)
{
    Work work = fake_work();
    work.contenders = {{"memo", Kind::own, false, [done = std::size_t{0}](const Places& p, std::size_t n) mutable {
                            for (; done < 200 && n != 0; --n, ++done) {
                                const std::size_t k = (n - 1) & p.mask;
                                mix(Call{p.out + p.out_at[k], p.in + p.in_at[k], p.len}, 1);
                            }
                        }}};
    const Cell cell = measure::measure(work, quick(), Counters());
    EXPECT_NE(cell.timings[0].refused.find("does not grow"), std::string::npos) << cell.timings[0].refused;
}

TEST(Measure, TwiceTheWorkIsSlowerAndTheSameWorkIsNot)
{
    Work work = fake_work(400);
    work.contenders = {contender("once", 1), contender("twice", 2), contender("again", 1)};
    Options o = quick();
    o.seconds = 0.03;
    const Cell cell = measure::measure(work, o, Counters());
    const Ratio twice = cell.ratio(cell.timings[1], cell.timings[0]);
    EXPECT_EQ(twice.verdict, Verdict::slower);
    EXPECT_NEAR(twice.value, 2, 0.3);
    EXPECT_NEAR(cell.ratio(cell.timings[2], cell.timings[0]).value, 1, 0.05);
    EXPECT_EQ(cell.ghz.size(), cell.timings[0].ns.size());
}

TEST(Measure, AChainOfCallsTakesLongerThanIndependentCalls)
{
    // 16 dependent multiplications of one word: independent calls overlap, chained ones cannot.
    Work work = fake_work(8);
    const auto steps = [](const Call& c) {
        std::uint64_t x;
        std::memcpy(&x, c.in, 8);
        for (int i = 0; i < 16; ++i) x = x * 0x9e3779b97f4a7c15u + 1;
        std::memcpy(c.out, &x, 8);
    };
    work.reference = steps;
    work.contenders = {{"steps", Kind::own, false, repeat(steps)}};
    Options o = quick();
    const Cell free = measure::measure(work, o, Counters());
    o.chain = true;
    const Cell chained = measure::measure(work, o, Counters());
    EXPECT_GT(chained.timings[0].time.min, 1.5 * free.timings[0].time.min);
}

TEST(Memory, CopiesStayInsideAndApart)
{
    for (const bool in_place : {false, true})
        for (const Cache cache : {Cache::warm, Cache::cold})
            for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{80}, std::size_t{4096}, std::size_t{100000}}) {
                if (cache == Cache::cold && size < 80) continue;  // the same with many more copies
                Work work = fake_work(size);
                work.in_place = in_place;
                if (in_place) work.out_size = size;
                Random random(size + in_place);
                Memory memory(work, cache, random);
                EXPECT_TRUE((memory.copies() & (memory.copies() - 1)) == 0);
                for (int round = 0; round < 3; ++round) {
                    memory.move(random);
                    const Places p = memory.places(false);
                    std::set<std::pair<std::size_t, std::size_t>> ranges;
                    for (std::size_t i = 0; i < memory.copies(); ++i) {
                        ranges.insert({p.out_at[i], p.out_at[i] + work.out_size});
                        EXPECT_EQ(p.out_at[i] % 8, 0u);
                        // Reading and writing both ends faults, or is seen by ASan, when they lie outside.
                        if (work.out_size != 0) p.out[p.out_at[i]] = p.out[p.out_at[i] + work.out_size - 1] = 1;
                        if (size != 0) {
                            EXPECT_GE(p.in[p.in_at[i]] + p.in[p.in_at[i] + size - 1], 0);
                        }
                        if (in_place) {
                            EXPECT_EQ(p.out + p.out_at[i], p.in + p.in_at[i]);
                        }
                    }
                    ASSERT_EQ(ranges.size(), memory.copies());
                    std::size_t last = 0;
                    for (const auto& [from, to] : ranges) {
                        ASSERT_GE(from, last);
                        last = to;
                    }
                }
                if (cache == Cache::warm) {
                    EXPECT_LE(memory.copies() * (size + (in_place ? 0 : 8)), std::max<std::size_t>(16384, size + 8));
                } else {
                    EXPECT_GE(memory.copies() * (size + 128), std::size_t{24} << 20);
                }
            }
}

TEST(Clock, IsPlausible)
{
    const double ghz = core_ghz();
    EXPECT_GT(ghz, 0.3);
    EXPECT_LT(ghz, 9);
    const std::uint64_t a = now_ns(), b = now_ns();
    EXPECT_LE(a, b);
}

TEST(Counters, EitherCountOrSayWhyNot)
{
    const Counters counters;
    EXPECT_EQ(counters.granted(), counters.reason().empty());
    if (!counters.granted()) {
        std::printf("[ not run  ] counted cycles: %s\n", counters.reason().c_str());
        return;
    }
    const auto before = counters.read();
    std::uint64_t x = 1;
    for (int i = 0; i < 100000; ++i) x = mix_bytes(reinterpret_cast<const std::uint8_t*>(&x), 8, 1);
    const auto after = counters.read();
    EXPECT_GT(after.instructions - before.instructions, 100000u * 16) << x;
}

}  // namespace
}  // namespace lanecrypt::test
