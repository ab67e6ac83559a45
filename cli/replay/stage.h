// The stages of `replay`: one file each, stage_<name>.cpp, and a line in stages.cpp.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "node/block_file_reader.h"
#include "node/hash.h"
#include "peers/peers.h"

namespace lanecrypt::cli {

// Some blocks of one file, in file order, and what the stages so far found out about them.
struct ReplayBatch {
    std::span<const node::StoredBlock> blocks;
    std::vector<node::Hash> hashes;          // of the blocks
    std::vector<node::Hash> txids, wtxids;   // of all transactions of all blocks, in order; set by the stages of these names
};

// Everything that a stage computed: both runs must give the same. Reused from batch to batch, so that no run pays for
// memory that the other one got for nothing.
struct StageResult {
    std::vector<node::Hash> hashes;
    std::vector<std::byte> bytes;
    friend bool operator==(const StageResult&, const StageResult&) = default;
};

// Receives what is wrong with block i of the batch.
using BlockFailure = std::function<void(std::size_t i, const std::string& what)>;

class Stage {
public:
    virtual ~Stage() = default;

    virtual const char* name() const noexcept = 0;
    // The bytes that the work on this batch goes over; not timed.
    virtual std::uint64_t bytes(const ReplayBatch& batch) = 0;
    // The work, with whatever implementations are in force. Timed, and run twice on the same batch.
    virtual void run(const ReplayBatch& batch, StageResult& result) = 0;
    // The same result by another library; false when that has no function for it. Timed.
    virtual bool run_peer(const ReplayBatch&, const Peer&, StageResult&) { return false; }
    // Compares the result with what the blocks say, and hands on what later stages need; not timed.
    virtual void finish(ReplayBatch&, const StageResult&, const BlockFailure&) {}
};

// All of them, in the order in which they run.
std::vector<std::unique_ptr<Stage>> make_stages();

std::unique_ptr<Stage> make_txid_stage();
std::unique_ptr<Stage> make_wtxid_stage();
std::unique_ptr<Stage> make_merkle_stage();
std::unique_ptr<Stage> make_witness_stage();
std::unique_ptr<Stage> make_filter_stage();
std::unique_ptr<Stage> make_short_id_stage();
std::unique_ptr<Stage> make_transport_stage();

}  // namespace lanecrypt::cli
