// The accumulator steered to where carries and the final reduction change: next to 2^130 - 5 and next to the multiples
// of each radix, from below and from above, for every implementation; multipliers whose powers are next to 2^130.
#include <gtest/gtest.h>

#include <cstring>

#include "poly1305/poly1305_impls.h"
#include "poly1305/residue.h"
#include "ref/poly1305_ref.h"
#include "support/hex.h"
#include "support/rng.h"

namespace lanecrypt::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

// Multipliers r, little-endian. With small odd ones a product exceeds 2^130 by so little that the excess is still in the
// limbs when the final reduction begins.
const char* const multipliers[] = {
    "01000000000000000000000000000000", "02000000000000000000000000000000", "03000000000000000000000000000000", "65000000000000000000000000000000",
    "ff000000000000000000000000000000", "ffffff0f000000000000000000000000", "ffffff0ffcffff0ffcffff0ffcffff0f", "000000000000000000000000fcffff0f",
    "b5a70f0308c5410f94e1fa03783a1a0c",
};

// Multipliers with a power next to the modulus: r^power = 2^130 - 5 - below. (Roots of small negative numbers that are
// clamped already, found by search.)
constexpr struct {
    const char* r;
    unsigned power;
    std::int64_t below;
} near_powers[] = {
    {"53e9780198c01f0af8399b07c8d6fd0e", 2, 37081912},
    {"db65d80f40691003dc1ef70160c6b408", 4, 1529255},
    {"594b570e74a51e0ba44a3901a091350d", 8, 5363788},
    {"0552ae0e8c77060668a8a70e58a1ae03", 16, 20475160},
};

std::vector<Bytes> all_multipliers()
{
    std::vector<Bytes> out;
    for (const char* const r : multipliers) out.push_back(from_hex(r));
    for (const auto& c : near_powers) out.push_back(from_hex(c.r));
    return out;
}

// 2^shift * n + d: the borders of the limbs of every radix in use (26, 44, 64 bits), and those of the modulus.
std::vector<Residue> targets()
{
    std::vector<Residue> out;
    for (std::int64_t d = -9; d <= 9; ++d) {
        out.push_back(Residue::shifted(d));
        for (const unsigned shift : {26u, 44u, 52u, 64u, 78u, 88u, 104u, 128u, 129u})
            for (const std::int64_t n : {1, 2, 3}) out.push_back(Residue::shifted(n, shift) + Residue::shifted(d));
    }
    return out;
}

Bytes key_with(Rng& rng, const Bytes& r)
{
    Bytes key = r;
    const Bytes pad = rng.one_in(2) ? rng.bytes(16) : Bytes(16, rng.one_in(2) ? 0xff : 0x00);
    key.insert(key.end(), pad.begin(), pad.end());
    return key;
}

// The lengths at the end of AEAD data.
Bytes lengths_block(std::size_t aad_len, std::size_t ct_len)
{
    Bytes out(16);
    for (std::size_t i = 0; i < 8; ++i) {
        out[i] = static_cast<std::uint8_t>(std::uint64_t{aad_len} >> (8 * i));
        out[8 + i] = static_cast<std::uint8_t>(std::uint64_t{ct_len} >> (8 * i));
    }
    return out;
}

struct Steered {
    Bytes key, data, tag;
};

void check_whole(const std::vector<Steered>& cases)
{
    for_each_poly1305([&](const Poly1305Ops& ops, const std::string&) {
        for (const Steered& c : cases)
            ASSERT_EQ(poly1305_tag_of(ops, c.key.data(), c.data.data(), c.data.size()), c.tag) << "key " << to_hex(c.key) << " message " << to_hex(c.data);
    });
    std::printf("[   grid   ] %zu messages\n", cases.size());
}

