// Block hashes, txids and wtxids of many blocks at once, in SIMD lanes.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "node/block.h"
#include "node/block_file_reader.h"

namespace lanecrypt::node {

// Double SHA-256 of messages that are collected one by one, in groups that fit the caches.
class HashBatch {
public:
    // Results go to `out`, which must have room for every message added.
    explicit HashBatch(Hash* out) : out_(out) {}
    ~HashBatch() { flush(); }
    HashBatch(const HashBatch&) = delete;
    HashBatch& operator=(const HashBatch&) = delete;

    // A message that stays where it is until flush().
    void add(Bytes message);
    // The stripped serialisation of a transaction, which is copied when it is not contiguous.
    void add_stripped(const Transaction& tx);
    // Hashes what has been added.
    void flush();

private:
    void make_room();

    Hash* out_;
    std::vector<Bytes> messages_;
    std::unique_ptr<std::byte[]> copies_;  // stripped serialisations, one after another
    std::size_t copied_ = 0, copy_capacity_ = 0;
};

std::size_t transaction_count(std::span<const StoredBlock> blocks) noexcept;

// One hash for each block.
void block_hashes(std::span<const StoredBlock> blocks, std::vector<Hash>& out);

// One hash for each transaction of all blocks, in order.
void txids(std::span<const StoredBlock> blocks, std::vector<Hash>& out);

// The same with witness. `txids` holds the result of txids(); transactions without witness take theirs from there.
void wtxids(std::span<const StoredBlock> blocks, std::span<const Hash> txids, std::vector<Hash>& out);

// The same for one block.
void txids(const Block& block, std::vector<Hash>& out);
void wtxids(const Block& block, std::span<const Hash> txids, std::vector<Hash>& out);
Hash block_hash(const Block& block) noexcept;

}  // namespace lanecrypt::node
