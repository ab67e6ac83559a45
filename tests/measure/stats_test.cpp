// The statistics against cases with known answers.
#include "measure/stats.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lanecrypt::test {
namespace {

using namespace measure;

double uniform(Random& random) { return static_cast<double>(random.next() >> 11) * 0x1p-53; }
// Sum of twelve uniforms: close to a normal distribution of variance 1.
double normal(Random& random)
{
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += uniform(random);
    return sum;
}

// Rounds of two contenders: what disturbs a round (`common`) disturbs both; `own` is each one's own noise.
struct Rounds {
    std::vector<double> a, b;
};
Rounds rounds(std::size_t n, double a, double b, double common, double own, std::uint64_t seed)
{
    Random random(seed);
    Rounds r;
    for (std::size_t i = 0; i < n; ++i) {
        const double shared = 1 + common * normal(random);
        r.a.push_back(a * shared * (1 + own * normal(random)));
        r.b.push_back(b * shared * (1 + own * normal(random)));
    }
    return r;
}

TEST(Random, IsSplitmix64)
{
    Random random(1234567);
    for (const std::uint64_t want : {6457827717110365317u, 3203168211198807973u, 9817491932198370423u, 4593380528125082431u, 16408922859458223821u})
        EXPECT_EQ(random.next(), want);
}

TEST(Summary, OfAKnownList)
{
    const std::vector<double> list{9, 1, 3, 5, 7};
    const Summary s = summarise(list);
    EXPECT_EQ(s.min, 1);
    EXPECT_EQ(s.median, 5);
    EXPECT_EQ(s.mad, 2);
    EXPECT_EQ(s.samples, 5u);
    EXPECT_EQ(s.outliers, 0u);
    EXPECT_DOUBLE_EQ(s.low, 1.4);
    EXPECT_DOUBLE_EQ(s.high, 8.6);
    EXPECT_EQ(median(std::vector<double>{4, 1, 3, 2}), 2.5);
    EXPECT_EQ(median({}), 0);
    EXPECT_EQ(summarise({}).samples, 0u);
}

TEST(Summary, OneOutlierIsCountedAndMovesNothing)
{
    std::vector<double> quiet(50);
    Random random(3);
    for (double& x : quiet) x = 100 + normal(random);
    const Summary before = summarise(quiet);
    EXPECT_EQ(before.outliers, 0u);
    std::vector<double> disturbed = quiet;
    disturbed[17] = 5000;
    const Summary after = summarise(disturbed);
    EXPECT_EQ(after.outliers, 1u);
    EXPECT_NEAR(after.median, before.median, 0.2);
    EXPECT_NEAR(after.mad, before.mad, 0.2);
    EXPECT_EQ(summarise(std::vector<double>(20, 7.0)).outliers, 0u);
}

TEST(Verdict, EqualContendersGiveNoEvidence)
{
    int wrong = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const Rounds r = rounds(60, 100, 100, 0.10, 0.01, seed);
        wrong += paired_ratio(r.a, r.b).verdict != Verdict::no_evidence;
    }
    // A 95 % interval leaves out the truth in 5 % of the cases: 10 of 200, rarely more than 20.
    EXPECT_LE(wrong, 20);
    const std::vector<double> same(40, 12.5);
    const Ratio r = paired_ratio(same, same);
    EXPECT_EQ(r.value, 1);
    EXPECT_EQ(r.low, 1);
    EXPECT_EQ(r.high, 1);
    EXPECT_EQ(r.verdict, Verdict::no_evidence);
}

TEST(Verdict, ThreePercentAreFoundUnderCommonNoise)
{
    int found = 0, found_unpaired = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const Rounds r = rounds(60, 97, 100, 0.10, 0.01, seed);
        const Ratio paired = paired_ratio(r.a, r.b);
        found += paired.verdict == Verdict::faster;
        EXPECT_NE(paired.verdict, Verdict::slower);
        EXPECT_NEAR(paired.value, 0.97, 0.012);
        EXPECT_EQ(paired_ratio(r.b, r.a).verdict == Verdict::slower, paired.verdict == Verdict::faster) << seed;
        found_unpaired += unpaired_ratio(r.a, r.b).verdict == Verdict::faster;
    }
    EXPECT_GE(found, 98);
    // Noise of 10 % hides 3 % from medians that are compared without their rounds: pairing is what finds it.
    EXPECT_LE(found_unpaired, 50);
}

