// The C functions: capacity, statuses, misuse.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "lanecrypt/lanecrypt.h"
#include "ref/gcs_ref.h"
#include "support/rng.h"

namespace lanecrypt::test {
namespace {

struct CapiGcs : testing::Test {
    std::vector<ref::Bytes> data;
    std::vector<const std::uint8_t*> items;
    std::vector<std::size_t> len;
    std::vector<std::uint8_t> filter = std::vector<std::uint8_t>(4096, 0xee);
    std::size_t size = 99;

    CapiGcs()
    {
        Rng rng(70);
        for (int i = 0; i < 100; ++i) data.push_back(rng.bytes(20 + static_cast<std::size_t>(i) % 15));
        for (const ref::Bytes& d : data) items.push_back(d.data()), len.push_back(d.size());
    }
    lanecrypt_status build(std::uint8_t* out, std::size_t cap, unsigned p = 19, std::uint64_t m = 784931)
    {
        return lanecrypt_gcs_build(out, cap, &size, items.data(), len.data(), items.size(), 5, 6, p, m);
    }
};

TEST_F(CapiGcs, CapacityAndResult)
{
    const ref::Bytes want = ref::gcs_build({data.begin(), data.end()}, 5, 6, 19, 784931);
    EXPECT_EQ(build(nullptr, 0), LANECRYPT_OK);
    EXPECT_EQ(size, want.size());
    size = 0;
    EXPECT_EQ(build(filter.data(), want.size() - 1), LANECRYPT_OK);
    EXPECT_EQ(size, want.size());
    EXPECT_TRUE(std::all_of(filter.begin(), filter.end(), [](std::uint8_t b) { return b == 0xee; }));
    EXPECT_EQ(build(filter.data(), want.size()), LANECRYPT_OK);
    EXPECT_TRUE(std::equal(want.begin(), want.end(), filter.begin()));
    EXPECT_EQ(filter[want.size()], 0xee);
    EXPECT_EQ(lanecrypt_gcs_build(filter.data(), 1, &size, nullptr, nullptr, 0, 5, 6, 19, 784931), LANECRYPT_OK);
    EXPECT_EQ(size, 1u);
    EXPECT_EQ(filter[0], 0);
}

TEST_F(CapiGcs, BadArguments)
{
    const auto before = filter;
    EXPECT_EQ(build(nullptr, 10), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(build(filter.data(), filter.size(), 33), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(build(filter.data(), filter.size(), 19, 0), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(build(filter.data(), filter.size(), 19, ~std::uint64_t{0}), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(lanecrypt_gcs_build(filter.data(), 10, nullptr, items.data(), len.data(), 3, 5, 6, 19, 784931), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(lanecrypt_gcs_build(filter.data(), 10, &size, nullptr, len.data(), 3, 5, 6, 19, 784931), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(lanecrypt_gcs_build(filter.data(), 10, &size, items.data(), nullptr, 3, 5, 6, 19, 784931), LANECRYPT_BAD_ARGUMENT);
    items[7] = nullptr;
    EXPECT_EQ(build(filter.data(), filter.size()), LANECRYPT_BAD_ARGUMENT);
    items[7] = filter.data() + 50;
    EXPECT_EQ(build(filter.data(), filter.size()), LANECRYPT_BAD_ARGUMENT);
    items[7] = reinterpret_cast<const std::uint8_t*>(&size);
    len[7] = 1;
    EXPECT_EQ(build(filter.data(), filter.size()), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(size, 99u);
    EXPECT_EQ(filter, before);
    items[7] = nullptr;
    len[7] = 0;
    EXPECT_EQ(build(filter.data(), filter.size()), LANECRYPT_OK);
}

// Sizes that no memory holds are known without building anything.
TEST_F(CapiGcs, EnormousFilter)
{
    items.resize(1);
    EXPECT_EQ(build(filter.data(), filter.size(), 0, std::uint64_t{1} << 45), LANECRYPT_OK);
    EXPECT_GT(size, std::size_t{1} << 20);
    EXPECT_EQ(filter[0], 0xee);
}

TEST_F(CapiGcs, MatchAny)
{
    ASSERT_EQ(build(filter.data(), filter.size()), LANECRYPT_OK);
    const auto match = [&](std::size_t n, int& matched) {
        return lanecrypt_gcs_match_any(&matched, filter.data(), size, items.data(), len.data(), n, 5, 6, 19, 784931);
    };
    int matched = 7;
    EXPECT_EQ(match(0, matched), LANECRYPT_OK);
    EXPECT_EQ(matched, 0);
    for (const std::size_t n : {1u, 2u, 100u}) {
        EXPECT_EQ(match(n, matched), LANECRYPT_OK);
        EXPECT_EQ(matched, 1);
    }
    std::vector<ref::Bytes> others;
    for (ref::Bytes d : data) {
        d[0] = static_cast<std::uint8_t>(d[0] + 1);
        others.push_back(d);
    }
    for (std::size_t i = 0; i < 100; ++i) items[i] = others[i].data();
    EXPECT_EQ(match(100, matched), LANECRYPT_OK);
    EXPECT_EQ(matched, 0);
    // Past the first internal step of items.
    std::vector<const std::uint8_t*> many(1300, others[0].data());
    std::vector<std::size_t> many_len(1300, others[0].size());
    many[1299] = data[42].data();
    many_len[1299] = data[42].size();
    EXPECT_EQ(lanecrypt_gcs_match_any(&matched, filter.data(), size, many.data(), many_len.data(), 1300, 5, 6, 19, 784931), LANECRYPT_OK);
    EXPECT_EQ(matched, 1);
}

TEST_F(CapiGcs, MatchAnyRefuses)
{
    ASSERT_EQ(build(filter.data(), filter.size()), LANECRYPT_OK);
    int matched = 7;
    const auto match = [&](const std::uint8_t* f, std::size_t n, unsigned p = 19, std::uint64_t m = 784931) {
        return lanecrypt_gcs_match_any(&matched, f, n, items.data(), len.data(), items.size(), 5, 6, p, m);
    };
    EXPECT_EQ(match(filter.data(), size - 1), LANECRYPT_MALFORMED_DATA);
    EXPECT_EQ(match(filter.data(), size + 1), LANECRYPT_MALFORMED_DATA);
    EXPECT_EQ(match(nullptr, 0), LANECRYPT_MALFORMED_DATA);
    EXPECT_EQ(match(nullptr, 1), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(match(filter.data(), size, 33), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(match(filter.data(), size, 19, 0), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(lanecrypt_gcs_match_any(nullptr, filter.data(), size, items.data(), len.data(), 1, 5, 6, 19, 784931), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(lanecrypt_gcs_match_any(&matched, filter.data(), size, nullptr, len.data(), 1, 5, 6, 19, 784931), LANECRYPT_BAD_ARGUMENT);
    items[3] = nullptr;
    EXPECT_EQ(match(filter.data(), size), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(matched, 7);
}

}  // namespace
}  // namespace lanecrypt::test
