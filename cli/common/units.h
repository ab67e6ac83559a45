// Numbers as people read them.
#pragma once
#include <cstdint>
#include <string>

namespace lanecrypt::cli {

// "812 B", "1.25 kB", "134 MB", "2.10 GB": powers of 1000, three digits.
std::string bytes_text(std::uint64_t bytes);

// "9.05 us", "41.3 ms", "1.27 s".
std::string seconds_text(double seconds);

// "45 s", "3 min", "2 h": for times that are guesses.
std::string time_left_text(double seconds);

// "1,234,567"
std::string count_text(std::uint64_t n);

// "1 block", "2 blocks"
std::string counted(std::uint64_t n, const char* thing);

}  // namespace lanecrypt::cli
