#include "blocks/filter_maker.h"

#include <utility>

#include "blocks/restore_key.h"
#include "common/parallel.h"
#include "node/block_hashes.h"
#include "node/filters.h"

namespace lanecrypt::cli {

FilterMaker::FilterMaker(const node::BlocksDirectory& directory, unsigned threads, node::ProblemSink sink)
    : directory_(directory), sink_(std::move(sink)), restore_(restore_key()), workers_(threads)
{
}

std::span<MadeFilter> FilterMaker::make(const node::BlockFile& file, std::span<const node::StoredBlock> blocks)
{
    if (!undo_ || undo_number_ != file.number) {
        undo_ = std::make_unique<node::UndoFile>(directory_, file.number, sink_);
        undo_number_ = file.number;
    }
    node::block_hashes(blocks, hashes_);
    made_.resize(blocks.size());
    parallel_for(static_cast<unsigned>(workers_.size()), blocks.size(), [&](unsigned worker, std::size_t i) {
        made_[i].hash = hashes_[i];
        make_one(workers_[worker], blocks[i].block, made_[i]);
    });
    return made_;
}

void FilterMaker::make_one(Worker& worker, const node::Block& block, MadeFilter& out)
{
    out.encoded.clear();
    out.problem.clear();
    worker.spent.clear();
    worker.items.clear();
    if (block.transactions.size() > 1) {  // a lone coinbase spends nothing
        const std::string name = node::undo_file_path({}, undo_number_).string();
        const node::Bytes bytes = undo_->find(block, worker.buffer);
        node::ParseError error;
        if (bytes.empty()) out.problem = "no undo data for it in " + name;
        else if (!node::parse_undo(bytes, worker.undo, error, restore_)) out.problem = "undo data in " + name + ": " + error.what;
        else if (!node::fits(worker.undo, block)) out.problem = "undo data in " + name + " has other numbers of inputs";
        if (!out.problem.empty()) return;
        for (const node::UndoOutput& o : worker.undo.outputs) worker.spent.push_back(o.script);
    }
    node::append_filter_items(block, worker.spent, worker.items);
    out.encoded = node::basic_filter(out.hash, worker.items);
}

}  // namespace lanecrypt::cli
