// The parser on real blocks, and on every way of cutting and bending them.
#include <gtest/gtest.h>

#include <cstring>

#include "golden.h"
#include "node/block.h"
#include "support/guard.h"
#include "support/rng.h"

namespace {

using namespace lanecrypt::node;
using lanecrypt::test::GoldenBlock;
using lanecrypt::test::golden_blocks;

TEST(Block, RealBlocksHaveTheKnownCounts)
{
    LANECRYPT_NEED_TESTDATA();
    std::size_t blocks = 0;
    for (const GoldenBlock& golden : golden_blocks()) {
        SCOPED_TRACE(golden.name);
        Block block;
        ParseError error;
        ASSERT_TRUE(parse_block(golden.bytes, block, error)) << error.what << " at " << error.offset;
        EXPECT_EQ(golden.bytes.size(), golden.values["size"].get<std::size_t>());
        EXPECT_EQ(block.transactions.size(), golden.values["ntx"].get<std::size_t>());
        EXPECT_EQ(display_hex(block.header.merkle_root), golden.values["merkle_root"].get<std::string>());

        std::size_t end = header_size + (block.transactions.size() < 0xfd ? 1 : 3), with_witness = 0, spent = 0;
        for (const Transaction& tx : block.transactions) {
            EXPECT_EQ(tx.bytes.data(), golden.bytes.data() + end);
            end += tx.bytes.size();
            with_witness += tx.has_witness();
            EXPECT_EQ(tx.stripped_size() + (tx.has_witness() ? 2 + tx.witness.size() : 0), tx.bytes.size());
            std::size_t inputs = 0, outputs = 0, input_bytes = 0, output_bytes = 0;
            for_each_input(tx, [&](const Input& in) {
                ++inputs;
                input_bytes += 40 + in.script.size();
                EXPECT_EQ(in.previous_txid.size(), 32u);
            });
            for_each_output(tx, [&](const Output& out) {
                ++outputs;
                output_bytes += 8 + out.script.size();
                EXPECT_LE(out.value, 21'000'000u * std::uint64_t{100'000'000});
            });
            EXPECT_EQ(inputs, tx.input_count);
            EXPECT_EQ(outputs, tx.output_count);
            EXPECT_LT(input_bytes, tx.inputs.size());
            EXPECT_LT(output_bytes, tx.outputs.size());
            if (&tx != &block.transactions.front()) spent += inputs;
        }
        EXPECT_EQ(end, golden.bytes.size());
        // The coinbase carries a witness nonce where there is a commitment; the count of the data includes it.
        EXPECT_EQ(with_witness, golden.values["segwit_tx"].get<std::size_t>());
        if (golden.values.contains("prevouts")) {
            EXPECT_EQ(spent, golden.values["prevouts"].get<std::size_t>());
        }
        ++blocks;
    }
    EXPECT_EQ(blocks, 10u);
}

TEST(Block, EveryCutIsAnErrorInsideTheBuffer)
{
    LANECRYPT_NEED_TESTDATA();
    const std::vector<std::byte> whole = lanecrypt::test::read_testdata<std::vector<std::byte>>("testnet3-045e.raw");
    lanecrypt::test::GuardedPages pages(whole.size() + 1);
    Block block;
    ParseError error;
    for (std::size_t length = 0; length < whole.size(); ++length) {
        auto* const p = reinterpret_cast<std::byte*>(pages.at_end(length));
        if (length != 0) std::memcpy(p, whole.data(), length);
        ASSERT_FALSE(parse_block(Bytes(p, length), block, error)) << length;
        ASSERT_LE(error.offset, length);
        ASSERT_NE(error.what, nullptr);
        ASSERT_TRUE(block.transactions.empty());
    }
    std::vector<std::byte> longer = whole;
    longer.push_back(std::byte{0});
    EXPECT_FALSE(parse_block(longer, block, error));
    EXPECT_STREQ(error.what, "bytes left over after the last transaction");
    EXPECT_EQ(error.offset, whole.size());
}

TEST(Block, BentBytesNeverLeaveTheBuffer)
{
    LANECRYPT_NEED_TESTDATA();
    const std::vector<std::byte> whole = lanecrypt::test::read_testdata<std::vector<std::byte>>("testnet3-045e.raw");
    lanecrypt::test::GuardedPages pages(whole.size());
    auto* const p = reinterpret_cast<std::byte*>(pages.at_end(whole.size()));
    lanecrypt::test::Rng rng(1);
    Block block;
    ParseError error;
    std::size_t accepted = 0, refused = 0;
    for (int round = 0; round < 20'000; ++round) {
        std::memcpy(p, whole.data(), whole.size());
        for (std::uint64_t n = rng.between(1, 3); n != 0; --n)
            p[rng.below(whole.size())] = static_cast<std::byte>(rng.one_in(2) ? 0xfd + rng.below(3) : rng.below(256));
        if (!parse_block(Bytes(p, whole.size()), block, error)) {
            ++refused;
            continue;
        }
        ++accepted;
        for (const Transaction& tx : block.transactions) {
            for_each_input(tx, [&](const Input& in) { ASSERT_LE(in.script.data() + in.script.size(), p + whole.size()); });
            for_each_output(tx, [&](const Output& out) { ASSERT_LE(out.script.data() + out.script.size(), p + whole.size()); });
        }
    }
    EXPECT_GT(accepted, 100u);
    EXPECT_GT(refused, 100u);
}

// A block of one transaction, made of the given bytes after header and count.
std::string error_of(const std::vector<unsigned>& tail, unsigned count = 1)
{
    std::vector<std::byte> bytes(header_size);
    bytes.push_back(std::byte(count));
    for (const unsigned b : tail) bytes.push_back(std::byte(b));
    bytes.resize(bytes.size() + 200);  // zeros, so that counts have room
    Block block;
    ParseError error;
    EXPECT_FALSE(parse_block(bytes, block, error));
    return error.what;
}

TEST(Block, MalformedCountsAndFlags)
{
    EXPECT_EQ(error_of({}, 0), "a block without transactions");
    EXPECT_EQ(error_of({}, 9), "more transactions claimed than can follow");
    EXPECT_EQ(error_of({1, 0, 0, 0, 0, 0}), "a transaction without inputs");
    EXPECT_EQ(error_of({1, 0, 0, 0, 0, 2}), "unknown flags in a transaction");
    EXPECT_EQ(error_of({1, 0, 0, 0, 0xfd, 5, 0}), "a length is not in its shortest form");
    EXPECT_EQ(error_of({1, 0, 0, 0, 0xfe, 0xff, 0xff, 0, 0}), "a length is not in its shortest form");
    EXPECT_EQ(error_of({1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0}), "a length is not in its shortest form");
    EXPECT_EQ(error_of({1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 0, 0, 0}), "more inputs claimed than can follow");
    EXPECT_EQ(error_of({1, 0, 0, 0, 6}), "more inputs claimed than can follow");

    std::vector<unsigned> tx{1, 0, 0, 0, 1};
    tx.resize(tx.size() + 36);
    std::vector<unsigned> long_script = tx;
    for (const unsigned b : {0xfe, 0, 0, 0, 0x80}) long_script.push_back(b);
    EXPECT_EQ(error_of(long_script), "the data ends too early");
    for (const unsigned b : {0, 0xff, 0xff, 0xff, 0xff, 0xfc}) tx.push_back(b);
    EXPECT_EQ(error_of(tx), "more outputs claimed than can follow");

    // Marker, flag, one input, one output, an empty stack.
    std::vector<unsigned> empty_witness{1, 0, 0, 0, 0, 1, 1};
    empty_witness.resize(empty_witness.size() + 41);
    empty_witness.push_back(1);
    empty_witness.resize(empty_witness.size() + 9 + 1 + 4);
    EXPECT_EQ(error_of(empty_witness), "a witness marker without any witness");
    empty_witness[empty_witness.size() - 5] = 0xfc;
    EXPECT_EQ(error_of(empty_witness), "more witness items claimed than can follow");
}

}  // namespace
