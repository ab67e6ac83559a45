#include "node/commitments.h"

#include <algorithm>

#include "lanecrypt/merkle.hpp"

namespace lanecrypt::node {
namespace {

// The only witness item of the coinbase input when that is what there is and it has 32 bytes; else empty.
Bytes witness_nonce(const Transaction& coinbase) noexcept
{
    Cursor in(coinbase.witness);
    std::uint64_t items = 0, length = 0;
    Bytes nonce;
    if (coinbase.input_count != 1 || !in.compact_size(items) || items != 1 || !in.compact_size(length) || length != 32) return {};
    in.take(nonce, length);
    return nonce;
}

}  // namespace

MerkleRoot merkle_root(std::span<const Hash> leaves) noexcept
{
    MerkleRoot out;
    out.root = lanecrypt::merkle_root(std::as_bytes(leaves), &out.mutated);
    return out;
}

const char* text(MerkleCheck result) noexcept
{
    switch (result) {
    case MerkleCheck::ok: return "the merkle root is right";
    case MerkleCheck::wrong: return "the merkle root is wrong";
    case MerkleCheck::mutated: return "the merkle tree repeats hashes (CVE-2012-2459)";
    }
    return "";
}

MerkleCheck check_merkle_root(const Block& block, const MerkleRoot& root) noexcept
{
    if (root.root != block.header.merkle_root) return MerkleCheck::wrong;
    return root.mutated ? MerkleCheck::mutated : MerkleCheck::ok;
}

const char* text(WitnessCheck result) noexcept
{
    switch (result) {
    case WitnessCheck::ok: return "the witness commitment is right";
    case WitnessCheck::none: return "no witness";
    case WitnessCheck::inactive: return "a witness commitment, but no witness";
    case WitnessCheck::wrong: return "the witness commitment is wrong";
    case WitnessCheck::bad_nonce: return "the witness of the coinbase is not one item of 32 bytes";
    case WitnessCheck::uncommitted: return "there is witness data, but no commitment to it";
    }
    return "";
}

Hash witness_root(std::span<const Hash> wtxids)
{
    std::vector<Hash> leaves(wtxids.begin(), wtxids.end());
    if (!leaves.empty()) leaves.front() = zero_hash;
    return merkle_root(leaves).root;
}

Hash commitment_hash(const Hash& witness_root, std::span<const std::byte, 32> nonce) noexcept
{
    std::byte both[64];
    std::copy(witness_root.begin(), witness_root.end(), both);
    std::copy(nonce.begin(), nonce.end(), both + 32);
    return sha256d(both);
}

Bytes witness_commitment(const Block& block) noexcept
{
    static constexpr std::byte prefix[] = {std::byte{0x6a}, std::byte{0x24}, std::byte{0xaa}, std::byte{0x21}, std::byte{0xa9}, std::byte{0xed}};
    Bytes last;
    for_each_output(block.transactions.front(), [&](const Output& o) {
        if (o.script.size() >= sizeof prefix + 32 && std::equal(std::begin(prefix), std::end(prefix), o.script.begin()))
            last = o.script.subspan(sizeof prefix, 32);
    });
    return last;
}

WitnessCheck check_witness_commitment(const Block& block, const Hash& witness_root) noexcept
{
    const Bytes commitment = witness_commitment(block);
    const bool any_witness = block.has_witness();
    if (commitment.empty()) return any_witness ? WitnessCheck::uncommitted : WitnessCheck::none;
    if (!any_witness) return WitnessCheck::inactive;
    const Bytes nonce = witness_nonce(block.transactions.front());
    if (nonce.empty()) return WitnessCheck::bad_nonce;
    return std::ranges::equal(commitment_hash(witness_root, nonce.first<32>()), commitment) ? WitnessCheck::ok : WitnessCheck::wrong;
}

}  // namespace lanecrypt::node
