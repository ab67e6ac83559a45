// Filters against the oracle: sizes, parameters, repeated items, matching.
#include "lanecrypt/gcs.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "ref/gcs_ref.h"
#include "support/rng.h"

namespace lanecrypt::test {
namespace {

using Item = std::span<const std::byte>;

Item view(const ref::Bytes& b) { return {reinterpret_cast<const std::byte*>(b.data()), b.size()}; }
ref::Bytes bytes(const std::vector<std::byte>& b)
{
    const auto* const p = reinterpret_cast<const std::uint8_t*>(b.data());
    return {p, p + b.size()};
}

struct Items {
    std::vector<ref::Bytes> data;
    std::vector<Item> views;

    Items(Rng& rng, std::size_t n, std::size_t shortest, std::size_t longest)
    {
        for (std::size_t i = 0; i < n; ++i) data.push_back(rng.bytes(rng.between(shortest, longest)));
        for (const ref::Bytes& d : data) views.push_back(view(d));
    }
    ref::ItemSet set() const { return {data.begin(), data.end()}; }
};

TEST(Gcs, EqualsTheOracle)
{
    Rng rng(50);
    std::size_t filters = 0;
    for (const std::size_t n : {0u, 1u, 2u, 3u, 4u, 5u, 7u, 8u, 9u, 15u, 16u, 17u, 31u, 32u, 33u, 63u, 64u, 65u, 127u, 128u, 129u, 252u, 253u, 254u,
                                255u, 256u, 257u, 511u, 512u, 513u, 1023u, 1024u, 1025u, 4095u, 4096u, 4097u, 5472u, 6000u, 20000u}) {
        if (quick() && n > 2000 && n != 5472) continue;
        const Items items(rng, n, 12, 40);
        const GcsParams params{rng(), rng(), 19, 784931};
        const ref::Bytes want = ref::gcs_build(items.set(), params.k0, params.k1, params.p, params.m);
        const auto encoded = gcs_build(items.views, params);
        ASSERT_EQ(bytes(encoded), want) << n;
        GcsFilter filter;
        ASSERT_TRUE(filter.decode(encoded, params)) << n;
        ASSERT_EQ(filter.size(), n);
        for (const Item& item : items.views) ASSERT_TRUE(filter.match(item)) << n;
        ++filters;
    }
    std::printf("             %zu filters of up to 20000 items (n·m past 2^32 from 5472 on)\n", filters);
}

TEST(Gcs, EveryPAndManyM)
{
    Rng rng(51);
    for (unsigned p = 0; p <= 32; ++p)
        for (const std::uint64_t m : {std::uint64_t{1}, std::uint64_t{2}, (std::uint64_t{1} << p) + 1, (std::uint64_t{3} << p) / 2 + 1, std::uint64_t{200} << p}) {
            const Items items(rng, 1 + rng.below(150), 0, 50);
            const GcsParams params{rng(), rng(), p, m};
            const auto encoded = gcs_build(items.views, params);
            const auto set = items.set();
            ASSERT_EQ(bytes(encoded), ref::gcs_build(set, params.k0, params.k1, p, m)) << p << ' ' << m;
            GcsFilter filter;
            ASSERT_TRUE(filter.decode(encoded, params)) << p << ' ' << m;
            ASSERT_EQ(filter.size(), set.size());
            for (const Item& item : items.views) ASSERT_TRUE(filter.match(item)) << p << ' ' << m;
        }
}

// With m = 1 most items share their number with others: differences of 0, and the count is that of the items.
TEST(Gcs, EqualNumbersInsideAFilter)
{
    Rng rng(52);
    const Items items(rng, 500, 20, 30);
    const GcsParams params{1, 2, 0, 1};
    const auto encoded = gcs_build(items.views, params);
    EXPECT_EQ(bytes(encoded), ref::gcs_build(items.set(), 1, 2, 0, 1));
    GcsFilter filter;
    ASSERT_TRUE(filter.decode(encoded, params));
    std::size_t equal = 0;
    for (std::size_t i = 1; i < filter.size(); ++i) equal += filter.values()[i] == filter.values()[i - 1];
    EXPECT_GT(equal, 100u);
    for (const Item& item : items.views) EXPECT_TRUE(filter.match(item));
}

TEST(Gcs, RepeatedItemsCountOnce)
{
    Rng rng(53);
    Items items(rng, 300, 0, 3);  // many equal ones among the short
    for (int i = 0; i < 200; ++i) items.views.push_back(items.views[rng.below(300)]);
    const GcsParams params{3, 4, 19, 784931};
    EXPECT_EQ(bytes(gcs_build(items.views, params)), ref::gcs_build(items.set(), 3, 4, 19, 784931));
}

TEST(Gcs, EmptySet)
{
    const auto encoded = gcs_build({}, {});
    EXPECT_EQ(encoded, std::vector<std::byte>{std::byte{0}});
    GcsFilter filter;
    EXPECT_FALSE(filter.match({}));
    ASSERT_TRUE(filter.decode(encoded, {}));
    EXPECT_EQ(filter.size(), 0u);
    const ref::Bytes item = {1, 2, 3};
    const Item items[] = {view(item)};
    EXPECT_FALSE(filter.match(items[0]));
    EXPECT_FALSE(filter.match_any(items));
    EXPECT_FALSE(filter.match_any({}));
}

// Every inserted item matches; others match about once in m.
TEST(Gcs, EveryInsertedItemMatches)
{
    Rng rng(54);
    const std::size_t n = quick() ? 20000 : 1000000;
    std::vector<std::uint8_t> data(n * 24);
    rng.fill(data.data(), data.size());
    std::vector<Item> views(n);
    for (std::size_t i = 0; i < n; ++i) views[i] = {reinterpret_cast<const std::byte*>(&data[24 * i]), 20 + i % 5};
    const GcsParams params{rng(), rng(), 19, 784931};
    const auto encoded = gcs_build(views, params);
    GcsFilter filter;
    ASSERT_TRUE(filter.decode(encoded, params));
    ASSERT_EQ(filter.size(), n);
    for (std::size_t i = 0; i < n; ++i) ASSERT_TRUE(filter.match(views[i])) << i;
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < n; ++i) {
        std::uint8_t other[30];
        rng.fill(other, sizeof other);
        wrong += filter.match({reinterpret_cast<const std::byte*>(other), sizeof other});
    }
    EXPECT_LE(wrong, 12u);  // 1.3 expected of 10^6
    std::printf("             %zu items, %zu false matches of as many others\n", n, wrong);
}

// Answers of all three ways of asking equal membership by the oracle's numbers.
TEST(Gcs, MatchAnyOfManyUnsortedAndRepeated)
{
    Rng rng(55);
    for (const std::size_t n : {1u, 10u, 700u}) {
        const Items items(rng, n, 22, 34);
        const GcsParams params{rng(), rng(), 10, 1000};
        GcsFilter filter;
        ASSERT_TRUE(filter.decode(gcs_build(items.views, params), params));
        std::multiset<std::uint64_t> numbers;
        for (const ref::Bytes& item : items.set()) numbers.insert(ref::high_product(ref::siphash(2, 4, item, params.k0, params.k1), n * params.m));
        for (const std::size_t queries : {0u, 1u, 2u, 31u, 33u, 500u, 1500u}) {
            for (int round = 0; round < 6; ++round) {
                Items asked(rng, queries, 22, 34);
                if (round % 2 == 1 && queries != 0) asked.views[rng.below(queries)] = items.views[rng.below(n)];
                if (queries > 1) asked.views[0] = asked.views[queries - 1];
                bool want = false;
                for (const Item& item : asked.views) {
                    const auto* const p = reinterpret_cast<const std::uint8_t*>(item.data());
                    const bool in = numbers.count(ref::high_product(ref::siphash(2, 4, p, item.size(), params.k0, params.k1), n * params.m)) != 0;
                    ASSERT_EQ(filter.match(item), in);
                    want |= in;
                }
                ASSERT_EQ(filter.match_any(asked.views), want) << n << ' ' << queries;
                const SipHash24Messages prepared(asked.views);
                std::vector<std::uint64_t> scratch(queries);
                ASSERT_EQ(filter.match_any(prepared, scratch), want) << n << ' ' << queries;
            }
        }
    }
}

TEST(Gcs, ParametersOutOfRange)
{
    const ref::Bytes a = {1}, b = {2};
    const Item items[] = {view(a), view(b)};
    EXPECT_THROW(gcs_build(items, {0, 0, 33, 784931}), std::invalid_argument);
    EXPECT_THROW(gcs_build(items, {0, 0, 19, 0}), std::invalid_argument);
    EXPECT_THROW(gcs_build(items, {0, 0, 32, std::uint64_t{1} << 63}), std::invalid_argument);
    EXPECT_NO_THROW(gcs_build({items, 1}, {0, 0, 32, std::uint64_t{1} << 40}));
    GcsFilter filter;
    const std::byte empty[] = {std::byte{0}};
    EXPECT_THROW((void)filter.decode(empty, {0, 0, 33, 784931}), std::invalid_argument);
    EXPECT_THROW((void)filter.decode(empty, {0, 0, 19, 0}), std::invalid_argument);
}

}  // namespace
}  // namespace lanecrypt::test
