// Statistics of timing samples: robust summaries, paired ratios with an interval, outliers, drift, straight lines.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace lanecrypt::measure {

struct Summary {
    double min = 0, median = 0;
    double mad = 0;           // median absolute deviation from the median
    double low = 0, high = 0; // 5th and 95th percentile: the band of the charts
    std::size_t samples = 0;
    std::size_t outliers = 0; // samples more than 6 scaled MAD above the median
};

double median(std::span<const double> values);
// Linear interpolation between the two nearest samples; q from 0 to 1.
double quantile(std::span<const double> values, double q);
Summary summarise(std::span<const double> values);

enum class Verdict { no_evidence, faster, slower };
std::string_view word(Verdict v);

// a divided by b, round by round.
struct Ratio {
    double value = 1;         // median of the ratios
    double low = 1, high = 1; // 95 % bootstrap interval of the median
    Verdict verdict = Verdict::no_evidence;  // of a against b
};

// `a` and `b` hold one time per round of the same rounds, so that what disturbed a round disturbs both.
Ratio paired_ratio(std::span<const double> a, std::span<const double> b, std::uint64_t seed = 1);
// The same for two independent runs: medians of both sides are drawn anew.
Ratio unpaired_ratio(std::span<const double> a, std::span<const double> b, std::uint64_t seed = 1);
// The rule for the verdict: the interval leaves out 1, and the effect is at least as large as the interval is wide.
Verdict judge(double value, double low, double high);

// How far the last third of a series lies from the first, relative: medians of the thirds.
double drift(std::span<const double> series);
inline constexpr double drift_limit = 0.02;

// y = a + b x by least squares on relative errors, so that small sizes count as much as large ones.
struct Line {
    double a = 0, b = 0;
    double worst = 0;  // largest relative error of a point
};
Line fit_line(std::span<const double> x, std::span<const double> y);

// A small generator (splitmix64): shuffles, offsets, bootstrap. The same seed gives the same numbers everywhere.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next();
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(next() % n); }

private:
    std::uint64_t state_;
};

}  // namespace lanecrypt::measure
