#include "node/synthetic_chain.h"

#include <algorithm>

#include "node/block_hashes.h"
#include "node/commitments.h"
#include "node/pow.h"

namespace lanecrypt::node {
namespace {

constexpr std::uint32_t regtest_bits = 0x207fffff, genesis_time = 1296688602, seconds_between_blocks = 600;
constexpr std::size_t max_weight = 3'990'000;

// The coinbase transaction of the first block, the same on every network but for the header around it.
constexpr char genesis_coinbase[] =
    "01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d010445546865205469"
    "6d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f72"
    "2062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc"
    "3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000";

void append_hex(const char* text, std::vector<std::byte>& out)
{
    const auto digit = [](char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10); };
    for (; *text != '\0'; text += 2) out.push_back(static_cast<std::byte>(digit(text[0]) << 4 | digit(text[1])));
}

void append_header(Writer& w, std::int32_t version, const Hash& previous, std::uint32_t time, std::uint32_t nonce)
{
    w.u32(static_cast<std::uint32_t>(version));
    w.bytes(previous);
    w.bytes(zero_hash);  // the merkle root comes later
    w.u32(time);
    w.u32(regtest_bits);
    w.u32(nonce);
}

// The coinbase with a place for the commitment: height, some bytes of the miner, one payment, the commitment.
void append_coinbase(Random& random, std::uint32_t height, std::vector<std::byte>& out)
{
    static constexpr char prefix[] = "6a24aa21a9ed";
    Writer w(out);
    const std::size_t own = random.between(8, 40);
    w.u32(2);
    w.u8(0x00), w.u8(0x01);
    w.compact_size(1);
    w.bytes(zero_hash);
    w.u32(0xffffffff);
    w.compact_size(1 + 4 + own);
    w.u8(4), w.u32(height);  // heights below 2^31 need no sign byte
    random.fill(w.extend(own), own);
    w.u32(0xffffffff);
    w.compact_size(2);
    w.u64(5'000'000'000);
    std::vector<std::byte> script;
    append_payment_script(random, script);
    w.compact_size(script.size());
    w.bytes(script);
    w.u64(0);
    w.compact_size(38);
    append_hex(prefix, out);
    w.bytes(zero_hash);
    w.compact_size(1);
    w.compact_size(32);
    w.bytes(zero_hash);  // the witness nonce
    w.u32(0);
}

// Fills in the witness commitment, the merkle root and a nonce that meets the target.
Hash seal(std::vector<std::byte>& bytes, bool commit)
{
    Block block;
    ParseError error;
    std::vector<Hash> ids, witness_ids;
    if (!parse_block(bytes, block, error)) return zero_hash;
    txids(block, ids);
    if (commit) {
        wtxids(block, ids, witness_ids);
        const Hash commitment = commitment_hash(witness_root(witness_ids), zero_hash);
        const auto at = witness_commitment(block).data() - bytes.data();
        std::copy(commitment.begin(), commitment.end(), bytes.begin() + at);
        HashBatch batch(ids.data());
        batch.add_stripped(block.transactions.front());
    }
    const Hash root = merkle_root(ids).root;
    std::copy(root.begin(), root.end(), bytes.begin() + 36);
    const Hash target = *expand_target(regtest_bits);
    for (std::uint32_t nonce = load32_le(bytes.data() + 76);; ++nonce) {
        store32_le(bytes.data() + 76, nonce);
        const Hash hash = block_hash(block);
        if (at_most(hash, target)) return hash;
    }
}

}  // namespace

SyntheticBlock SyntheticChain::genesis()
{
    SyntheticBlock out;
    Writer w(out.bytes);
    append_header(w, 1, zero_hash, genesis_time, 2);
    w.compact_size(1);
    append_hex(genesis_coinbase, out.bytes);
    out.input_counts = {1};
    out.transactions = 1;
    out.hash = seal(out.bytes, false);
    return out;
}

SyntheticBlock SyntheticChain::make(const Hash& previous, std::uint32_t height)
{
    SyntheticBlock out;
    out.height = height;
    // Most blocks are nearly full, some are not, a few are empty.
    const std::uint64_t p = random_.below(100);
    const std::size_t weight_limit = p < 80 ? max_weight : p < 97 ? random_.between(200'000, max_weight) : 0;

    std::vector<std::byte> body;
    append_coinbase(random_, height, body);
    out.input_counts = {1};
    for (std::size_t weight = 2000; weight < weight_limit;) {
        const std::size_t begin = body.size(), spent_before = out.spent.size();
        const std::size_t stripped = append_transaction(random_, height, body, out.spent);
        const std::size_t added = 3 * stripped + (body.size() - begin);
        if (weight + added > max_weight) {
            body.resize(begin);
            out.spent.resize(spent_before);
            break;
        }
        weight += added;
        out.input_counts.push_back(static_cast<std::uint32_t>(out.spent.size() - spent_before));
    }
    out.transactions = out.input_counts.size();

    Writer w(out.bytes);
    out.bytes.reserve(body.size() + header_size + 9);
    const auto jitter = static_cast<std::uint32_t>(random_.below(300));
    append_header(w, 0x20000000, previous, genesis_time + height * seconds_between_blocks + jitter, static_cast<std::uint32_t>(random_.next()));
    w.compact_size(out.transactions);
    w.bytes(body);
    out.hash = seal(out.bytes, true);
    return out;
}

SyntheticBlock SyntheticChain::next()
{
    SyntheticBlock block = next_height_ == 0 ? genesis() : make(tip_, next_height_);
    ++next_height_;
    parent_ = tip_;
    tip_ = block.hash;
    return block;
}

SyntheticBlock SyntheticChain::stale() { return make(parent_, next_height_ - 1); }

}  // namespace lanecrypt::node
