// Short ids: a real compact block, the oracle, and the rules of matching.
#include "lanecrypt/shortid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "lanecrypt/misuse.hpp"
#include "node/block_hashes.h"
#include "ref/siphash_ref.h"
#include "support/rng.h"
#include "support/testdata.h"

namespace lanecrypt::test {
namespace {

std::vector<std::byte> random_ids(Rng& rng, std::size_t n)
{
    std::vector<std::byte> out(32 * n);
    rng.fill(out.data(), out.size());
    return out;
}
std::span<const std::byte, 32> id_at(const std::vector<std::byte>& ids, std::size_t i) { return std::span<const std::byte, 32>(&ids[32 * i], 32); }

TEST(ShortId, EqualsTheOracle)
{
    Rng rng(80);
    for (const std::size_t n : {0u, 1u, 2u, 31u, 33u, 1000u}) {
        const auto ids = random_ids(rng, n);
        const ShortIdKey key{rng(), rng()};
        std::vector<std::uint64_t> out(n);
        short_ids(out, ids, key);
        for (std::size_t i = 0; i < n; ++i) {
            const auto* const p = reinterpret_cast<const std::uint8_t*>(&ids[32 * i]);
            ASSERT_EQ(out[i], ref::siphash(2, 4, p, 32, key.k0, key.k1) & 0xffffffffffff);
            ASSERT_EQ(short_id(id_at(ids, i), key), out[i]);
        }
    }
}

TEST(ShortId, MatchesFindsEveryTransactionOnce)
{
    Rng rng(81);
    for (const std::size_t mempool : {0u, 1u, 50u, 5000u})
        for (const std::size_t named : {0u, 1u, 40u, 3000u}) {
            const auto ids = random_ids(rng, mempool);
            const ShortIdKey key{rng(), rng()};
            std::vector<std::uint64_t> in_block;
            std::vector<std::size_t> want;
            for (std::size_t i = 0; i < named; ++i) {
                const bool known = i < mempool && rng.one_in(2);
                in_block.push_back(known ? short_id(id_at(ids, i), key) : rng() & 0xffffffffffff);
                want.push_back(known ? i : ShortIdMatches::none);
            }
            const ShortIdMatches got = match_short_ids(in_block, ids, key);
            EXPECT_FALSE(got.repeated);
            EXPECT_EQ(got.transactions, want);
            EXPECT_EQ(got.matched, static_cast<std::size_t>(std::count_if(want.begin(), want.end(), [](std::size_t t) { return t != ShortIdMatches::none; })));
        }
}

TEST(ShortId, SeveralTransactionsAndRepeatedShortIds)
{
    Rng rng(82);
    auto ids = random_ids(rng, 10);
    std::memcpy(&ids[32 * 7], &ids[32 * 2], 32);
    std::memcpy(&ids[32 * 9], &ids[32 * 2], 32);
    const ShortIdKey key{1, 2};
    std::vector<std::uint64_t> in_block = {short_id(id_at(ids, 4), key), short_id(id_at(ids, 2), key), 77};
    const ShortIdMatches got = match_short_ids(in_block, ids, key);
    EXPECT_EQ(got.transactions, (std::vector<std::size_t>{4, ShortIdMatches::several, ShortIdMatches::none}));
    EXPECT_EQ(got.matched, 1u);
    in_block.push_back(77);
    const ShortIdMatches repeated = match_short_ids(in_block, ids, key);
    EXPECT_TRUE(repeated.repeated);
    EXPECT_TRUE(repeated.transactions.empty());
}

// A compact block message of version 1 (testnet): all short ids but the prefilled coinbase belong to the block.
TEST(ShortId, RealCompactBlock)
{
    LANECRYPT_NEED_TESTDATA();
    const auto message = read_testdata<std::vector<std::byte>>("compact898352.raw");
    const auto bytes = read_testdata<std::vector<std::byte>>("bcoin-block898352.raw");
    node::Block block;
    node::ParseError error;
    ASSERT_TRUE(node::parse_block(bytes, block, error));

    node::Cursor in(message);
    node::Bytes header;
    std::uint64_t nonce = 0, count = 0, prefilled = 0, index = 0;
    ASSERT_TRUE(in.take(header, 80) && in.u64(nonce) && in.compact_size(count));
    EXPECT_TRUE(std::equal(header.begin(), header.end(), bytes.begin()));
    std::vector<std::uint64_t> in_block;
    for (std::uint64_t i = 0; i < count; ++i) {
        node::Bytes six;
        ASSERT_TRUE(in.take(six, short_id_size));
        std::byte word[8] = {};
        std::copy(six.begin(), six.end(), word);
        in_block.push_back(load64_le(word));
    }
    node::Transaction coinbase;
    ASSERT_TRUE(in.compact_size(prefilled) && in.compact_size(index) && node::parse_transaction(in, coinbase));
    EXPECT_EQ(prefilled, 1u);
    EXPECT_EQ(index, 0u);
    EXPECT_EQ(in.remaining(), 0u);
    ASSERT_EQ(count, 9u);

    // The mempool: the block's transactions backwards between others.
    std::vector<node::Hash> txids;
    node::txids(block, txids);
    Rng rng(83);
    auto mempool = random_ids(rng, 100);
    for (std::size_t i = 1; i < txids.size(); ++i) std::copy(txids[i].begin(), txids[i].end(), &mempool[32 * (90 - 3 * i)]);
    const ShortIdMatches got = match_short_ids(in_block, mempool, short_id_key(header.first<80>(), nonce));
    EXPECT_EQ(got.matched, 9u);
    for (std::size_t i = 0; i < got.transactions.size(); ++i) EXPECT_EQ(got.transactions[i], 90 - 3 * (i + 1));
}

int misuses = 0;

TEST(ShortId, Misuse)
{
    set_misuse_handler([](const char*, void*) { ++misuses; }, nullptr);
    std::vector<std::uint64_t> out(2, 5);
    const std::vector<std::byte> ids(63);
    short_ids(out, ids, {});
    EXPECT_EQ(match_short_ids(out, ids, {}).transactions.size(), 0u);  // repeated: found before
    out[1] = 6;
    EXPECT_EQ(match_short_ids(out, ids, {}).matched, 0u);
    EXPECT_EQ(misuses, 2);
    EXPECT_EQ(out, (std::vector<std::uint64_t>{5, 6}));
    set_misuse_handler(nullptr, nullptr);
}

}  // namespace
}  // namespace lanecrypt::test
