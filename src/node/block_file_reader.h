// Reads the blocks of one blkNNNNN.dat, whatever else is in it.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "node/block.h"
#include "node/directory.h"
#include "node/file_window.h"

namespace lanecrypt::node {

// A record: magic, size, block.
struct StoredBlock {
    std::uint64_t offset = 0;  // of the magic in the file
    std::uint32_t size = 0;    // of the block (bytes)
    Block block;               // its spans are valid until the next batch
};

struct ReaderOptions {
    std::size_t window = std::size_t{16} << 20;  // bytes of the file in memory
    // Reads only the header and the first transaction count of each block: Block::bytes then is what the window
    // happens to hold of the block, Block::transactions is empty, and the content is not checked.
    bool headers_only = false;
    // Replaces the plain XOR with the directory's key.
    Deobfuscate deobfuscate;
};

struct FileSummary {
    std::uint64_t blocks = 0;
    std::uint64_t block_bytes = 0;      // without the eight bytes before each
    std::uint64_t gaps = 0;             // stretches between records that were never written
    std::uint64_t gap_bytes = 0;
    std::uint64_t tail_bytes = 0;       // preallocated and never written, at the end
    std::uint64_t aborted_headers = 0;  // magic and size that another record follows at once
    std::uint64_t problems = 0;
    std::uint64_t end_of_records = 0;   // file offset after the last block
};

// What counts as a problem: bytes that are neither a record nor unwritten, another network's magic, sizes outside
// 80 … 4 000 000, records that the file cuts off, blocks that do not parse, files without any block, files that
// cannot be read. After a problem the reader looks for the next magic byte by byte. Unwritten gaps and
// tails and aborted headers are what nodes leave behind and only counted.
class BlockFileReader {
public:
    // Throws ProblemError when the file cannot be opened.
    BlockFileReader(const BlocksDirectory& directory, const BlockFile& file, ReaderOptions options, ProblemSink sink);

    // The next blocks in file order, as many as lie in the window; empty at the end. Blocks may be duplicates and
    // out of order. Never throws for the content of the file: that goes to the sink.
    std::span<const StoredBlock> next_batch();

    const FileSummary& summary() const noexcept { return summary_; }
    // Bytes of the file behind the reader, for progress.
    std::uint64_t position() const noexcept { return position_; }

private:
    enum class Step { block, skipped, batch_full, end };

    Step step();
    Step read_record(Bytes head);
    Step skip_gap();
    bool record_follows(std::uint64_t offset);
    bool starts_with_magic(Bytes bytes) const noexcept;
    StoredBlock& slot();
    void resynchronise(std::uint64_t offset, std::string message);
    void report(std::uint64_t offset, std::string message);
    void finish();

    Network network_;
    Obfuscation key_;
    ReaderOptions options_;
    ProblemSink sink_;
    InputFile file_;
    FileWindow window_;
    std::uint64_t position_ = 0;
    bool searching_ = false;  // a problem has been reported and no block found since
    bool finished_ = false;
    FileSummary summary_;
    std::vector<StoredBlock> batch_;
    std::size_t batch_count_ = 0;
};

// Calls each(file, batch) for all the blocks of the directory, file by file; what is wrong with a file goes to `sink`.
// `done(file, summary)` follows each file that could be opened.
void for_each_batch(const BlocksDirectory& directory, const ReaderOptions& options, const ProblemSink& sink,
                    const std::function<void(const BlockFile&, std::span<const StoredBlock>, std::uint64_t position)>& each,
                    const std::function<void(const BlockFile&, const FileSummary&)>& done = {});

}  // namespace lanecrypt::node
