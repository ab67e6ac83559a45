#include "common/units.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace lanecrypt::cli {
namespace {

// Three significant digits, without an exponent.
std::string three_digits(double x) { return x >= 99.95 ? fmt::format("{:.0f}", x) : x >= 9.995 ? fmt::format("{:.1f}", x) : fmt::format("{:.2f}", x); }

}  // namespace

std::string bytes_text(std::uint64_t bytes)
{
    static constexpr const char* units[] = {"B", "kB", "MB", "GB", "TB", "PB"};
    if (bytes < 1000) return fmt::format("{} B", bytes);
    double x = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (x >= 999.5 && unit + 1 < std::size(units)) {
        x /= 1000;
        ++unit;
    }
    return three_digits(x) + " " + units[unit];
}

std::string seconds_text(double seconds)
{
    if (seconds < 0.9995e-3) return three_digits(seconds * 1e6) + " us";
    if (seconds < 0.9995) return three_digits(seconds * 1e3) + " ms";
    return three_digits(seconds) + " s";
}

std::string time_left_text(double seconds)
{
    if (seconds < 100) return fmt::format("{:.0f} s", std::ceil(seconds));
    if (seconds < 100 * 60) return fmt::format("{:.0f} min", std::ceil(seconds / 60));
    return fmt::format("{:.0f} h", std::ceil(seconds / 3600));
}

std::string count_text(std::uint64_t n)
{
    std::string text = fmt::format("{}", n);
    for (std::size_t at = text.size(); at > 3;) {
        at -= 3;
        text.insert(at, ",");
    }
    return text;
}

std::string counted(std::uint64_t n, const char* thing) { return count_text(n) + " " + thing + (n == 1 ? "" : "s"); }

}  // namespace lanecrypt::cli
