// The check against contenders that are slow, lose, or do nothing on purpose.
#include "speed/check.h"

#include <gtest/gtest.h>

#include "fake_work.h"

namespace lanecrypt::test {
namespace {

using namespace cli;
using measure::Call;
using measure::Kind;
using measure::Work;

CheckOptions quick()
{
    CheckOptions o;
    o.first.seconds = 0.001;
    return o;
}

std::vector<Loss> run(std::vector<measure::Contender> contenders)
{
    Work work = fake_work(300);
    work.contenders = std::move(contenders);
    return check({work}, quick(), measure::Counters());
}

TEST(Check, EqualImplementationsPass)
{
    EXPECT_EQ(text(run({contender("avx2", 1, true), contender("sse2", 1), contender("portable", 1)})), "");
}

TEST(Check, FasterThanPortablePasses)
{
    EXPECT_EQ(text(run({contender("avx2", 1, true), contender("portable", 2)})), "");
}

TEST(Check, SlowerThanPortableFails)
{
    const auto losses = run({contender("avx2", 1, true), contender("sse2", 3), contender("portable", 2)});
    ASSERT_EQ(losses.size(), 1u) << text(losses);
    EXPECT_EQ(losses[0].loser, "sse2");
    EXPECT_EQ(losses[0].winner, "portable");
    EXPECT_FALSE(losses[0].choice);
    EXPECT_NEAR(losses[0].ratio.value, 1.5, 0.2);
    EXPECT_NE(text(losses).find("sse2 takes 1."), std::string::npos);
}

TEST(Check, AChoiceThatLosesFails)
{
    const auto losses = run({contender("avx512", 3, true), contender("avx2", 2), contender("portable", 4)});
    ASSERT_EQ(losses.size(), 1u) << text(losses);
    EXPECT_EQ(losses[0].loser, "avx512");
    EXPECT_EQ(losses[0].winner, "avx2");
    EXPECT_TRUE(losses[0].choice);
}

TEST(Check, WhatComputesNothingFails)
{
    const auto losses = run({contender("avx2", 1, true), {"sse2", Kind::own, false, measure::repeat([](const Call&) {})}, contender("portable", 1)});
    ASSERT_EQ(losses.size(), 1u);
    EXPECT_EQ(losses[0].loser, "sse2");
    EXPECT_EQ(losses[0].winner, "reference");
    EXPECT_NE(text(losses).find("wrong result"), std::string::npos);
}

TEST(Check, PeersMayBeFaster)
{
    EXPECT_EQ(text(run({contender("avx2", 2, true), contender("portable", 2), contender("Peer 1.0", 1, false, Kind::peer)})), "");
}

}  // namespace
}  // namespace lanecrypt::test
