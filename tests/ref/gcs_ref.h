// Golomb-coded sets as BIP158 describes them, one bit at a time. Shares no code with src/.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "ref/siphash_ref.h"

namespace lanecrypt::ref {

// Upper half of the 128-bit product, by long multiplication of 32-bit digits.
inline std::uint64_t high_product(std::uint64_t a, std::uint64_t b)
{
    const std::uint64_t a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
    const std::uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
    const std::uint64_t middle2 = a0 * b1 + (middle & 0xffffffffu);
    return a1 * b1 + (middle >> 32) + (middle2 >> 32);
}

class BitWriterRef {
public:
    void bit(bool b)
    {
        if (used_ == 0) bytes.push_back(0);
        if (b) bytes.back() = static_cast<std::uint8_t>(bytes.back() | 0x80 >> used_);
        used_ = (used_ + 1) % 8;
    }
    Bytes bytes;

private:
    int used_ = 0;
};

class BitReaderRef {
public:
    explicit BitReaderRef(const Bytes& bytes, std::size_t first_byte) : bytes_(bytes), at_(8 * first_byte) {}
    // Nothing past the end.
    std::optional<bool> bit()
    {
        if (at_ >= 8 * bytes_.size()) return std::nullopt;
        const bool b = (bytes_[at_ / 8] >> (7 - at_ % 8) & 1) != 0;
        ++at_;
        return b;
    }
    std::size_t bits_left() const { return 8 * bytes_.size() - at_; }

private:
    const Bytes& bytes_;
    std::size_t at_;
};

// Differences of sorted values: the quotient by 2^p in ones and a zero, then the remainder, most significant bit first.
inline Bytes golomb_encode(const std::multiset<std::uint64_t>& values, unsigned p)
{
    BitWriterRef out;
    std::uint64_t last = 0;
    for (const std::uint64_t v : values) {
        const std::uint64_t delta = v - last;
        last = v;
        for (std::uint64_t q = delta >> p; q != 0; --q) out.bit(true);
        out.bit(false);
        for (unsigned i = p; i-- > 0;) out.bit((delta >> i & 1) != 0);
    }
    return out.bytes;
}

// Nothing when the stream ends early. `left` (may be null): how many bits follow the last value.
inline std::optional<std::vector<std::uint64_t>> golomb_decode(const Bytes& bytes, std::size_t first_byte, std::uint64_t n, unsigned p,
                                                               std::size_t* left = nullptr)
{
    BitReaderRef in(bytes, first_byte);
    std::vector<std::uint64_t> out;
    std::uint64_t last = 0;
    for (std::uint64_t i = 0; i < n; ++i) {
        std::uint64_t quotient = 0, remainder = 0;
        for (;;) {
            const auto b = in.bit();
            if (!b) return std::nullopt;
            if (!*b) break;
            ++quotient;
        }
        for (unsigned k = 0; k < p; ++k) {
            const auto b = in.bit();
            if (!b) return std::nullopt;
            remainder = remainder << 1 | (*b ? 1 : 0);
        }
        last += (quotient << p) + remainder;
        out.push_back(last);
    }
    if (left != nullptr) *left = in.bits_left();
    return out;
}

inline Bytes compact_size(std::uint64_t n)
{
    Bytes out;
    const int len = n < 0xfd ? 1 : n <= 0xffff ? 2 : n <= 0xffffffffu ? 4 : 8;
    if (n >= 0xfd) out.push_back(len == 2 ? 0xfd : len == 4 ? 0xfe : 0xff);
    for (int i = 0; i < len; ++i) out.push_back(static_cast<std::uint8_t>(n >> (8 * i)));
    return out;
}

// Any total order does; this one avoids a false warning of GCC 12 about comparing vectors of bytes.
struct ItemOrder {
    bool operator()(const Bytes& a, const Bytes& b) const
    {
        if (a.size() != b.size()) return a.size() < b.size();
        for (std::size_t i = 0; i < a.size(); ++i)
            if (a[i] != b[i]) return a[i] < b[i];
        return false;
    }
};
using ItemSet = std::set<Bytes, ItemOrder>;

// The whole filter: the number of distinct items, then the coded values. An empty set is the single byte 0.
inline Bytes gcs_build(const ItemSet& items, std::uint64_t k0, std::uint64_t k1, unsigned p, std::uint64_t m)
{
    std::multiset<std::uint64_t> values;
    for (const Bytes& item : items) values.insert(high_product(siphash(2, 4, item, k0, k1), items.size() * m));
    Bytes out = compact_size(items.size());
    const Bytes bits = golomb_encode(values, p);
    out.insert(out.end(), bits.begin(), bits.end());
    return out;
}

}  // namespace lanecrypt::ref
