// Golomb-Rice codes out of bytes that nobody vouches for.
#pragma once
#include <bit>
#include <cstring>

#include "base/bytes.h"

namespace lanecrypt {

class GolombReader {
public:
    GolombReader(const std::uint8_t* in, std::size_t len, unsigned p) noexcept : in_(in), len_(len), p_(p)
    {
        // The last bytes once more with zeros behind them, for words that would reach over the end.
        const std::size_t n = len < 8 ? len : 8;
        if (n != 0) std::memcpy(last_, in + len - n, n);
        last_from_ = len - n;
    }

    // False when the stream ends inside the code, or when the value does not fit into 64 bits.
    bool read(std::uint64_t& value) noexcept
    {
        const std::uint64_t w = window();
        const auto ones = static_cast<unsigned>(std::countl_one(w));
        if (ones + 1 + p_ > 57) return read_long(value);
        value = static_cast<std::uint64_t>(ones) << p_ | w << ones << 1 >> 1 >> (63 - p_);
        at_ += ones + 1 + p_;
        return at_ <= 8 * static_cast<std::uint64_t>(len_);
    }
    // Whole bytes behind the last code.
    std::size_t bytes_left() const noexcept { return len_ - static_cast<std::size_t>((at_ + 7) / 8); }

private:
    // At least 57 bits from the position on; zeros behind the end.
    std::uint64_t window() const noexcept
    {
        const auto byte = static_cast<std::size_t>(at_ / 8);
        const std::uint8_t* const p = byte <= last_from_ && len_ >= 8 ? in_ + byte : byte < len_ ? last_ + (byte - last_from_) : last_ + 8;
        return load64_be(p) << (at_ & 7);
    }
    // Codes of more than 57 bits: a step for 32 ones at a time, so the work is bounded by the bytes.
    bool read_long(std::uint64_t& value) noexcept
    {
        const std::uint64_t bits = 8 * static_cast<std::uint64_t>(len_);
        std::uint64_t ones = 0;
        for (;;) {
            const auto n = static_cast<unsigned>(std::countl_one(window()));
            if (n < 32) {
                ones += n;
                at_ += n + 1;
                break;
            }
            ones += 32;
            at_ += 32;
            if (at_ >= bits) return false;
        }
        if (at_ > bits || p_ > bits - at_ || ones > ~std::uint64_t{0} >> p_) return false;
        const std::uint64_t remainder = p_ == 0 ? 0 : window() >> (64 - p_);
        at_ += p_;
        value = ones << p_ | remainder;
        return true;
    }

    const std::uint8_t* in_;
    std::size_t len_, last_from_ = 0;
    unsigned p_;
    std::uint64_t at_ = 0;  // bits read
    std::uint8_t last_[16] = {};
};

}  // namespace lanecrypt
