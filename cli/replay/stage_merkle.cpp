// The merkle root of every block, compared with its header.
#include "node/commitments.h"
#include "replay/peer_hash.h"
#include "replay/stage.h"

namespace lanecrypt::cli {
namespace {

class MerkleStage final : public Stage {
public:
    const char* name() const noexcept override { return "merkle roots"; }

    std::uint64_t bytes(const ReplayBatch& batch) override { return batch.txids.size() * sizeof(node::Hash); }

    void run(const ReplayBatch& batch, StageResult& result) override
    {
        result.hashes.clear();
        result.bytes.clear();
        std::size_t at = 0;
        for (const node::StoredBlock& b : batch.blocks) {
            const std::size_t count = b.block.transactions.size();
            const node::MerkleRoot root = node::merkle_root(std::span(batch.txids).subspan(at, count));
            result.hashes.push_back(root.root);
            result.bytes.push_back(std::byte{root.mutated});
            at += count;
        }
    }

    bool run_peer(const ReplayBatch& batch, const Peer& peer, StageResult& result) override
    {
        if (peer.sha256 == nullptr) return false;
        result.hashes.clear();
        std::size_t at = 0;
        for (const node::StoredBlock& b : batch.blocks) {
            const std::span<const node::Hash> ids = std::span(batch.txids).subspan(at, b.block.transactions.size());
            level_.assign(ids.begin(), ids.end());
            result.hashes.push_back(peer_merkle_root(peer, level_));
            at += ids.size();
        }
        return true;
    }

    void finish(ReplayBatch& batch, const StageResult& result, const BlockFailure& fail) override
    {
        for (std::size_t i = 0; i < batch.blocks.size(); ++i) {
            const node::MerkleRoot root{result.hashes[i], result.bytes[i] != std::byte{0}};
            const node::MerkleCheck check = node::check_merkle_root(batch.blocks[i].block, root);
            if (check != node::MerkleCheck::ok) fail(i, node::text(check));
        }
    }

private:
    std::vector<node::Hash> level_;
};

}  // namespace

std::unique_ptr<Stage> make_merkle_stage() { return std::make_unique<MerkleStage>(); }

}  // namespace lanecrypt::cli
