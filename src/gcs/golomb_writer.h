// Golomb-Rice codes, eight bytes at a time.
#pragma once
#include <cstring>

#include "base/bytes.h"

namespace lanecrypt {

// Writes codes into exactly `len` bytes at `out`, which must be what they need. The stream is kept in one word, whose
// top byte is the byte under construction; each code stores the word and moves on by whole bytes.
class GolombWriter {
public:
    GolombWriter(std::uint8_t* out, std::size_t len, unsigned p) noexcept : out_(out), len_(len), p_(p) {}

    void write(std::uint64_t value) noexcept
    {
        std::uint64_t ones = value >> p_;
        const std::uint64_t remainder = value & ((std::uint64_t{1} << p_) - 1);
        for (; ones + 1 + p_ > most; ones -= some_ones) {
            if (ones <= some_ones) return split(ones, remainder);
            put((std::uint64_t{1} << some_ones) - 1, some_ones);
        }
        put(((std::uint64_t{1} << ones) - 1) << (p_ + 1) | remainder, static_cast<unsigned>(ones) + 1 + p_);
    }
    // The zeros that fill the last byte.
    void finish() noexcept
    {
        if (used_ != 0) store();
    }

private:
    // What fits behind the bits of an unfinished byte.
    static constexpr unsigned most = 57, some_ones = 32;

    // Few ones, but a long remainder.
    void split(std::uint64_t ones, std::uint64_t remainder) noexcept
    {
        put(((std::uint64_t{1} << ones) - 1) << 1, static_cast<unsigned>(ones) + 1);
        if (p_ != 0) put(remainder, p_);
    }
    void put(std::uint64_t bits, unsigned n) noexcept
    {
        word_ |= bits << (64 - used_ - n);
        store();
        used_ += n;
        const unsigned whole = used_ / 8;
        at_ += whole;
        used_ %= 8;
        word_ = whole == 8 ? 0 : word_ << (8 * whole);
    }
    void store() noexcept
    {
        if (len_ - at_ >= 8) {
            store64_be(out_ + at_, word_);
        } else {
            std::uint8_t last[8];
            store64_be(last, word_);
            std::memcpy(out_ + at_, last, len_ - at_);
        }
    }

    std::uint8_t* out_;
    std::size_t len_, at_ = 0;
    unsigned p_, used_ = 0;  // bits of the byte under construction
    std::uint64_t word_ = 0;
};

}  // namespace lanecrypt
