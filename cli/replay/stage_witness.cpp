// The witness commitment of every block with witness, compared with its coinbase.
#include "node/commitments.h"
#include "replay/peer_hash.h"
#include "replay/stage.h"

namespace lanecrypt::cli {
namespace {

class WitnessStage final : public Stage {
public:
    const char* name() const noexcept override { return "witness commitments"; }

    std::uint64_t bytes(const ReplayBatch& batch) override
    {
        std::uint64_t leaves = 0;
        for (const node::StoredBlock& b : batch.blocks)
            if (b.block.has_witness()) leaves += b.block.transactions.size();
        return leaves * sizeof(node::Hash);
    }

    void run(const ReplayBatch& batch, StageResult& result) override
    {
        result.hashes.clear();
        each_block(batch, [&](const node::Block&, std::span<const node::Hash> ids) { result.hashes.push_back(node::witness_root(ids)); });
    }

    bool run_peer(const ReplayBatch& batch, const Peer& peer, StageResult& result) override
    {
        if (peer.sha256 == nullptr) return false;
        result.hashes.clear();
        each_block(batch, [&](const node::Block&, std::span<const node::Hash> ids) {
            level_.assign(ids.begin(), ids.end());
            level_.front() = node::zero_hash;
            result.hashes.push_back(peer_merkle_root(peer, level_));
        });
        return true;
    }

    void finish(ReplayBatch& batch, const StageResult& result, const BlockFailure& fail) override
    {
        std::size_t with_witness = 0;
        for (std::size_t i = 0; i < batch.blocks.size(); ++i) {
            const node::Block& block = batch.blocks[i].block;
            const node::Hash& root = block.has_witness() ? result.hashes[with_witness++] : node::zero_hash;
            const node::WitnessCheck check = node::check_witness_commitment(block, root);
            if (node::is_failure(check)) fail(i, node::text(check));
        }
    }

private:
    // Calls f(block, wtxids) for each block with witness.
    template <class F>
    static void each_block(const ReplayBatch& batch, F f)
    {
        std::size_t at = 0;
        for (const node::StoredBlock& b : batch.blocks) {
            const std::size_t count = b.block.transactions.size();
            if (b.block.has_witness()) f(b.block, std::span(batch.wtxids).subspan(at, count));
            at += count;
        }
    }

    std::vector<node::Hash> level_;
};

}  // namespace

std::unique_ptr<Stage> make_witness_stage() { return std::make_unique<WitnessStage>(); }

}  // namespace lanecrypt::cli
