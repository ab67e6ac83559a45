#include "progress.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanecrypt::cli {

std::string format_bytes(double bytes)
{
    static constexpr const char* units[] = {"B", "kB", "MB", "GB", "TB"};
    std::size_t unit = 0;
    while (bytes >= 1000 && unit + 1 < std::size(units)) {
        bytes /= 1000;
        ++unit;
    }
    if (unit == 0) return fmt::format("{:.0f} B", bytes);
    return fmt::format("{:.{}f} {}", bytes, bytes < 10 ? 2 : bytes < 100 ? 1 : 0, units[unit]);
}

std::string format_duration(double seconds)
{
    const auto s = static_cast<std::uint64_t>(std::max(0.0, seconds) + 0.5);
    if (s >= 3600) return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
    return fmt::format("{}:{:02}", s / 60, s % 60);
}

void Progress::update(std::uint64_t done)
{
    if (!shown_) return;
    const Clock::time_point now = Clock::now();
    if (now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    const double elapsed = std::chrono::duration<double>(now - start_).count();
    const double rate = elapsed > 0 ? static_cast<double>(done) / elapsed : 0;
    const double part = total_ == 0 ? 0 : static_cast<double>(std::min(done, total_)) / static_cast<double>(total_);
    const double left = rate > 0 ? static_cast<double>(total_ - std::min(done, total_)) / rate : 0;
    constexpr int width = 24;
    const int filled = static_cast<int>(part * width);
    fmt::print(stderr, "\r\033[K{} [{:#<{}}{:.<{}}] {:3.0f} %  {} of {}  {}/s  {} left", what_, "", filled, "", width - filled, 100 * part,
               format_bytes(static_cast<double>(done)), format_bytes(static_cast<double>(total_)), format_bytes(rate), format_duration(left));
    std::fflush(stderr);
    drawn_ = true;
}

void Progress::clear()
{
    if (drawn_) fmt::print(stderr, "\r\033[K");
    drawn_ = false;
}

}  // namespace lanecrypt::cli
