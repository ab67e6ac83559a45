// BIP152 short ids: for each block those of all transactions of the batch, as a node does with its mempool when a compact
// block arrives.
#include "lanecrypt/shortid.hpp"
#include "replay/stage.h"

namespace lanecrypt::cli {
namespace {

class ShortIdStage final : public Stage {
public:
    const char* name() const noexcept override { return "short ids"; }

    std::uint64_t bytes(const ReplayBatch& batch) override { return batch.blocks.size() * batch.wtxids.size() * sizeof(node::Hash); }

    void run(const ReplayBatch& batch, StageResult& result) override
    {
        const std::size_t n = batch.wtxids.size();
        result.bytes.resize(batch.blocks.size() * n * sizeof(std::uint64_t));
        ids_.resize(n);
        for (std::size_t b = 0; b < batch.blocks.size(); ++b) {
            short_ids(ids_, std::as_bytes(std::span(batch.wtxids)), key(batch, b));
            std::copy_n(reinterpret_cast<const std::byte*>(ids_.data()), n * sizeof(std::uint64_t), result.bytes.begin() + static_cast<std::ptrdiff_t>(b * n * sizeof(std::uint64_t)));
        }
    }

    // One by one, each transaction of each block has the short id that the whole mempool gave it.
    void finish(ReplayBatch& batch, const StageResult& result, const BlockFailure& fail) override
    {
        const std::size_t n = batch.wtxids.size();
        std::size_t at = 0;
        for (std::size_t b = 0; b < batch.blocks.size(); ++b) {
            for (std::size_t t = 0; t < batch.blocks[b].block.transactions.size(); ++t, ++at) {
                std::uint64_t got;
                std::copy_n(result.bytes.begin() + static_cast<std::ptrdiff_t>((b * n + at) * sizeof got), sizeof got, reinterpret_cast<std::byte*>(&got));
                if (got != short_id(batch.wtxids[at], key(batch, b))) return fail(b, "a short id differs from the one computed alone");
            }
        }
    }

private:
    static ShortIdKey key(const ReplayBatch& batch, std::size_t b)
    {
        constexpr std::uint64_t nonce = 0x0123456789abcdef;  // any
        return short_id_key(batch.blocks[b].block.bytes.first<node::header_size>(), nonce);
    }

    std::vector<std::uint64_t> ids_;
};

}  // namespace

std::unique_ptr<Stage> make_short_id_stage() { return std::make_unique<ShortIdStage>(); }

}  // namespace lanecrypt::cli