TEST(Verdict, TheIntervalCoversTheTruth)
{
    int covered = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const Rounds r = rounds(40, 130, 100, 0.05, 0.02, seed);
        const Ratio ratio = paired_ratio(r.a, r.b, seed);
        covered += ratio.low <= 1.3 && 1.3 <= ratio.high;
    }
    EXPECT_GE(covered, 270);  // 95 % of 300 are 285
}

TEST(Verdict, DriftDisturbsTimesButNotRatios)
{
    Rounds r = rounds(90, 97, 100, 0.01, 0.005, 5), equal = rounds(90, 100, 100, 0.01, 0.005, 6);
    std::vector<double> ghz;
    for (std::size_t i = 0; i < 90; ++i) {
        const double slowdown = 1 + 0.3 * static_cast<double>(i) / 90;
        for (std::vector<double>* v : {&r.a, &r.b, &equal.a, &equal.b}) (*v)[i] *= slowdown;
        ghz.push_back(4 / slowdown);
    }
    EXPECT_LT(drift(ghz), -10 * drift_limit / 2);
    EXPECT_GT(drift(r.a), 0.1);
    EXPECT_EQ(paired_ratio(r.a, r.b).verdict, Verdict::faster);
    EXPECT_NEAR(paired_ratio(r.a, r.b).value, 0.97, 0.005);
    EXPECT_EQ(paired_ratio(equal.a, equal.b).verdict, Verdict::no_evidence);
}

TEST(Drift, OfSteadyAndStepSeries)
{
    std::vector<double> steady(60, 4.0), step(60, 4.0);
    EXPECT_EQ(drift(steady), 0);
    for (std::size_t i = 40; i < 60; ++i) step[i] = 3.0;
    EXPECT_DOUBLE_EQ(drift(step), -0.25);
    steady[30] = 1;  // one disturbed reading is no drift
    EXPECT_EQ(drift(steady), 0);
    EXPECT_EQ(drift(std::vector<double>{1, 2}), 0);
}

TEST(Verdict, OneOutlierChangesNothing)
{
    Rounds r = rounds(50, 97, 100, 0.02, 0.005, 9);
    const Ratio before = paired_ratio(r.a, r.b);
    r.a[20] *= 80;
    const Ratio after = paired_ratio(r.a, r.b);
    EXPECT_EQ(after.verdict, Verdict::faster);
    EXPECT_NEAR(after.value, before.value, 0.003);
}

TEST(Verdict, AnIntervalWiderThanTheEffectIsNoEvidence)
{
    EXPECT_EQ(judge(0.95, 0.94, 0.96), Verdict::faster);
    EXPECT_EQ(judge(0.95, 0.91, 0.99), Verdict::no_evidence);  // 0.08 wide, effect 0.05
    EXPECT_EQ(judge(1.05, 1.04, 1.06), Verdict::slower);
    EXPECT_EQ(judge(1.05, 0.99, 1.01), Verdict::no_evidence);
    EXPECT_EQ(judge(1, 1, 1), Verdict::no_evidence);
}

TEST(Line, ExactAndDisturbed)
{
    const std::vector<double> x{1, 16, 64, 256, 1024, 65536};
    std::vector<double> y;
    for (const double v : x) y.push_back(290 + 0.75 * v);
    Line line = fit_line(x, y);
    EXPECT_NEAR(line.a, 290, 1e-6);
    EXPECT_NEAR(line.b, 0.75, 1e-9);
    EXPECT_NEAR(line.worst, 0, 1e-9);
    y[2] *= 1.1;
    line = fit_line(x, y);
    EXPECT_NEAR(line.b, 0.75, 0.01);
    EXPECT_NEAR(line.worst, 0.08, 0.03);
    // One size has no slope.
    EXPECT_EQ(fit_line(std::vector<double>{5, 5}, std::vector<double>{1, 2}).b, 0);
}

}  // namespace
}  // namespace lanecrypt::test
