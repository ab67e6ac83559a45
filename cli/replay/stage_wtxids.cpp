// The wtxid of every transaction with witness: double SHA-256 of the whole serialisation.
#include "node/block_hashes.h"
#include "replay/peer_hash.h"
#include "replay/stage.h"

namespace lanecrypt::cli {
namespace {

class WtxidStage final : public Stage {
public:
    const char* name() const noexcept override { return "wtxids"; }

    std::uint64_t bytes(const ReplayBatch& batch) override
    {
        std::uint64_t sum = 0;
        for (const node::StoredBlock& b : batch.blocks)
            for (const node::Transaction& tx : b.block.transactions)
                if (tx.has_witness()) sum += tx.bytes.size();
        return sum;
    }

    void run(const ReplayBatch& batch, StageResult& result) override { node::wtxids(batch.blocks, batch.txids, result.hashes); }

    bool run_peer(const ReplayBatch& batch, const Peer& peer, StageResult& result) override
    {
        if (peer.sha256 == nullptr) return false;
        result.hashes = batch.txids;
        std::size_t i = 0;
        for (const node::StoredBlock& b : batch.blocks)
            for (const node::Transaction& tx : b.block.transactions) {
                if (tx.has_witness()) result.hashes[i] = peer_sha256d(peer, tx.bytes);
                ++i;
            }
        return true;
    }

    void finish(ReplayBatch& batch, const StageResult& result, const BlockFailure&) override { batch.wtxids = result.hashes; }
};

}  // namespace

std::unique_ptr<Stage> make_wtxid_stage() { return std::make_unique<WtxidStage>(); }

}  // namespace lanecrypt::cli
