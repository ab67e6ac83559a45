// Reads revNNNNN.dat, whose records belong to the blocks of blkNNNNN.dat with the same number but do not name them.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "node/directory.h"
#include "node/file_window.h"
#include "node/undo.h"

namespace lanecrypt::node {

std::filesystem::path undo_file_path(const std::filesystem::path& directory, unsigned number);

class UndoFile {
public:
    // Lists the records of the file; none when there is no such file. Stretches that are neither a record nor
    // unwritten go to `sink`. Throws ProblemError when the file cannot be read.
    UndoFile(const BlocksDirectory& directory, unsigned number, const ProblemSink& sink);

    std::size_t records() const noexcept { return records_.size(); }

    // Finds the undo data of a block by its number of transactions and the checksum, which covers the hash of the block
    // before: first behind the record found last, then anywhere. The result lies in `buffer`; empty when there is none.
    // Throws ProblemError when the file cannot be read. `buffer` may be reused. Several threads may ask at once.
    Bytes find(const Block& block, std::vector<std::byte>& buffer) const;

private:
    struct Record {
        std::uint64_t offset = 0;  // of the undo data in the file
        std::uint32_t size = 0;    // bytes of undo data; the checksum follows
        std::uint64_t transactions = 0;
    };

    void list(const Network& network, const ProblemSink& sink);
    void read(std::uint64_t offset, std::span<std::byte> out) const;
    bool matches(const Record& record, const Block& block, std::vector<std::byte>& buffer) const;

    Obfuscation key_;
    std::unique_ptr<InputFile> file_;
    std::vector<Record> records_;
    mutable std::atomic<std::size_t> next_{0};  // where to look first: behind the last one found
};

}  // namespace lanecrypt::node
