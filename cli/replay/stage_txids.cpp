// The txid of every transaction: double SHA-256 of the stripped serialisation.
#include <algorithm>

#include "node/block_hashes.h"
#include "replay/peer_hash.h"
#include "replay/stage.h"

namespace lanecrypt::cli {
namespace {

class TxidStage final : public Stage {
public:
    const char* name() const noexcept override { return "txids"; }

    std::uint64_t bytes(const ReplayBatch& batch) override
    {
        std::uint64_t sum = 0;
        for (const node::StoredBlock& b : batch.blocks)
            for (const node::Transaction& tx : b.block.transactions) sum += tx.stripped_size();
        return sum;
    }

    void run(const ReplayBatch& batch, StageResult& result) override { node::txids(batch.blocks, result.hashes); }

    bool run_peer(const ReplayBatch& batch, const Peer& peer, StageResult& result) override
    {
        if (peer.sha256 == nullptr) return false;
        result.hashes.clear();
        for (const node::StoredBlock& b : batch.blocks)
            for (const node::Transaction& tx : b.block.transactions) {
                if (!tx.has_witness()) {
                    result.hashes.push_back(peer_sha256d(peer, tx.bytes));
                    continue;
                }
                stripped_.clear();
                for (const node::Bytes part : {tx.version(), tx.inputs, tx.outputs, tx.lock_time()}) stripped_.insert(stripped_.end(), part.begin(), part.end());
                result.hashes.push_back(peer_sha256d(peer, stripped_));
            }
        return true;
    }

    void finish(ReplayBatch& batch, const StageResult& result, const BlockFailure&) override { batch.txids = result.hashes; }

private:
    std::vector<std::byte> stripped_;
};

}  // namespace

std::unique_ptr<Stage> make_txid_stage() { return std::make_unique<TxidStage>(); }

}  // namespace lanecrypt::cli
