// Numbers modulo 2^130 - 5 and messages that bring the accumulator to a wanted value. Shares no code with src/ or ref/.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/rng.h"

namespace lanecrypt::test {

// Canonical: below 2^130 - 5, in digits of 26 bits, least significant first.
class Residue {
public:
    Residue() = default;
    // n * 2^shift for a small n of any sign.
    static Residue shifted(std::int64_t n, unsigned shift = 0)
    {
        Residue out = small(static_cast<std::uint32_t>(n < 0 ? -n : n));
        const Residue two = small(2);
        for (unsigned i = 0; i < shift; ++i) out = out * two;
        return n < 0 ? Residue() - out : out;
    }
    // len <= 16 little-endian bytes.
    static Residue from_bytes(const std::uint8_t* p, std::size_t len = 16)
    {
        Residue out;
        for (std::size_t bit = 0; bit < 8 * len; ++bit) out.d_[bit / 26] |= static_cast<std::uint64_t>(p[bit / 8] >> bit % 8 & 1) << bit % 26;
        return out;
    }
    friend Residue operator+(const Residue& a, const Residue& b)
    {
        std::array<std::uint64_t, 5> sum;
        for (std::size_t i = 0; i < 5; ++i) sum[i] = a.d_[i] + b.d_[i];
        return reduced(sum);
    }
    friend Residue operator-(const Residue& a, const Residue& b)
    {
        // Twice the modulus is added: no digit goes below zero.
        std::array<std::uint64_t, 5> sum;
        for (std::size_t i = 0; i < 5; ++i) sum[i] = a.d_[i] + 2 * (mask - (i == 0 ? 4 : 0)) - b.d_[i];
        return reduced(sum);
    }
    friend Residue operator*(const Residue& a, const Residue& b)
    {
        std::array<std::uint64_t, 5> sum{};
        for (std::size_t i = 0; i < 5; ++i)
            for (std::size_t j = 0; j < 5; ++j) sum[(i + j) % 5] += a.d_[i] * b.d_[j] * (i + j < 5 ? 1 : 5);
        return reduced(sum);
    }
    friend bool operator==(const Residue& a, const Residue& b) { return a.d_ == b.d_; }
    // By Fermat: the power 2^130 - 7. Zero has none.
    Residue inverse() const
    {
        Residue out = small(1);
        for (int bit = 129; bit >= 0; --bit) {
            out = out * out;
            if (bit != 1 && bit != 2) out = out * *this;  // 2^130 - 7 = 11…1001 in binary
        }
        return out;
    }
    // As 16 little-endian bytes; false where the number does not fit.
    bool to_bytes(std::uint8_t* p) const
    {
        if (d_[4] >> 24 != 0) return false;
        for (std::size_t i = 0; i < 16; ++i) p[i] = 0;
        for (std::size_t bit = 0; bit < 128; ++bit) p[bit / 8] = static_cast<std::uint8_t>(p[bit / 8] | (d_[bit / 26] >> bit % 26 & 1) << bit % 8);
        return true;
    }

private:
    static constexpr std::uint64_t mask = (1u << 26) - 1;

    static Residue small(std::uint32_t n)
    {
        Residue out;
        out.d_[0] = n & mask;
        out.d_[1] = n >> 26;
        return out;
    }
    static Residue reduced(std::array<std::uint64_t, 5> d)
    {
        for (int round = 0; round < 3; ++round)
            for (std::size_t i = 0; i < 5; ++i) {
                const std::uint64_t carry = d[i] >> 26;
                d[i] &= mask;
                d[(i + 1) % 5] += i < 4 ? carry : 5 * carry;
            }
        // Below 2^130 now, and at the modulus or above it only with all upper digits full.
        if (d[0] >= mask - 4 && d[1] == mask && d[2] == mask && d[3] == mask && d[4] == mask) d = {d[0] - (mask - 4), 0, 0, 0, 0};
        Residue out;
        out.d_ = d;
        return out;
    }

    std::array<std::uint64_t, 5> d_{};
};

// What a whole block counts.
inline const Residue above_block = Residue::shifted(1, 128);
inline Residue block_value(const std::uint8_t* block) { return Residue::from_bytes(block) + above_block; }

// r of a one-time key, clamped and not zero, and its inverse.
struct Multiplier {
    Residue r, inverse;

    explicit Multiplier(const std::uint8_t* key)
    {
        std::array<std::uint8_t, 16> clamped;
        for (std::size_t i = 0; i < 16; ++i) clamped[i] = static_cast<std::uint8_t>(key[i] & (i % 4 == 3 ? 0x0f : i % 4 == 0 && i != 0 ? 0xfc : 0xff));
        r = Residue::from_bytes(clamped.data());
        inverse = r.inverse();
    }
};

// n >= 2 whole blocks after which, and after one more that counts `last` where there is one, the accumulator is
// `target`. All but the last of the n are random, empty or full. Nothing where none was found: with r = 1 a few blocks
// do not reach every sum.
inline std::vector<std::uint8_t> steer(Rng& rng, const Multiplier& m, const Residue& target, std::size_t n, const Residue* last = nullptr)
{
    const Residue before = last == nullptr ? target : target * m.inverse - *last;
    for (int tries = 0; tries < 60; ++tries) {
        std::vector<std::uint8_t> blocks(16 * n);
        Residue h;
        for (std::size_t i = 0; i + 1 < n; ++i) {
            const std::uint64_t kind = i == 0 ? 0 : rng.below(3);
            if (kind == 0) rng.fill(blocks.data() + 16 * i, 16);
            if (kind == 1) std::fill_n(blocks.data() + 16 * i, 16, std::uint8_t{0xff});
            h = (h + block_value(blocks.data() + 16 * i)) * m.r;
        }
        // One time in four the block that is missing fits into 128 bits.
        if ((before * m.inverse - h - above_block).to_bytes(blocks.data() + 16 * (n - 1))) return blocks;
    }
    return {};
}

}  // namespace lanecrypt::test
