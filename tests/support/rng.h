// Reproducible random numbers: the seed is printed with every failure and can be set with LANECRYPT_SEED.
#pragma once
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace lanecrypt::test {

// The seed of this run: LANECRYPT_SEED, else a fixed number.
inline std::uint64_t run_seed()
{
    static const std::uint64_t seed = [] {
        const char* const text = std::getenv("LANECRYPT_SEED");
        const std::uint64_t value = text != nullptr ? std::strtoull(text, nullptr, 0) : 0x6c616e6563727970u;
        std::printf("[   seed   ] LANECRYPT_SEED=0x%llx\n", static_cast<unsigned long long>(value));
        return value;
    }();
    return seed;
}

// True where long grids take their reduced form (sanitizers, emulators).
inline bool quick() { return std::getenv("LANECRYPT_QUICK") != nullptr; }

// xoshiro256** seeded by SplitMix64.
class Rng {
public:
    using result_type = std::uint64_t;

    // `stream` keeps the numbers of different tests apart.
    explicit Rng(std::uint64_t stream = 0)
    {
        std::uint64_t x = run_seed() + stream * 0x9e3779b97f4a7c15u;
        for (std::uint64_t& word : s_) {
            std::uint64_t z = (x += 0x9e3779b97f4a7c15u);
            z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
            z = (z ^ z >> 27) * 0x94d049bb133111ebu;
            word = z ^ z >> 31;
        }
    }
    static constexpr std::uint64_t min() { return 0; }
    static constexpr std::uint64_t max() { return ~std::uint64_t{0}; }
    std::uint64_t operator()()
    {
        const std::uint64_t out = rotate(s_[1] * 5, 7) * 9, t = s_[1] << 17;
        s_[2] ^= s_[0];
        s_[3] ^= s_[1];
        s_[1] ^= s_[2];
        s_[0] ^= s_[3];
        s_[2] ^= t;
        s_[3] = rotate(s_[3], 45);
        return out;
    }
    // 0 … n - 1.
    std::uint64_t below(std::uint64_t n) { return (*this)() % n; }
    // lowest … highest, both included.
    std::uint64_t between(std::uint64_t lowest, std::uint64_t highest) { return lowest + below(highest - lowest + 1); }
    bool one_in(std::uint64_t n) { return below(n) == 0; }
    void fill(void* p, std::size_t len)
    {
        auto* out = static_cast<std::uint8_t*>(p);
        for (std::size_t i = 0; i < len; ++i) {
            if (i % 8 == 0) word_ = (*this)();
            out[i] = static_cast<std::uint8_t>(word_ >> (8 * (i % 8)));
        }
    }
    std::vector<std::uint8_t> bytes(std::size_t len)
    {
        std::vector<std::uint8_t> out(len);
        fill(out.data(), len);
        return out;
    }

private:
    static std::uint64_t rotate(std::uint64_t x, int n) { return x << n | x >> (64 - n); }
    std::uint64_t s_[4], word_ = 0;
};

}  // namespace lanecrypt::test
