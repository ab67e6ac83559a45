// SHA-256 word by word as FIPS 180-4 writes it, HMAC (RFC 2104), HKDF (RFC 5869) and the merkle root of Bitcoin by
// its definition. Shares no code with src/.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lanecrypt::ref {

using Hash256 = std::array<std::uint8_t, 32>;

inline bool is_prime(unsigned n)
{
    for (unsigned d = 2; d * d <= n; ++d)
        if (n % d == 0) return false;
    return true;
}

// The first 32 bits after the point of the square root (k = 2) or the cube root (k = 3) of n: bit by bit, the largest
// x below 2^36 with x^k <= n 2^(32 k), in schoolbook arithmetic of 16-bit digits.
inline std::uint32_t root_fraction(unsigned n, int k)
{
    std::uint64_t root = 0;
    for (int bit = 35; bit >= 0; --bit) {
        const std::uint64_t x = root | std::uint64_t{1} << bit;
        std::vector<std::uint64_t> power{1};
        for (int i = 0; i < k; ++i) {
            std::vector<std::uint64_t> product(power.size() + 3, 0);
            for (std::size_t p = 0; p < power.size(); ++p)
                for (std::size_t q = 0; q < 3; ++q) product[p + q] += power[p] * (x >> (16 * q) & 0xffff);
            for (std::size_t p = 0; p + 1 < product.size(); ++p) {
                product[p + 1] += product[p] >> 16;
                product[p] &= 0xffff;
            }
            power = product;
        }
        // Digit 2k is where n stands in n 2^(32 k).
        std::uint64_t whole = 0;
        bool below = false;
        for (std::size_t p = power.size(); p-- > static_cast<std::size_t>(2 * k);) whole = whole << 16 | power[p];
        for (std::size_t p = 0; p < static_cast<std::size_t>(2 * k); ++p) below |= power[p] != 0;
        if (whole < n || (whole == n && !below)) root = x;
    }
    return static_cast<std::uint32_t>(root);
}

struct Sha256Numbers {
    std::array<std::uint32_t, 64> k;
    std::array<std::uint32_t, 8> h;
};
// Derived, not typed: the roots of the first primes.
inline const Sha256Numbers& sha256_numbers()
{
    static const Sha256Numbers numbers = [] {
        Sha256Numbers out{};
        unsigned prime = 2;
        for (std::size_t i = 0; i < 64; ++i, ++prime) {
            while (!is_prime(prime)) ++prime;
            out.k[i] = root_fraction(prime, 3);
            if (i < 8) out.h[i] = root_fraction(prime, 2);
        }
        return out;
    }();
    return numbers;
}

inline void sha256_block(std::array<std::uint32_t, 8>& hash, const std::uint8_t* block)
{
    const auto rotr = [](std::uint32_t x, int n) { return x >> n | x << (32 - n); };
    const auto& numbers = sha256_numbers();
    std::array<std::uint32_t, 64> w;
    for (std::size_t t = 0; t < 16; ++t) {
        w[t] = 0;
        for (std::size_t i = 0; i < 4; ++i) w[t] = w[t] << 8 | block[4 * t + i];
    }
    for (std::size_t t = 16; t < 64; ++t) {
        const std::uint32_t s0 = rotr(w[t - 15], 7) ^ rotr(w[t - 15], 18) ^ w[t - 15] >> 3;
        const std::uint32_t s1 = rotr(w[t - 2], 17) ^ rotr(w[t - 2], 19) ^ w[t - 2] >> 10;
        w[t] = s1 + w[t - 7] + s0 + w[t - 16];
    }
    std::array<std::uint32_t, 8> v = hash;
    auto& [a, b, c, d, e, f, g, h] = v;
    for (std::size_t t = 0; t < 64; ++t) {
        const std::uint32_t t1 = h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) + numbers.k[t] + w[t];
        const std::uint32_t t2 = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
    }
    for (std::size_t i = 0; i < 8; ++i) hash[i] += v[i];
}

inline Hash256 sha256(std::span<const std::uint8_t> message)
{
    std::vector<std::uint8_t> padded(message.begin(), message.end());
    padded.push_back(0x80);
    while (padded.size() % 64 != 56) padded.push_back(0);
    for (int shift = 56; shift >= 0; shift -= 8) padded.push_back(static_cast<std::uint8_t>(std::uint64_t{8} * message.size() >> shift));
    std::array<std::uint32_t, 8> hash = sha256_numbers().h;
    for (std::size_t at = 0; at < padded.size(); at += 64) sha256_block(hash, padded.data() + at);
    Hash256 out;
    for (std::size_t i = 0; i < 32; ++i) out[i] = static_cast<std::uint8_t>(hash[i / 4] >> (24 - 8 * (i % 4)));
    return out;
}

inline Hash256 sha256d(std::span<const std::uint8_t> message) { return sha256(sha256(message)); }

inline Hash256 hmac_sha256(std::span<const std::uint8_t> key, std::span<const std::uint8_t> message)
{
    std::vector<std::uint8_t> block(key.begin(), key.end());
    if (block.size() > 64) {
        const Hash256 short_key = sha256(block);
        block.assign(short_key.begin(), short_key.end());
    }
    block.resize(64);
    std::vector<std::uint8_t> inner, outer;
    for (const std::uint8_t b : block) {
        inner.push_back(b ^ 0x36);
        outer.push_back(b ^ 0x5c);
    }
    inner.insert(inner.end(), message.begin(), message.end());
    const Hash256 digest = sha256(inner);
    outer.insert(outer.end(), digest.begin(), digest.end());
    return sha256(outer);
}

struct MerkleResult {
    Hash256 root;
    bool mutated;
};
inline MerkleResult merkle_root(std::vector<Hash256> level)
{
    if (level.empty()) return {Hash256{}, false};
    bool mutated = false;
    while (level.size() > 1) {
        for (std::size_t i = 0; i + 1 < level.size(); i += 2) mutated |= level[i] == level[i + 1];
        if (level.size() % 2 != 0) level.push_back(level.back());
        std::vector<Hash256> above;
        for (std::size_t i = 0; i < level.size(); i += 2) {
            std::vector<std::uint8_t> both(level[i].begin(), level[i].end());
            both.insert(both.end(), level[i + 1].begin(), level[i + 1].end());
            above.push_back(sha256d(both));
        }
        level = above;
    }
    return {level[0], mutated};
}

}  // namespace lanecrypt::ref
