// SipHash-c-d with 64 or 128 bits of output, as the paper and its reference document describe it; and the
// un-padded SipHash-1-3 with 32-byte blocks that Bitcoin Core calls 13UJ. Shares no code with src/.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "ref/chacha20_ref.h"

namespace lanecrypt::ref {

class SipState {
public:
    SipState(std::uint64_t k0, std::uint64_t k1)
        : v{k0 ^ 0x736f6d6570736575u, k1 ^ 0x646f72616e646f6du, k0 ^ 0x6c7967656e657261u, k1 ^ 0x7465646279746573u}
    {
    }
    void rounds(int count)
    {
        const auto rotate = [](std::uint64_t x, int n) { return x << n | x >> (64 - n); };
        for (int i = 0; i < count; ++i) {
            v[0] += v[1];
            v[1] = rotate(v[1], 13) ^ v[0];
            v[0] = rotate(v[0], 32);
            v[2] += v[3];
            v[3] = rotate(v[3], 16) ^ v[2];
            v[0] += v[3];
            v[3] = rotate(v[3], 21) ^ v[0];
            v[2] += v[1];
            v[1] = rotate(v[1], 17) ^ v[2];
            v[2] = rotate(v[2], 32);
        }
    }
    void compress(std::uint64_t m, int c)
    {
        v[3] ^= m;
        rounds(c);
        v[0] ^= m;
    }
    std::uint64_t sum() const { return v[0] ^ v[1] ^ v[2] ^ v[3]; }

    std::array<std::uint64_t, 4> v;
};

// All whole words of the message, then the last word: the remaining bytes and the length modulo 256 on top.
inline void sip_absorb(SipState& s, int c, const std::uint8_t* p, std::size_t len)
{
    for (std::size_t at = 0; at <= len; at += 8) {
        std::uint64_t m = 0;
        for (std::size_t i = 0; i < 8 && at + i < len; ++i) m |= std::uint64_t{p[at + i]} << (8 * i);
        if (len - at < 8) m |= std::uint64_t{len & 255} << 56;
        s.compress(m, c);
    }
}

inline std::uint64_t siphash(int c, int d, const std::uint8_t* p, std::size_t len, std::uint64_t k0, std::uint64_t k1)
{
    SipState s(k0, k1);
    sip_absorb(s, c, p, len);
    s.v[2] ^= 0xff;
    s.rounds(d);
    return s.sum();
}
inline std::uint64_t siphash(int c, int d, const Bytes& m, std::uint64_t k0, std::uint64_t k1) { return siphash(c, d, m.data(), m.size(), k0, k1); }

// 128 bits of output: the low half first.
inline std::pair<std::uint64_t, std::uint64_t> siphash128(int c, int d, const Bytes& m, std::uint64_t k0, std::uint64_t k1)
{
    SipState s(k0, k1);
    s.v[1] ^= 0xee;
    sip_absorb(s, c, m.data(), m.size());
    s.v[2] ^= 0xee;
    s.rounds(d);
    const std::uint64_t low = s.sum();
    s.v[1] ^= 0xdd;
    s.rounds(d);
    return {low, s.sum()};
}

// Bitcoin Core's SipHash-1-3-UJ: words of 8 bytes and jumbo blocks of 32 in any order, no padding, no length.
class SipHash13UJRef {
public:
    SipHash13UJRef(std::uint64_t k0, std::uint64_t k1) : s_(k0, k1) {}
    SipHash13UJRef& word(std::uint64_t m)
    {
        s_.compress(m, 1);
        return *this;
    }
    SipHash13UJRef& jumbo(const std::array<std::uint64_t, 4>& d)
    {
        s_.v[3] ^= d[0];
        s_.v[0] ^= d[1];
        s_.v[1] ^= d[2];
        s_.v[2] ^= d[3];
        s_.rounds(1);
        for (int i = 0; i < 4; ++i) s_.v[i] ^= d[i];
        return *this;
    }
    std::uint64_t finish() const
    {
        SipState s = s_;
        s.v[2] ^= 0x6465646461706e75u;
        s.rounds(3);
        return s.sum();
    }

private:
    SipState s_;
};

}  // namespace lanecrypt::ref