TEST(Poly1305Edges, PowersNextToTheModulus)
{
    Rng rng(42);
    for (const auto& c : near_powers) {
        const Bytes r = from_hex(c.r);
        const Multiplier multiplier(r.data());
        Residue power = Residue::shifted(1);
        for (unsigned i = 0; i < c.power; ++i) power = power * multiplier.r;
        ASSERT_EQ(power, Residue::shifted(-c.below)) << c.r;
    }
    std::vector<Steered> cases;
    for (const auto& c : near_powers)
        for (std::size_t blocks = 1; blocks <= 70; ++blocks)
            for (const int fill : {0x00, 0xfb, 0xff}) {
                const Bytes key = key_with(rng, from_hex(c.r)), data(16 * blocks, static_cast<std::uint8_t>(fill));
                const auto tag = ref::poly1305(data, key.data());
                cases.push_back({key, data, Bytes(tag.begin(), tag.end())});
            }
    check_whole(cases);
}

// Whole messages, the accumulator at the target after the last block, or before one more block that is full.
TEST(Poly1305Edges, Messages)
{
    Rng rng(40);
    std::vector<Steered> cases;
    for (const Bytes& r : all_multipliers()) {
        const Multiplier multiplier(r.data());
        for (const Residue& target : targets())
            for (const std::size_t shortest : {2 + rng.below(7), 9 + rng.below(40)}) {
                if (quick() && shortest > 20) continue;
                const Bytes key = key_with(rng, r);
                Bytes data;
                for (std::size_t n = shortest; data.empty(); ++n) data = steer(rng, multiplier, target, n);
                if (rng.one_in(3)) data.insert(data.end(), 16, 0xff);
                const auto tag = ref::poly1305(data, key.data());
                cases.push_back({key, data, Bytes(tag.begin(), tag.end())});
            }
    }
    check_whole(cases);
}

// The same for AEAD messages, the accumulator at the target at the very end, in every lane of the groups.
TEST(Poly1305Edges, EveryLane)
{
    Rng rng(41);
    std::vector<Steered> cases;
    for (const Bytes& r : all_multipliers()) {
        const Multiplier multiplier(r.data());
        for (const Residue& target : targets()) {
            Bytes data, lengths;
            for (std::size_t n = 2 + rng.below(5); data.empty(); ++n) {
                lengths = lengths_block(0, 16 * n);
                const Residue last = block_value(lengths.data());
                data = steer(rng, multiplier, target, n, &last);
            }
            const Bytes key = key_with(rng, r);
            Bytes whole = data;
            whole.insert(whole.end(), lengths.begin(), lengths.end());
            const auto tag = ref::poly1305(whole, key.data());
            cases.push_back({key, data, Bytes(tag.begin(), tag.end())});
        }
    }
    constexpr std::size_t group = 9;
    for_each_poly1305([&](const Poly1305Ops& ops, const std::string&) {
        // From every place to start, so that each case stands at each place of a group; and a shuffled order, for neighbours of another length.
        for (std::size_t start = 0; start < group; ++start)
            for (std::size_t at = start; at + group <= cases.size(); at += group) {
                Poly1305Message messages[group];
                std::uint8_t tags[group][16];
                for (std::size_t i = 0; i < group; ++i) {
                    const Steered& c = cases[at + i];
                    messages[i] = {c.key.data(), nullptr, 0, c.data.data(), c.data.size(), tags[i]};
                }
                ops.aead_tags(messages, group);
                for (std::size_t i = 0; i < group; ++i)
                    ASSERT_EQ(std::memcmp(tags[i], cases[at + i].tag.data(), 16), 0) << "place " << i << " key " << to_hex(cases[at + i].key) << " text " << to_hex(cases[at + i].data);
                if (start == 0 && !quick()) {
                    for (std::size_t i = 0; i < group; ++i) {
                        ops.aead_tags(messages + i, 1);
                        ASSERT_EQ(std::memcmp(tags[i], cases[at + i].tag.data(), 16), 0) << "alone, key " << to_hex(cases[at + i].key) << " text " << to_hex(cases[at + i].data);
                    }
                }
            }
    });
    std::printf("[   grid   ] %zu messages at %zu places\n", cases.size(), group);
}

}  // namespace
}  // namespace lanecrypt::test
