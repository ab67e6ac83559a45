#include "node/block_hashes.h"

#include <algorithm>

#include "lanecrypt/sha256.hpp"

namespace lanecrypt::node {
namespace {

// Enough messages to keep all lanes busy while the long ones last; few enough that copies stay in the second-level
// cache.
constexpr std::size_t group_messages = 2048;
constexpr std::size_t copy_buffer = std::size_t{256} << 10;

// Calls f(const Block&) for one block or for each of many.
template <class F>
void each_block(const Block& block, F f)
{
    f(block);
}
template <class F>
void each_block(std::span<const StoredBlock> blocks, F f)
{
    for (const StoredBlock& b : blocks) f(b.block);
}

template <class Blocks>
void hash_stripped(const Blocks& blocks, std::size_t count, std::vector<Hash>& out)
{
    out.resize(count);
    HashBatch batch(out.data());
    each_block(blocks, [&](const Block& b) {
        for (const Transaction& tx : b.transactions) batch.add_stripped(tx);
    });
}

template <class Blocks>
void hash_whole(const Blocks& blocks, std::span<const Hash> stripped, std::vector<Hash>& out)
{
    std::vector<Hash> hashed;  // of the transactions with witness, in order
    std::size_t with_witness = 0;
    each_block(blocks, [&](const Block& b) {
        with_witness += static_cast<std::size_t>(
            std::count_if(b.transactions.begin(), b.transactions.end(), [](const Transaction& tx) { return tx.has_witness(); }));
    });
    hashed.resize(with_witness);
    {
        HashBatch batch(hashed.data());
        each_block(blocks, [&](const Block& b) {
            for (const Transaction& tx : b.transactions)
                if (tx.has_witness()) batch.add(tx.bytes);
        });
    }
    out.resize(stripped.size());
    std::size_t i = 0, w = 0;
    each_block(blocks, [&](const Block& b) {
        for (const Transaction& tx : b.transactions) {
            out[i] = tx.has_witness() ? hashed[w++] : stripped[i];
            ++i;
        }
    });
}

}  // namespace

void HashBatch::make_room()
{
    if (messages_.size() == group_messages) flush();
}

void HashBatch::add(Bytes message)
{
    make_room();
    messages_.push_back(message);
}

void HashBatch::add_stripped(const Transaction& tx)
{
    if (!tx.has_witness()) return add(tx.bytes);
    make_room();
    const std::size_t size = tx.stripped_size();
    if (copied_ + size > copy_capacity_) {
        if (copied_ != 0) flush();
        if (size > copy_capacity_) {
            copy_capacity_ = std::max(size, copy_buffer);
            copies_.reset(new std::byte[copy_capacity_]);
        }
    }
    std::byte* const copy = copies_.get() + copied_;
    std::byte* p = copy;
    for (const Bytes part : {tx.version(), tx.inputs, tx.outputs, tx.lock_time()}) p = std::copy(part.begin(), part.end(), p);
    copied_ += size;
    messages_.emplace_back(copy, size);
}

void HashBatch::flush()
{
    sha256d_many(std::as_writable_bytes(std::span(out_, messages_.size())), messages_);
    out_ += messages_.size();
    messages_.clear();
    copied_ = 0;
}

std::size_t transaction_count(std::span<const StoredBlock> blocks) noexcept
{
    std::size_t n = 0;
    for (const StoredBlock& b : blocks) n += b.block.transactions.size();
    return n;
}

void block_hashes(std::span<const StoredBlock> blocks, std::vector<Hash>& out)
{
    out.resize(blocks.size());
    HashBatch batch(out.data());
    for (const StoredBlock& b : blocks) batch.add(b.block.bytes.first(header_size));
}

void txids(std::span<const StoredBlock> blocks, std::vector<Hash>& out) { hash_stripped(blocks, transaction_count(blocks), out); }
void txids(const Block& block, std::vector<Hash>& out) { hash_stripped(block, block.transactions.size(), out); }

void wtxids(std::span<const StoredBlock> blocks, std::span<const Hash> txids, std::vector<Hash>& out) { hash_whole(blocks, txids, out); }
void wtxids(const Block& block, std::span<const Hash> txids, std::vector<Hash>& out) { hash_whole(block, txids, out); }

Hash block_hash(const Block& block) noexcept
{
    return sha256d(block.bytes.first(header_size));
}

}  // namespace lanecrypt::node
