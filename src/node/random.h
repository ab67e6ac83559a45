// Reproducible numbers for synthetic data: the same seed gives the same data on every machine.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/bytes.h"

namespace lanecrypt::node {

// SplitMix64: 64 bits of state, no secret is made with it.
class Random {
public:
    explicit Random(std::uint64_t seed) noexcept : state_(seed) {}

    std::uint64_t next() noexcept
    {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        return z ^ z >> 31;
    }
    // 0 … n - 1; n > 0 and far below 2^64.
    std::uint64_t below(std::uint64_t n) noexcept { return next() % n; }
    // lowest … highest, both included.
    std::uint64_t between(std::uint64_t lowest, std::uint64_t highest) noexcept { return lowest + below(highest - lowest + 1); }
    bool percent(unsigned p) noexcept { return below(100) < p; }

    void fill(std::byte* out, std::size_t count) noexcept
    {
        for (; count >= 8; count -= 8, out += 8) store64_le(out, next());
        if (count == 0) return;
        std::byte last[8];
        store64_le(last, next());
        std::memcpy(out, last, count);
    }

private:
    std::uint64_t state_;
};

}  // namespace lanecrypt::node
