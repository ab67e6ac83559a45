// A progress line on stderr for long work; nothing where stderr is no terminal.
#pragma once
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <string>

namespace lanecrypt::cli {

// "12.3 MB", "4.56 GB": decimal units.
std::string format_bytes(double bytes);
// "1:02:03" or "4:05".
std::string format_duration(double seconds);

class Progress {
public:
    // `total` in bytes; `what` stands before the numbers.
    Progress(std::string what, std::uint64_t total) : what_(std::move(what)), total_(total), shown_(isatty(STDERR_FILENO) == 1) {}
    ~Progress() { clear(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // Redraws the line, ten times a second at most. Call from one thread at a time.
    void update(std::uint64_t done);
    // Takes the line off, so that a message can be printed.
    void clear();

private:
    using Clock = std::chrono::steady_clock;
    std::string what_;
    std::uint64_t total_;
    bool shown_, drawn_ = false;
    Clock::time_point start_ = Clock::now(), last_ = start_ - std::chrono::seconds(1);
};

}  // namespace lanecrypt::cli
