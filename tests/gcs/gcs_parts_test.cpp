// The parts of a filter: range map, sort, bit writer and reader, CompactSize.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/compact_size.h"
#include "gcs/gcs_range.h"
#include "gcs/gcs_sort.h"
#include "gcs/golomb_reader.h"
#include "gcs/golomb_writer.h"
#include "ref/gcs_ref.h"
#include "support/guard.h"
#include "support/rng.h"

namespace lanecrypt::test {
namespace {

TEST(GcsRange, BothProductsEqualTheOracle)
{
    Rng rng(40);
    for (int i = 0; i < 100000; ++i) {
        const std::uint64_t a = rng() >> rng.below(64), b = rng() >> rng.below(64);
        ASSERT_EQ(high_product_by_halves(a, b), ref::high_product(a, b));
        ASSERT_EQ(scale_to_range(a, b), ref::high_product(a, b));
    }
    const std::uint64_t most = ~std::uint64_t{0};
    for (const std::uint64_t a : {std::uint64_t{0}, std::uint64_t{1}, most, most - 1, std::uint64_t{1} << 63, std::uint64_t{0xffffffff}})
        for (const std::uint64_t b : {std::uint64_t{0}, std::uint64_t{1}, most, most - 1, std::uint64_t{1} << 32}) {
            ASSERT_EQ(high_product_by_halves(a, b), ref::high_product(a, b));
            ASSERT_EQ(scale_to_range(a, b), ref::high_product(a, b));
        }
    EXPECT_EQ(scale_to_range(most, most), most - 1);
}

// Hashes of every shape: random, all in one part, all equal, sorted either way.
TEST(GcsSort, SortsAnything)
{
    Rng rng(41);
    for (const std::size_t n : {0u, 1u, 2u, 63u, 64u, 65u, 200u, 1000u, 5000u, 70000u})
        for (int shape = 0; shape < 6; ++shape) {
            std::vector<HashedItem> items(n);
            for (std::size_t i = 0; i < n; ++i) {
                const std::uint64_t random = rng();
                items[i].item = i;
                items[i].hash = shape == 0 ? random : shape == 1 ? random >> 40 : shape == 2 ? 7 : shape == 3 ? i << 40 : shape == 4 ? ~(i << 40) : random | ~(~std::uint64_t{0} >> 9);
            }
            std::vector<HashedItem> want = items;
            std::stable_sort(want.begin(), want.end(), [](const HashedItem& a, const HashedItem& b) { return a.hash < b.hash; });
            sort_hashes(items);
            std::vector<bool> seen(n);
            for (std::size_t i = 0; i < n; ++i) {
                ASSERT_EQ(items[i].hash, want[i].hash) << n << ' ' << shape << ' ' << i;
                ASSERT_FALSE(seen[items[i].item]);
                seen[items[i].item] = true;
            }
        }
}

// Different items with the same 64-bit hash stay, equal ones go, in whatever order they come.
TEST(GcsSort, RepeatedItemsGoEqualHashesStay)
{
    const std::vector<int> content = {5, 6, 5, 7, 6, 5, 8, 8, 9};
    std::vector<HashedItem> sorted = {{1, 8}, {3, 0}, {3, 1}, {3, 2}, {3, 4}, {3, 5}, {3, 3}, {9, 6}, {9, 7}};
    drop_repeated(sorted, [&](std::size_t a, std::size_t b) { return content[a] == content[b]; });
    std::multiset<std::pair<std::uint64_t, int>> got;
    for (const HashedItem& i : sorted) got.insert({i.hash, content[i.item]});
    EXPECT_EQ(got, (std::multiset<std::pair<std::uint64_t, int>>{{1, 9}, {3, 5}, {3, 6}, {3, 7}, {9, 8}}));
}

TEST(Golomb, WriterAndReaderEqualTheOracleForEveryP)
{
    Rng rng(42);
    const GuardedPages pages(1 << 20);
    for (unsigned p = 0; p <= 32; ++p)
        for (int round = 0; round < 60; ++round) {
            std::multiset<std::uint64_t> values;
            const std::size_t n = rng.below(60);
            // Quotients from none to thousands of ones.
            const std::uint64_t range = std::uint64_t{1} << std::min(40u, p + (round % 3 == 0 ? 1u : round % 3 == 1 ? 7u : 13u));
            for (std::size_t i = 0; i < n; ++i) values.insert(rng.below(range));
            const ref::Bytes want = ref::golomb_encode(values, p);
            ASSERT_LT(want.size(), std::size_t{1} << 20);

            std::uint8_t* const out = pages.at_end(want.size());
            GolombWriter writer(out, want.size(), p);
            std::uint64_t last = 0;
            for (const std::uint64_t v : values) {
                writer.write(v - last);
                last = v;
            }
            writer.finish();
            ASSERT_EQ(ref::Bytes(out, out + want.size()), want) << "p " << p;

            GolombReader reader(out, want.size(), p);
            std::uint64_t sum = 0, delta = 0;
            for (const std::uint64_t v : values) {
                ASSERT_TRUE(reader.read(delta)) << "p " << p;
                sum += delta;
                ASSERT_EQ(sum, v) << "p " << p;
            }
            ASSERT_EQ(reader.bytes_left(), 0u);
        }
}

TEST(CompactSize, RoundTripAndShortestFormOnly)
{
    for (const std::uint64_t n : {std::uint64_t{0}, std::uint64_t{252}, std::uint64_t{253}, std::uint64_t{65535}, std::uint64_t{65536},
                                  std::uint64_t{0xffffffff}, std::uint64_t{0x100000000}, ~std::uint64_t{0}}) {
        std::uint8_t out[max_compact_size];
        const std::size_t length = write_compact_size(out, n);
        EXPECT_EQ(ref::Bytes(out, out + length), ref::compact_size(n));
        std::uint64_t back = 0;
        EXPECT_EQ(read_compact_size(out, length, back), length);
        EXPECT_EQ(back, n);
        for (std::size_t cut = 0; cut < length; ++cut) EXPECT_EQ(read_compact_size(out, cut, back), 0u);
    }
    std::uint64_t n = 0;
    const std::uint8_t long2[] = {0xfd, 0xfc, 0}, long4[] = {0xfe, 0xff, 0xff, 0, 0}, long8[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0};
    EXPECT_EQ(read_compact_size(long2, sizeof long2, n), 0u);
    EXPECT_EQ(read_compact_size(long4, sizeof long4, n), 0u);
    EXPECT_EQ(read_compact_size(long8, sizeof long8, n), 0u);
}

}  // namespace
}  // namespace lanecrypt::test
