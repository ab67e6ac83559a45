// The merkle root and its `mutated` flag.
#include "lanecrypt/merkle.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "lanecrypt/misuse.hpp"
#include "sha256/sha256_support.h"

namespace lanecrypt::test {
namespace {

std::vector<ref::Hash256> leaves_of(std::initializer_list<int> bytes)
{
    std::vector<ref::Hash256> out;
    for (const int b : bytes) out.push_back(ref::sha256(Message{static_cast<std::uint8_t>(b)}));
    return out;
}
std::vector<ref::Hash256> first_leaves(std::size_t n)
{
    std::vector<ref::Hash256> out;
    for (std::size_t i = 0; i < n; ++i) out.push_back(ref::sha256(Message{static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i >> 8)}));
    return out;
}
std::span<const std::byte> bytes_of(const std::vector<ref::Hash256>& leaves) { return std::as_bytes(std::span(leaves)); }

// Leaf i is SHA-256 of the byte i; roots from an independent program.
TEST(Merkle, KnownRoots)
{
    const std::pair<int, const char*> known[] = {
        {0, "0000000000000000000000000000000000000000000000000000000000000000"},
        {1, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"},
        {2, "f0a886c2f0065f43c82d12b561b45f1a963917248c538474aaad05440a48df3c"},
        {3, "50fde71c451737ad83c79d791dfda614eeed7e4440971b7a92691919a06ba52b"},
        {6, "2fc7361900074fd777159ba03f739d29dc05796a0cc3de814db2dd1c91246334"},
        {7, "df8cda881072fe6533296d6370b24ed0ffcfbb5037b88b069ae003bf200ac698"},
        {9, "e10a46e7409e49fb2981560da9db10feb5e6398a5b0bd52c5e0642bec2b24f20"},
        {15, "768b2961da394f7524df1f16ebbaec953f4c072cddf9c574382d6a5e37397576"},
        {16, "c90734ee968b2d47f6c5938f943ac4af2158b45bb11e9cd830fdd48c242783b7"},
        {17, "7e00e2633919a73bec43f4eba0fc91ad8f9fd00d7c2d933325ecc87d924ccd43"},
        {31, "6989d2ad0623845081ec04018195290ba55160653be41d7553bb4df8a55e4423"},
        {33, "6871084b9bd0bf285bbc08c0e8a3707510b63aa65501fee13e928b3075c8fb1e"},
    };
    for (const auto& [n, want] : known) {
        std::vector<ref::Hash256> leaves;
        for (int i = 0; i < n; ++i) leaves.push_back(leaves_of({i})[0]);
        bool mutated = true;
        EXPECT_EQ(hex_of(merkle_root(bytes_of(leaves), &mutated)), want) << n;
        EXPECT_FALSE(mutated) << n;
        EXPECT_EQ(hex_of(merkle_root(bytes_of(leaves))), want) << n;
    }
}

// CVE-2012-2459: lists that share a root with a shorter one.
TEST(Merkle, KnownMutations)
{
    bool mutated = false;
    EXPECT_EQ(merkle_root(bytes_of(leaves_of({0, 1, 2, 2})), &mutated), merkle_root(bytes_of(leaves_of({0, 1, 2}))));
    EXPECT_TRUE(mutated);
    mutated = false;
    EXPECT_EQ(merkle_root(bytes_of(leaves_of({0, 1, 2, 3, 4, 5, 4, 5})), &mutated), merkle_root(bytes_of(leaves_of({0, 1, 2, 3, 4, 5}))));
    EXPECT_TRUE(mutated);
}

std::size_t boundary(std::size_t i)
{
    static constexpr std::size_t list[] = {511,  512,  513,  1022, 1023, 1024, 1025, 1026, 2047, 2048, 2049, 2050, 3073, 4097,
                                           1027, 1535, 3072, 4095, 4096, 5119, 5121, 6145, 7168, 7169, 8191, 8193};
    return i < sizeof list / sizeof list[0] ? list[i] : 0;
}

void expect_merkle(const Sha256Plan& plan, const std::vector<ref::Hash256>& leaves)
{
    const auto want = ref::merkle_root(leaves);
    ref::Hash256 got;
    const auto* const in = reinterpret_cast<const std::uint8_t*>(leaves.data());
    ASSERT_EQ(sha256_merkle(plan, got.data(), in, leaves.size(), true), want.mutated) << leaves.size();
    ASSERT_EQ(got, want.root) << leaves.size();
    ASSERT_FALSE(sha256_merkle(plan, got.data(), in, leaves.size(), false));
    ASSERT_EQ(got, want.root) << leaves.size();
}

TEST(Merkle, EveryCountOnEveryImplementation)
{
    for_each_impl(dispatch::sha256_lanes_slot, [](const Sha256Ops& ops, const std::string&) {
        for (std::size_t n = 0; n <= (quick() ? 70u : 150u); ++n) ASSERT_NO_FATAL_FAILURE(expect_merkle({&ops, &ops, 1}, first_leaves(n)));
    });
}

TEST(Merkle, AroundThePieces)
{
    for (std::size_t i = 0; boundary(i) != 0 && (!quick() || i < 14); ++i)
        ASSERT_NO_FATAL_FAILURE(expect_merkle(sha256_plan(), first_leaves(boundary(i))));
}

// Two equal hashes at a pair of any level: leaves 2^level p … are copied onto the partner. At odd places nothing is wrong.
TEST(Merkle, MutationAtEveryLevel)
{
    for (const std::size_t n : {std::size_t{64}, std::size_t{100}, std::size_t{2100}, std::size_t{4096}})
        for (std::size_t width = 1; 2 * width <= n; width *= 2)
            for (const std::size_t pair : {std::size_t{0}, n / (2 * width) - 1}) {
                auto leaves = first_leaves(n);
                for (std::size_t i = 0; i < width; ++i) leaves[(2 * pair + 1) * width + i] = leaves[2 * pair * width + i];
                bool mutated = false;
                const auto root = merkle_root(bytes_of(leaves), &mutated);
                ASSERT_TRUE(mutated) << n << " width " << width << " pair " << pair;
                if (n <= 100) {
                    ASSERT_EQ(hex_of(root), to_hex(ref::merkle_root(leaves).root));
                }
                if (4 * width > n || pair * 2 * width + 3 * width > n) continue;
                auto shifted = first_leaves(n);  // equal, but not partners
                for (std::size_t i = 0; i < width; ++i) shifted[(2 * pair + 2) * width + i] = shifted[(2 * pair + 1) * width + i];
                (void)merkle_root(bytes_of(shifted), &mutated);
                ASSERT_FALSE(mutated) << n << " width " << width << " pair " << pair;
            }
}

// Hashes that differ in one bit only are not equal.
TEST(Merkle, NearlyEqualPairs)
{
    for (std::size_t bit = 0; bit < 256; ++bit) {
        auto leaves = leaves_of({1, 1});
        leaves[1][bit / 8] ^= static_cast<std::uint8_t>(1u << (bit % 8));
        bool mutated = true;
        (void)merkle_root(bytes_of(leaves), &mutated);
        EXPECT_FALSE(mutated) << bit;
    }
}

// The generator of Bitcoin Core's merkle_tests.cpp: copies of the last 2^ctz(n) leaves, up to three times.
TEST(Merkle, AppendedCopies)
{
    Rng rng(30);
    for (int round = 0; round < 200; ++round) {
        auto leaves = first_leaves(1 + rng.below(3000));
        const auto root = merkle_root(bytes_of(leaves));
        for (int copies = 0; copies < 3 && (leaves.size() & (leaves.size() - 1)) != 0; ++copies) {
            const std::size_t last = leaves.size() & (~leaves.size() + 1);
            for (std::size_t i = 0; i < last; ++i) leaves.push_back(leaves[leaves.size() - last]);
            bool mutated = false;
            ASSERT_EQ(merkle_root(bytes_of(leaves), &mutated), root);
            ASSERT_TRUE(mutated);
        }
    }
}

int misuses = 0;

TEST(Merkle, Misuse)
{
    set_misuse_handler([](const char*, void*) { ++misuses; }, nullptr);
    misuses = 0;
    const std::vector<std::byte> odd(33, std::byte{1});
    EXPECT_EQ(merkle_root(odd), Sha256Digest{});
    EXPECT_EQ(misuses, 1);
    set_misuse_handler(nullptr, nullptr);
}

}  // namespace
}  // namespace lanecrypt::test
