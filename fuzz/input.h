// Turning fuzzer bytes into choices, and stopping on a difference.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace lanecrypt::fuzz {

// Reads choices from the front; at the end of the input everything is 0.
class Input {
public:
    Input(const std::uint8_t* data, std::size_t size) : at_(data), left_(size) {}
    bool empty() const { return left_ == 0; }
    void take(void* out, std::size_t n)
    {
        const std::size_t here = n < left_ ? n : left_;
        std::memset(out, 0, n);
        if (here != 0) std::memcpy(out, at_, here);
        at_ += here;
        left_ -= here;
    }
    std::uint64_t number(int bytes = 8)
    {
        std::uint8_t b[8] = {};
        take(b, static_cast<std::size_t>(bytes));
        std::uint64_t x = 0;
        for (int i = 7; i >= 0; --i) x = x << 8 | b[i];
        return x;
    }
    // 0 … n - 1.
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(number(n > 256 ? 3 : 1) % n); }
    // `n` bytes that depend on two bytes of the input: long texts need no long inputs.
    std::vector<std::uint8_t> text(std::size_t n)
    {
        auto x = static_cast<std::uint32_t>(number(2)) * 2654435761u + 1;
        std::vector<std::uint8_t> out(n);
        for (auto& b : out) {
            x = x * 1664525u + 1013904223u;
            b = static_cast<std::uint8_t>(x >> 24);
        }
        return out;
    }

private:
    const std::uint8_t* at_;
    std::size_t left_;
};

inline void require_that(bool ok, const char* what, const char* who = "")
{
    if (ok) return;
    std::fprintf(stderr, "fuzz: %s %s\n", who, what);
    std::abort();
}

}  // namespace lanecrypt::fuzz
