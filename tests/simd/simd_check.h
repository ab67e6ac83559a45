// Compares the operations of one backend with those of the array backend of the same width.
#pragma once
#include <cstdio>
#include <cstring>

#include "simd/simd_table.h"

namespace lanecrypt::simd_test {

struct Result {
    int operations = 0;
    long cases = 0;
    long wrong = 0;
    char first[160] = "";  // the first difference in words
};

// Words that carry, borrow, sign and shift faults show up with.
inline std::uint64_t edge_word(unsigned i)
{
    static constexpr std::uint64_t edges[] = {0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0x80000001,
                                              0xffffffff, 0x100000000, 0x7fffffff00000000, 0x7fffffffffffffff, 0x8000000000000000,
                                              0x8000000000000001, 0xffffffff00000000, 0xfffffffffffffffe, 0xffffffffffffffff,
                                              0x0123456789abcdef, 0xfedcba9876543210, 0x5555555555555555, 0xaaaaaaaaaaaaaaaa};
    return edges[i % (sizeof edges / sizeof edges[0])];
}

inline std::uint64_t next_random(std::uint64_t& state)
{
    std::uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

// Half the words are edges, half random, in changing order.
inline void fill_words(std::uint8_t* p, int words, int word_bytes, std::uint64_t& state)
{
    for (int i = 0; i < words; ++i) {
        const std::uint64_t r = next_random(state);
        std::uint64_t x = (r & 1) != 0 ? edge_word(static_cast<unsigned>(r >> 8)) : next_random(state);
        if (word_bytes == 4 && (r & 2) != 0) x >>= 32;
        if (word_bytes == 8) {
            std::memcpy(p + 8 * i, &x, 8);
        } else {
            const auto half = static_cast<std::uint32_t>(x);
            std::memcpy(p + 4 * i, &half, 4);
        }
    }
}

inline void check_operations(const Operations& got, const Operations& want, int rounds, Result& result)
{
    constexpr int room = max_vectors * 64, margin = 64;
    const int width = got.lanes * got.word_bits / 8;
    std::uint64_t state = 2026;
    for (int k = 0; k < got.count; ++k) {
        const Operation& op = got.list[k];
        ++result.operations;
        for (int round = 0; round < rounds; ++round) {
            std::uint8_t in[room + margin], out[room + 2 * margin], ref[room + 2 * margin];
            const int in_at = round % 17, out_at = margin / 2 + round % 13;
            fill_words(in, static_cast<int>(sizeof in) / (got.word_bits / 8), got.word_bits / 8, state);
            std::memset(out, 0x5a, sizeof out);
            std::memset(ref, 0x5a, sizeof ref);
            op.run(out + out_at, in + in_at);
            want.list[k].run(ref + out_at, in + in_at);
            ++result.cases;
            if (std::memcmp(out, ref, sizeof out) == 0) continue;
            ++result.wrong;
            if (result.first[0] != '\0') continue;
            int at = 0;
            while (out[at] == ref[at]) ++at;
            std::snprintf(result.first, sizeof result.first, "%s<%d> on %d words of %d bits: byte %d is %02x, not %02x (vectors of %d bytes)", op.name,
                          op.constant, got.lanes, got.word_bits, at - out_at, out[at], ref[at], width);
        }
    }
}

// Whether both tables list the same operations in the same order.
inline bool same_list(const Operations& a, const Operations& b)
{
    if (a.count != b.count || a.lanes != b.lanes || a.word_bits != b.word_bits) return false;
    for (int k = 0; k < a.count; ++k)
        if (std::strcmp(a.list[k].name, b.list[k].name) != 0 || a.list[k].constant != b.list[k].constant) return false;
    return true;
}

}  // namespace lanecrypt::simd_test
