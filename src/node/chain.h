// How the headers of a directory hang together.
#pragma once
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "node/hash.h"

namespace lanecrypt::node {

// Where a block lies.
struct BlockPosition {
    std::uint32_t file = 0;    // NNNNN of blkNNNNN.dat
    std::uint32_t size = 0;    // of the block (bytes)
    std::uint64_t offset = 0;  // of the record's magic
};

struct ChainEntry {
    Hash hash{};
    Hash previous{};
    BlockPosition position;
    std::optional<std::uint32_t> height;  // set by link() where the chain to the genesis block is there
    std::uint32_t part = 0;               // set by link(): which connected part of the directory; 0 is the largest
    bool best = false;                    // set by link(): on the longest branch of its part
};

struct ChainSummary {
    std::size_t blocks = 0;                          // different ones
    std::size_t duplicates = 0;                      // stored again
    std::size_t unlinked = 0;                        // parts whose first block's parent is missing, without genesis
    std::size_t stale = 0;                           // blocks beside the longest branch of their part
    std::size_t out_of_order = 0;                    // blocks stored before their parent
    std::optional<std::uint32_t> lowest, highest;    // heights of the part with the genesis block
    std::optional<Hash> tip;                         // the end of the longest branch of the largest part
};

// All blocks of a directory, in the order in which they are stored.
class Chain {
public:
    // Adds a block; false when it has been added before.
    bool add(const Hash& hash, const Hash& previous, const BlockPosition& position);

    // Works out heights, parts and branches. Branches are compared by their number of blocks, not by their work.
    ChainSummary link();

    const std::vector<ChainEntry>& entries() const noexcept { return entries_; }
    // The entry with this hash, or nullptr.
    const ChainEntry* find(const Hash& hash) const;
    // The first blocks of the parts that do not begin with a genesis block.
    const std::vector<const ChainEntry*>& roots() const noexcept { return roots_; }

private:
    std::vector<ChainEntry> entries_;
    std::unordered_map<Hash, std::uint32_t, HashKey> index_;
    std::vector<const ChainEntry*> roots_;
    std::size_t duplicates_ = 0;
};

}  // namespace lanecrypt::node
