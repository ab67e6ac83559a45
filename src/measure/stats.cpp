#include "measure/stats.h"

#include <algorithm>
#include <cmath>

namespace lanecrypt::measure {
namespace {

constexpr std::size_t bootstrap_draws = 1000;

double median_in_place(std::vector<double>& v)
{
    const std::size_t half = v.size() / 2;
    std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(half), v.end());
    const double upper = v[half];
    if (v.size() % 2 != 0) return upper;
    return (upper + *std::max_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(half))) / 2;
}

// Median of a sample of the same size, drawn with replacement.
double draw_median(std::span<const double> from, std::vector<double>& scratch, Random& random)
{
    scratch.resize(from.size());
    for (double& x : scratch) x = from[random.below(from.size())];
    return median_in_place(scratch);
}

Ratio with_interval(double value, const std::vector<double>& draws)
{
    Ratio r;
    r.value = value;
    r.low = quantile(draws, 0.025);
    r.high = quantile(draws, 0.975);
    r.verdict = judge(r.value, r.low, r.high);
    return r;
}

}  // namespace

std::uint64_t Random::next()
{
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

double median(std::span<const double> values)
{
    if (values.empty()) return 0;
    std::vector<double> v(values.begin(), values.end());
    return median_in_place(v);
}

double quantile(std::span<const double> values, double q)
{
    if (values.empty()) return 0;
    std::vector<double> v(values.begin(), values.end());
    std::sort(v.begin(), v.end());
    const double at = q * static_cast<double>(v.size() - 1);
    const auto i = static_cast<std::size_t>(at);
    if (i + 1 >= v.size()) return v.back();
    return v[i] + (at - static_cast<double>(i)) * (v[i + 1] - v[i]);
}

Summary summarise(std::span<const double> values)
{
    Summary s;
    if (values.empty()) return s;
    s.samples = values.size();
    s.min = *std::min_element(values.begin(), values.end());
    s.median = median(values);
    std::vector<double> away;
    for (const double x : values) away.push_back(std::fabs(x - s.median));
    s.mad = median(away);
    s.low = quantile(values, 0.05);
    s.high = quantile(values, 0.95);
    // 1.4826 MAD estimates the standard deviation of normal noise; a tick of 0.5 % keeps quiet machines from
    // calling every sample an outlier.
    const double limit = s.median + 6 * std::max(1.4826 * s.mad, 0.005 * s.median);
    s.outliers = static_cast<std::size_t>(std::count_if(values.begin(), values.end(), [&](double x) { return x > limit; }));
    return s;
}

std::string_view word(Verdict v)
{
    switch (v) {
    case Verdict::faster: return "faster";
    case Verdict::slower: return "slower";
    case Verdict::no_evidence: break;
    }
    return "no evidence";
}

Verdict judge(double value, double low, double high)
{
    if (high - low > std::fabs(value - 1)) return Verdict::no_evidence;
    if (high < 1) return Verdict::faster;
    if (low > 1) return Verdict::slower;
    return Verdict::no_evidence;
}

Ratio paired_ratio(std::span<const double> a, std::span<const double> b, std::uint64_t seed)
{
    const std::size_t n = std::min(a.size(), b.size());
    if (n == 0) return {};
    std::vector<double> ratios(n), scratch, draws(bootstrap_draws);
    for (std::size_t i = 0; i < n; ++i) ratios[i] = a[i] / b[i];
    Random random(seed);
    for (double& d : draws) d = draw_median(ratios, scratch, random);
    return with_interval(median(ratios), draws);
}

Ratio unpaired_ratio(std::span<const double> a, std::span<const double> b, std::uint64_t seed)
{
    if (a.empty() || b.empty()) return {};
    std::vector<double> scratch, draws(bootstrap_draws);
    Random random(seed);
    for (double& d : draws) {
        const double top = draw_median(a, scratch, random);
        d = top / draw_median(b, scratch, random);
    }
    return with_interval(median(a) / median(b), draws);
}

double drift(std::span<const double> series)
{
    const std::size_t third = series.size() / 3;
    if (third == 0) return 0;
    const double first = median(series.first(third)), last = median(series.last(third));
    return first == 0 ? 0 : last / first - 1;
}

Line fit_line(std::span<const double> x, std::span<const double> y)
{
    Line line;
    double w = 0, wx = 0, wy = 0, wxx = 0, wxy = 0;
    const std::size_t n = std::min(x.size(), y.size());
    for (std::size_t i = 0; i < n; ++i) {
        const double weight = 1 / (y[i] * y[i]);
        w += weight;
        wx += weight * x[i];
        wy += weight * y[i];
        wxx += weight * x[i] * x[i];
        wxy += weight * x[i] * y[i];
    }
    const double det = w * wxx - wx * wx;
    if (n < 2 || !(det > 0)) return line;
    line.b = (w * wxy - wx * wy) / det;
    line.a = (wy - line.b * wx) / w;
    for (std::size_t i = 0; i < n; ++i) line.worst = std::max(line.worst, std::fabs(line.a + line.b * x[i] - y[i]) / y[i]);
    return line;
}

}  // namespace lanecrypt::measure
