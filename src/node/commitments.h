// What a block's header and coinbase commit to.
#pragma once
#include <span>
#include <vector>

#include "node/block.h"

namespace lanecrypt::node {

enum class MerkleCheck {
    ok,
    wrong,    // the root is not the header's
    mutated,  // two equal hashes in a pair: another list of transactions has the same root (CVE-2012-2459)
};

// `txids` as from txids().
MerkleCheck check_merkle_root(const Block& block, std::span<const Hash> txids) noexcept;

enum class WitnessCheck {
    ok,
    none,         // no commitment and no witness
    inactive,     // a commitment, but neither a witness nonce nor any witness: blocks from before activation
    wrong,        // the commitment is to another root
    bad_nonce,    // the coinbase witness is not one item of 32 bytes
    uncommitted,  // witness without a commitment
};

const char* text(WitnessCheck result) noexcept;

// True for results that make a block invalid.
constexpr bool is_failure(WitnessCheck r) noexcept { return r == WitnessCheck::wrong || r == WitnessCheck::bad_nonce || r == WitnessCheck::uncommitted; }

// The merkle root over the wtxids, with the coinbase's taken as zero. `wtxids` as from wtxids().
Hash witness_root(std::span<const Hash> wtxids);

// The commitment in the last coinbase output that has one; empty when there is none.
Bytes witness_commitment(const Block& block) noexcept;

// Checks the commitment against the root that witness_root() gave.
WitnessCheck check_witness_commitment(const Block& block, const Hash& witness_root) noexcept;

}  // namespace lanecrypt::node
