// Poly1305 as RFC 8439 section 2.5.1 writes it: one block at a time, long multiplication of 32-bit digits, a full
// reduction modulo 2^130 - 5 after each. Shares no code with src/.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ref/chacha20_ref.h"

namespace lanecrypt::ref {

class Poly1305Ref {
public:
    using Tag = std::array<std::uint8_t, 16>;

    // The 32-byte one-time key: r, clamped here, then s.
    explicit Poly1305Ref(const std::uint8_t key[32])
    {
        std::uint8_t r[16];
        for (int i = 0; i < 16; ++i) r[i] = key[i];
        for (const int i : {3, 7, 11, 15}) r[i] &= 15;
        for (const int i : {4, 8, 12}) r[i] &= 252;
        for (int i = 0; i < 4; ++i) {
            r_[i] = word_le(r + 4 * i);
            s_[i] = word_le(key + 16 + 4 * i);
        }
    }

    Tag tag(const Bytes& message)
    {
        Digits<5> accumulator{};
        for (std::size_t at = 0; at < message.size(); at += 16) {
            const std::size_t len = message.size() - at < 16 ? message.size() - at : 16;
            std::uint8_t block[20] = {};
            for (std::size_t i = 0; i < len; ++i) block[i] = message[at + i];
            block[len] = 1;
            Digits<5> n;
            for (int i = 0; i < 5; ++i) n[i] = word_le(block + 4 * i);
            accumulator = reduce(multiply(add(accumulator, n)));
        }
        Digits<5> s{};
        for (int i = 0; i < 4; ++i) s[i] = s_[i];
        const Digits<5> sum = add(accumulator, s);
        Tag out;
        for (int i = 0; i < 4; ++i) put_word_le(out.data() + 4 * i, sum[i]);
        return out;
    }

private:
    template <int N>
    using Digits = std::array<std::uint32_t, N>;  // least significant first

    template <std::size_t N>
    static std::array<std::uint32_t, N> add(const std::array<std::uint32_t, N>& a, const std::array<std::uint32_t, N>& b)
    {
        std::array<std::uint32_t, N> out;
        std::uint64_t carry = 0;
        for (std::size_t i = 0; i < N; ++i) {
            carry += std::uint64_t{a[i]} + b[i];
            out[i] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        return out;
    }

    Digits<9> multiply(const Digits<5>& a) const
    {
        Digits<9> out{};
        for (int i = 0; i < 5; ++i) {
            std::uint64_t carry = 0;
            for (int j = 0; j < 4; ++j) {
                carry += std::uint64_t{a[i]} * r_[j] + out[i + j];
                out[i + j] = static_cast<std::uint32_t>(carry);
                carry >>= 32;
            }
            out[i + 4] = static_cast<std::uint32_t>(carry);
        }
        return out;
    }

    static bool above_130_bits(const Digits<9>& x)
    {
        bool above = x[4] > 3;
        for (int i = 5; i < 9; ++i) above = above || x[i] != 0;
        return above;
    }

    // 2^130 = 5: the part from bit 130 up, times five, is added to the rest until nothing is left above; then at
    // most one subtraction of 2^130 - 5.
    static Digits<5> reduce(Digits<9> x)
    {
        while (above_130_bits(x)) {
            Digits<9> high{}, low{};
            for (int i = 0; i < 5; ++i) high[i] = x[i + 4] >> 2 | (i + 5 < 9 ? x[i + 5] << 30 : 0);
            for (int i = 0; i < 4; ++i) low[i] = x[i];
            low[4] = x[4] & 3;
            x = low;
            for (int times = 0; times < 5; ++times) x = add(x, high);
        }
        const Digits<9> five{5};
        const Digits<9> plus = add(x, five);
        if (above_130_bits(plus)) {
            x = plus;
            x[4] &= 3;
        }
        return {x[0], x[1], x[2], x[3], x[4]};
    }

    Digits<4> r_, s_;
};

inline Poly1305Ref::Tag poly1305(const Bytes& message, const std::uint8_t key[32]) { return Poly1305Ref(key).tag(message); }

}  // namespace lanecrypt::ref
