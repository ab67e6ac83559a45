// Hashes, roots, commitments, work and links of real blocks against values computed by other programs.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "golden.h"
#include "node/block_hashes.h"
#include "node/chain.h"
#include "node/commitments.h"
#include "node/pow.h"
#include "node/synthetic_chain.h"

namespace {

using namespace lanecrypt::node;
using lanecrypt::test::GoldenBlock;
using lanecrypt::test::golden_blocks;

TEST(Hashes, RealBlocksHaveTheKnownHashesAndRoots)
{
    LANECRYPT_NEED_TESTDATA();
    std::size_t commitments = 0;
    for (const GoldenBlock& golden : golden_blocks()) {
        SCOPED_TRACE(golden.name);
        const auto text = [&](const char* key) { return golden.values[key].get<std::string>(); };
        Block block;
        ParseError error;
        ASSERT_TRUE(parse_block(golden.bytes, block, error));
        std::vector<Hash> ids, witness_ids;
        txids(block, ids);
        wtxids(block, ids, witness_ids);
        ASSERT_EQ(ids.size(), golden.values["ntx"].get<std::size_t>());
        EXPECT_EQ(display_hex(block_hash(block)), text("hash"));
        EXPECT_EQ(display_hex(ids.front()), text("first_txid"));
        EXPECT_EQ(display_hex(ids.back()), text("last_txid"));

        const MerkleRoot root = merkle_root(ids);
        EXPECT_EQ(display_hex(root.root), text("merkle_root"));
        EXPECT_EQ(check_merkle_root(block, root), MerkleCheck::ok);
        const Hash witness = witness_root(witness_ids);
        EXPECT_EQ(display_hex(witness), text("witness_root"));
        const WitnessCheck check = check_witness_commitment(block, witness);
        if (golden.values["witness_commitment_ok"].is_null()) {
            EXPECT_TRUE(check == WitnessCheck::none || check == WitnessCheck::inactive) << lanecrypt::node::text(check);
        } else {
            EXPECT_EQ(check == WitnessCheck::ok, golden.values["witness_commitment_ok"].get<bool>());
            ++commitments;
        }
        const Network network = *network_by_text(golden.name.starts_with("mainnet") ? "main" : "testnet3");
        EXPECT_TRUE(has_work(block_hash(block), block.header.bits, network));
    }
    EXPECT_EQ(commitments, 6u);
}

// The same for many blocks at once, and with one byte of each block wrong.
TEST(Hashes, ManyBlocksAtOnceEqualOneByOne)
{
    LANECRYPT_NEED_TESTDATA();
    const std::vector<GoldenBlock> golden = golden_blocks();
    std::vector<StoredBlock> stored(golden.size());
    ParseError error;
    std::vector<Hash> expected_ids, expected_witness_ids, ids, witness_ids, hashes;
    for (std::size_t i = 0; i < golden.size(); ++i) {
        ASSERT_TRUE(parse_block(golden[i].bytes, stored[i].block, error));
        txids(stored[i].block, ids);
        wtxids(stored[i].block, ids, witness_ids);
        expected_ids.insert(expected_ids.end(), ids.begin(), ids.end());
        expected_witness_ids.insert(expected_witness_ids.end(), witness_ids.begin(), witness_ids.end());
    }
    txids(stored, ids);
    wtxids(stored, ids, witness_ids);
    block_hashes(stored, hashes);
    EXPECT_EQ(ids, expected_ids);
    EXPECT_EQ(witness_ids, expected_witness_ids);
    for (std::size_t i = 0; i < golden.size(); ++i) EXPECT_EQ(display_hex(hashes[i]), golden[i].values["hash"].get<std::string>());
}

TEST(Hashes, WrongCommitmentsAreFound)
{
    LANECRYPT_NEED_TESTDATA();
    const auto whole = lanecrypt::test::read_testdata<std::vector<std::byte>>("bcoin-block1087400.raw");
    Block block;
    ParseError error;
    std::vector<Hash> ids, witness_ids;
    const auto check = [&](std::vector<std::byte>& bytes) {
        if (!parse_block(bytes, block, error)) return WitnessCheck::none;
        txids(block, ids);
        wtxids(block, ids, witness_ids);
        return check_witness_commitment(block, witness_root(witness_ids));
    };
    std::vector<std::byte> bytes = whole;
    ASSERT_EQ(check(bytes), WitnessCheck::ok);
    const auto commitment = static_cast<std::size_t>(witness_commitment(block).data() - bytes.data());
    const auto nonce = static_cast<std::size_t>(block.transactions.front().witness.data() - bytes.data()) + 2;
    std::size_t signature = 0;
    for (const Transaction& tx : block.transactions)
        if (tx.has_witness()) signature = static_cast<std::size_t>(tx.witness.data() - bytes.data()) + 10;

    for (const std::size_t at : {commitment, commitment + 31, nonce, nonce + 31, signature}) {
        bytes = whole;
        bytes[at] ^= std::byte{1};
        EXPECT_EQ(check(bytes), WitnessCheck::wrong) << at;
    }
    bytes = whole;
    bytes[commitment - 1] ^= std::byte{1};  // no longer the mark of a commitment
    EXPECT_EQ(check(bytes), WitnessCheck::uncommitted);
    bytes = whole;
    bytes[signature] ^= std::byte{1};
    ASSERT_NE(check(bytes), WitnessCheck::ok);
    EXPECT_EQ(check_merkle_root(block, merkle_root(ids)), MerkleCheck::ok) << "txids do not cover the witness";
    bytes = whole;
    bytes[commitment] ^= std::byte{1};
    check(bytes);
    EXPECT_EQ(check_merkle_root(block, merkle_root(ids)), MerkleCheck::wrong);

    // A witness nonce of 31 bytes and one more item.
    bytes = whole;
    bytes[nonce - 2] = std::byte{2};
    bytes[nonce - 1] = std::byte{30};
    bytes[nonce + 30] = std::byte{0};
    ASSERT_EQ(check(bytes), WitnessCheck::none) << "one byte is left over: the block must not parse";
    bytes[nonce + 30] = std::byte{1};
    EXPECT_EQ(check(bytes), WitnessCheck::bad_nonce);
}

TEST(Hashes, RepeatedLeavesAreFound)
{
    std::vector<Hash> leaves(3);
    for (std::size_t i = 0; i < leaves.size(); ++i) leaves[i].fill(static_cast<std::byte>(i + 1));
    Block block;
    block.header.merkle_root = merkle_root(leaves).root;
    EXPECT_EQ(check_merkle_root(block, merkle_root(leaves)), MerkleCheck::ok);
    leaves.push_back(leaves.back());
    EXPECT_EQ(check_merkle_root(block, merkle_root(leaves)), MerkleCheck::mutated);
    leaves.back()[0] ^= std::byte{1};
    EXPECT_EQ(check_merkle_root(block, merkle_root(leaves)), MerkleCheck::wrong);
}

TEST(Work, CompactTargets)
{
    const auto text = [](std::uint32_t bits) {
        const auto target = expand_target(bits);
        return target ? display_hex(*target) : std::string("none");
    };
    const std::string zeros(64, '0');
    EXPECT_EQ(text(0x1d00ffff), zeros.substr(0, 8) + "ffff" + zeros.substr(0, 52));
    EXPECT_EQ(text(0x207fffff), "7fffff" + zeros.substr(0, 58));
    EXPECT_EQ(text(0x04123456), zeros.substr(0, 56) + "12345600");
    EXPECT_EQ(text(0x03123456), zeros.substr(0, 58) + "123456");
    EXPECT_EQ(text(0x02123456), zeros.substr(0, 60) + "1234");
    EXPECT_EQ(text(0x01123456), zeros.substr(0, 62) + "12");
    EXPECT_EQ(text(0x00123456), "none");  // nothing is left of the mantissa
    EXPECT_EQ(text(0x01003456), "none");
    EXPECT_EQ(text(0x04923456), "none");  // negative
    EXPECT_EQ(text(0x05000000), "none");  // zero
    EXPECT_EQ(text(0x22000001), zeros.substr(0, 0) + "01" + zeros.substr(0, 62));
    EXPECT_EQ(text(0x22000100), "none");  // beyond 256 bits
    EXPECT_EQ(text(0xff123456), "none");

    Hash hash{};
    hash[28] = std::byte{1};
    const Network main = *network_by_text("main");
    EXPECT_FALSE(has_work(hash, 0x1d00ffff, main)) << "just above";
    hash[28] = std::byte{0};
    hash[27] = std::byte{0xff};
    hash[26] = std::byte{0xff};
    EXPECT_TRUE(has_work(hash, 0x1d00ffff, main)) << "equal";
    hash[0] = std::byte{1};
    EXPECT_FALSE(has_work(hash, 0x1d00ffff, main)) << "one above";
    EXPECT_FALSE(has_work(zero_hash, 0x1d010000, main)) << "a target easier than the network's";
    EXPECT_TRUE(has_work(zero_hash, 0x207fffff, *network_by_text("regtest")));
}

Hash numbered(unsigned n)
{
    Hash h{};
    h[0] = static_cast<std::byte>(n);
    h[31] = std::byte{1};
    return h;
}

TEST(Chain, HeightsBranchesAndGaps)
{
    Chain chain;
    // Genesis 1, then 2, 3a and 3b, 4 on 3b; 20 on an unknown block; everything in a bad order, 2 twice.
    EXPECT_TRUE(chain.add(numbered(4), numbered(33), {}));
    EXPECT_TRUE(chain.add(numbered(2), numbered(1), {}));
    EXPECT_TRUE(chain.add(numbered(1), zero_hash, {}));
    EXPECT_TRUE(chain.add(numbered(3), numbered(2), {}));
    EXPECT_TRUE(chain.add(numbered(33), numbered(2), {}));
    EXPECT_FALSE(chain.add(numbered(2), numbered(1), {}));
    EXPECT_TRUE(chain.add(numbered(20), numbered(99), {7, 100, 1234}));
    const ChainSummary s = chain.link();
    EXPECT_EQ(s.blocks, 6u);
    EXPECT_EQ(s.duplicates, 1u);
    EXPECT_EQ(s.unlinked, 1u);
    EXPECT_EQ(s.stale, 1u);
    EXPECT_EQ(s.out_of_order, 2u);
    EXPECT_EQ(s.lowest, 0u);
    EXPECT_EQ(s.highest, 3u);
    EXPECT_EQ(s.tip, numbered(4));
    EXPECT_EQ(chain.find(numbered(33))->height, 2u);
    EXPECT_TRUE(chain.find(numbered(33))->best);
    EXPECT_FALSE(chain.find(numbered(3))->best);
    EXPECT_FALSE(chain.find(numbered(20))->height);
    ASSERT_EQ(chain.roots().size(), 1u);
    EXPECT_EQ(chain.roots().front()->position.offset, 1234u);
    EXPECT_EQ(chain.find(numbered(99)), nullptr);
    EXPECT_EQ(Chain{}.link().blocks, 0u);
}

TEST(Synthetic, BlocksAreWhatTheyClaim)
{
    SyntheticChain chain(7), again(7), other(8);
    Hash previous = zero_hash, before = zero_hash;
    std::vector<Hash> ids, witness_ids;
    std::map<std::size_t, std::size_t> hash_blocks;  // compressions of the stripped serialisation
    std::size_t transactions = 0;
    for (std::uint32_t height = 0; height < 8; ++height) {
        const SyntheticBlock made = height == 7 ? chain.stale() : chain.next();
        EXPECT_EQ(made.bytes, (height == 7 ? again.stale() : again.next()).bytes);
        if (height > 0) {
            EXPECT_NE(made.bytes, other.next().bytes);
        }
        Block block;
        ParseError error;
        ASSERT_TRUE(parse_block(made.bytes, block, error)) << error.what;
        ASSERT_LE(made.bytes.size(), max_block_size);
        EXPECT_EQ(block.header.previous, height == 7 ? before : previous);
        txids(block, ids);
        wtxids(block, ids, witness_ids);
        EXPECT_EQ(check_merkle_root(block, merkle_root(ids)), MerkleCheck::ok);
        EXPECT_EQ(check_witness_commitment(block, witness_root(witness_ids)), height == 0 ? WitnessCheck::none : WitnessCheck::ok);
        EXPECT_EQ(made.hash, block_hash(block));
        EXPECT_TRUE(has_work(made.hash, block.header.bits, *network_by_text("regtest")));
        if (height == 0) {
            EXPECT_EQ(display_hex(made.hash), "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206");
            EXPECT_EQ(made.bytes.size(), 285u);
        }
        ASSERT_EQ(made.input_counts.size(), block.transactions.size());
        std::size_t inputs = 0;
        for (std::size_t i = 0; i < block.transactions.size(); ++i) {
            EXPECT_EQ(made.input_counts[i], block.transactions[i].input_count);
            if (i != 0) inputs += block.transactions[i].input_count;
            ++hash_blocks[(block.transactions[i].stripped_size() + 72) / 64];
        }
        EXPECT_EQ(made.spent.size(), inputs);
        transactions += block.transactions.size();
        before = previous;
        previous = made.hash;
    }
    // Like real blocks: most transactions take two to six compressions, and some take very many.
    std::size_t small = 0;
    for (std::size_t n = 2; n <= 6; ++n) small += hash_blocks[n];
    EXPECT_GT(transactions, 5000u);
    EXPECT_GT(small * 100, transactions * 75);
    EXPECT_GT(hash_blocks.rbegin()->first, 100u);
}

}  // namespace
