// The basic filters of all blocks of a directory, batch by batch.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "node/block_file_reader.h"
#include "node/hash.h"
#include "node/undo_file.h"

namespace lanecrypt::cli {

struct MadeFilter {
    node::Hash hash{};               // of the block
    std::vector<std::byte> encoded;  // empty when it could not be made
    std::string problem;             // why not
};

class FilterMaker {
public:
    FilterMaker(const node::BlocksDirectory& directory, unsigned threads, node::ProblemSink sink);

    // The filters of some blocks of one file, in their order; valid until the next call.
    std::span<MadeFilter> make(const node::BlockFile& file, std::span<const node::StoredBlock> blocks);

private:
    struct Worker {
        node::BlockUndo undo;
        std::vector<std::byte> buffer;
        std::vector<node::Bytes> spent, items;
    };

    void make_one(Worker& worker, const node::Block& block, MadeFilter& out);

    const node::BlocksDirectory& directory_;
    node::ProblemSink sink_;
    node::RestoreKey restore_;
    std::vector<Worker> workers_;
    std::unique_ptr<node::UndoFile> undo_;
    unsigned undo_number_ = 0;
    std::vector<node::Hash> hashes_;
    std::vector<MadeFilter> made_;
};

}  // namespace lanecrypt::cli
