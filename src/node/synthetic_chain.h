// A chain of blocks that was never mined: valid framing, merkle roots, witness commitments and regtest work around
// random transactions.
#pragma once
#include <cstdint>
#include <vector>

#include "node/block.h"
#include "node/synthetic_transaction.h"

namespace lanecrypt::node {

struct SyntheticBlock {
    std::vector<std::byte> bytes;
    std::vector<SpentOutput> spent;  // of all inputs but the coinbase's, in order
    Hash hash{};
    std::uint32_t height = 0;
    std::size_t transactions = 0;
    std::vector<std::uint32_t> input_counts;  // of every transaction, the coinbase first
};

class SyntheticChain {
public:
    explicit SyntheticChain(std::uint64_t seed) : random_(seed) {}

    // The regtest genesis block first, then one block on top of the other.
    SyntheticBlock next();
    // A block beside the last one: the same parent and height. Call next() twice before.
    SyntheticBlock stale();

    Random& random() noexcept { return random_; }

private:
    SyntheticBlock genesis();
    SyntheticBlock make(const Hash& previous, std::uint32_t height);

    Random random_;
    Hash tip_{}, parent_{};
    std::uint32_t next_height_ = 0;
};

}  // namespace lanecrypt::node
