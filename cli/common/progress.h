// A progress bar on stderr, for people who wait at a terminal.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>

namespace lanecrypt::cli {

class Progress {
public:
    // Draws only when stderr is a terminal. `total` in bytes; 0 when it is not known.
    Progress(std::string label, std::uint64_t total);
    ~Progress() { clear(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void update(std::uint64_t done);
    // Takes the bar off the screen, for a line of text or for good. The next update draws it again.
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    std::string label_;
    std::uint64_t total_;
    bool terminal_;
    bool drawn_ = false;
    Clock::time_point start_, last_;
};

}  // namespace lanecrypt::cli
