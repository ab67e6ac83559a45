#include "common/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "common/units.h"

namespace lanecrypt::cli {
namespace {

constexpr std::chrono::milliseconds redraw{100};

std::size_t terminal_width()
{
    winsize size{};
    return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20 ? size.ws_col : 80;
}

}  // namespace

Progress::Progress(std::string label, std::uint64_t total)
    : label_(std::move(label)), total_(total), terminal_(::isatty(STDERR_FILENO) == 1), start_(Clock::now()), last_(start_)
{
}

void Progress::update(std::uint64_t done)
{
    if (!terminal_) return;
    const Clock::time_point now = Clock::now();
    if (now - last_ < redraw) return;
    last_ = now;
    drawn_ = true;
    const double seconds = std::chrono::duration<double>(now - start_).count();
    const double rate = static_cast<double>(done) / seconds;
    std::string tail = fmt::format(" {} of {}, {}/s", bytes_text(done), bytes_text(total_), bytes_text(static_cast<std::uint64_t>(rate)));
    if (done != 0 && done < total_) tail += fmt::format(", {} left", time_left_text(static_cast<double>(total_ - done) / rate));
    const double share = total_ == 0 ? 0 : std::min(1.0, static_cast<double>(done) / static_cast<double>(total_));
    const std::size_t used = label_.size() + tail.size() + 4, width = terminal_width();
    const std::size_t room = width > used + 8 ? std::min<std::size_t>(width - used, 40) : 0;
    const auto full = static_cast<std::size_t>(share * static_cast<double>(room));
    std::string line = room == 0 ? label_ + tail : fmt::format("{} [{}{}]{}", label_, std::string(full, '#'), std::string(room - full, ' '), tail);
    if (line.size() >= width) line.resize(width - 1);
    fmt::print(stderr, "\r{}\033[K", line);
}

void Progress::clear()
{
    if (drawn_) fmt::print(stderr, "\r\033[K");
    drawn_ = false;
}

}  // namespace lanecrypt::cli
