// BIP158 filters over the outputs of each block. (A basic filter also has the spent outputs, which are in the rev files:
// lanecrypt blocks filters.)
#include "node/filters.h"
#include "replay/stage.h"

namespace lanecrypt::cli {
namespace {

class FilterStage final : public Stage {
public:
    const char* name() const noexcept override { return "output filters"; }

    // Also collects the scripts, so that both runs begin with the same ones.
    std::uint64_t bytes(const ReplayBatch& batch) override
    {
        std::uint64_t sum = 0;
        items_.resize(batch.blocks.size());
        for (std::size_t i = 0; i < batch.blocks.size(); ++i) {
            items_[i].clear();
            node::append_filter_items(batch.blocks[i].block, {}, items_[i]);
            for (const node::Bytes item : items_[i]) sum += item.size();
        }
        return sum;
    }

    void run(const ReplayBatch& batch, StageResult& result) override
    {
        result.bytes.clear();
        result.hashes.clear();
        for (std::size_t i = 0; i < batch.blocks.size(); ++i) {
            const std::vector<std::byte> filter = node::basic_filter(batch.hashes[i], items_[i]);
            result.bytes.insert(result.bytes.end(), filter.begin(), filter.end());
            result.hashes.push_back(node::filter_hash(filter));
        }
    }

private:
    std::vector<std::vector<node::Bytes>> items_;
};

}  // namespace

std::unique_ptr<Stage> make_filter_stage() { return std::make_unique<FilterStage>(); }

}  // namespace lanecrypt::cli
