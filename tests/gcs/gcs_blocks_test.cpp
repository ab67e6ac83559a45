// BIP158's published filters, and those of real blocks.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "lanecrypt/gcs.hpp"
#include "node/block_hashes.h"
#include "node/filters.h"
#include "support/bcoin_undo.h"
#include "support/hex.h"

namespace lanecrypt::test {
namespace {

std::vector<std::byte> raw(const nlohmann::json& hex)
{
    const auto bytes = from_hex(hex.get<std::string>());
    std::vector<std::byte> out;
    for (const std::uint8_t b : bytes) out.push_back(std::byte{b});
    return out;
}

TEST(GcsBlocks, PublishedVectors)
{
    LANECRYPT_NEED_TESTDATA();
    const auto rows = nlohmann::json::parse(read_testdata<std::string>("blockfilters.json"));
    std::size_t vectors = 0;
    for (const auto& row : rows) {
        if (row.size() < 8) continue;  // the heading
        SCOPED_TRACE(row[7].get<std::string>());
        const auto bytes = raw(row[2]);
        node::Block block;
        node::ParseError error;
        ASSERT_TRUE(node::parse_block(bytes, block, error)) << error.what;
        const node::Hash hash = node::block_hash(block);
        EXPECT_EQ(node::display_hex(hash), row[1].get<std::string>());
        std::vector<std::vector<std::byte>> scripts;
        for (const auto& script : row[3]) scripts.push_back(raw(script));
        const std::vector<node::Bytes> spent(scripts.begin(), scripts.end());
        std::vector<node::Bytes> items;
        node::append_filter_items(block, spent, items);
        const auto filter = node::basic_filter(hash, items);
        EXPECT_EQ(to_hex(filter), row[5].get<std::string>());
        const auto previous = node::hash_from_display(row[4].get<std::string>());
        ASSERT_TRUE(previous.has_value());
        EXPECT_EQ(node::display_hex(node::filter_header(node::filter_hash(filter), *previous)), row[6].get<std::string>());

        GcsFilter decoded;
        ASSERT_TRUE(decoded.decode(filter, bip158_basic_params(hash)));
        for (const node::Bytes item : items) EXPECT_TRUE(decoded.match(item));
        EXPECT_EQ(decoded.match_any(items), !items.empty());
        ++vectors;
    }
    EXPECT_EQ(vectors, 10u);
}

TEST(GcsBlocks, RealBlocks)
{
    LANECRYPT_NEED_TESTDATA();
    const auto golden = nlohmann::json::parse(read_testdata<std::string>("golden_blocks.json"));
    std::size_t blocks = 0;
    for (const auto& [name, values] : golden.items()) {
        if (!values.contains("filter_hash")) continue;
        SCOPED_TRACE(name);
        const auto bytes = read_testdata<std::vector<std::byte>>(name);
        node::Block block;
        node::ParseError error;
        ASSERT_TRUE(node::parse_block(bytes, block, error)) << error.what;
        const SpentByBlock spent = read_bcoin_undo(undo_name(name));
        EXPECT_EQ(spent.scripts.size(), values["prevouts"].get<std::size_t>());
        std::vector<node::Bytes> items;
        node::append_filter_items(block, spent.scripts, items);
        const node::Hash hash = node::block_hash(block);
        const auto filter = node::basic_filter(hash, items);
        EXPECT_EQ(filter.size(), values["filter_len"].get<std::size_t>());
        EXPECT_EQ(node::display_hex(node::filter_hash(filter)), values["filter_hash"].get<std::string>());
        GcsFilter decoded;
        ASSERT_TRUE(decoded.decode(filter, bip158_basic_params(hash)));
        EXPECT_EQ(decoded.size(), values["filter_N"].get<std::size_t>());
        for (const node::Bytes item : items) EXPECT_TRUE(decoded.match(item));
        ++blocks;
    }
    EXPECT_EQ(blocks, 6u);
}

}  // namespace
}  // namespace lanecrypt::test
