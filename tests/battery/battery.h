// The kernel battery: one small program over the ops tables alone, for every place where nothing else can run.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "dispatch/slot.h"

namespace lanecrypt::battery {

using Bytes = std::vector<std::uint8_t>;

// Counts the cases of one group of checks on one implementation and keeps the first failure.
class Group {
public:
    Group(const char* primitive, const char* isa, const char* what) : primitive_(primitive), isa_(isa), what_(what) {}
    // Counts one case. False: it failed; the numbers are printed with the first failure.
    bool check(bool ok, const char* detail, long a = 0, long b = 0, long c = 0);
    bool check_bytes(const std::uint8_t* got, const std::uint8_t* want, std::size_t len, const char* detail, long a = 0, long b = 0, long c = 0);
    // Prints one line and counts the group as passed or failed. `grid` says what was covered.
    void finish(const char* grid);

private:
    const char* primitive_;
    const char* isa_;
    const char* what_;
    long cases_ = 0, failed_ = 0;
};

// One primitive. `run` checks the implementation `ops` in one or more groups.
struct Part {
    dispatch::SlotCore* slot;
    void (*run)(const void* ops, const char* isa);
};

// Lengths of the differential groups: 0 … max_length at offset_pairs pairs of (input, output) offsets.
inline constexpr std::size_t max_length = 1100;
struct Offsets {
    std::size_t in, out;
};
inline constexpr Offsets offset_pairs[] = {{0, 0}, {1, 7}};

// Reproducible bytes; `seed` tells buffers apart.
Bytes pattern(std::size_t len, std::uint64_t seed);

// A buffer with room before and after that must stay as it was.
class Canary {
public:
    Canary(std::size_t len, std::size_t offset);
    std::uint8_t* data() { return bytes_.data() + margin + offset_; }
    bool intact() const;

private:
    static constexpr std::size_t margin = 64;
    static constexpr std::uint8_t fill = 0x5a;
    std::size_t len_, offset_;
    Bytes bytes_;
};

}  // namespace lanecrypt::battery
