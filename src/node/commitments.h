// What a block's header and coinbase commit to.
#pragma once
#include <span>
#include <vector>

#include "node/block.h"

namespace lanecrypt::node {

struct MerkleRoot {
    Hash root{};
    // Two hashes of a pair are equal on some level: another list of leaves has the same root (CVE-2012-2459).
    bool mutated = false;
};

MerkleRoot merkle_root(std::span<const Hash> leaves) noexcept;

enum class MerkleCheck {
    ok,
    wrong,    // the root is not the header's
    mutated,  // right, but another list of transactions has the same one
};

const char* text(MerkleCheck result) noexcept;

// `root` over the txids of the block.
MerkleCheck check_merkle_root(const Block& block, const MerkleRoot& root) noexcept;

enum class WitnessCheck {
    ok,
    none,         // no commitment and no witness
    inactive,     // a commitment, but neither a witness nonce nor any witness: blocks from before activation
    wrong,        // the commitment is to another root
    bad_nonce,    // the coinbase witness is not one item of 32 bytes
    uncommitted,  // witness without a commitment
};

inline constexpr std::size_t witness_checks = 6;  // the number of these results

const char* text(WitnessCheck result) noexcept;

// True for results that make a block invalid.
constexpr bool is_failure(WitnessCheck r) noexcept { return r == WitnessCheck::wrong || r == WitnessCheck::bad_nonce || r == WitnessCheck::uncommitted; }

// The merkle root over the wtxids, with the coinbase's taken as zero. `wtxids` as from wtxids().
Hash witness_root(std::span<const Hash> wtxids);

// What the coinbase commits to: the hash of root and witness nonce.
Hash commitment_hash(const Hash& witness_root, std::span<const std::byte, 32> nonce) noexcept;

// The commitment in the last coinbase output that has one; empty when there is none.
Bytes witness_commitment(const Block& block) noexcept;

// Checks the commitment against the root that witness_root() gave.
WitnessCheck check_witness_commitment(const Block& block, const Hash& witness_root) noexcept;

}  // namespace lanecrypt::node
