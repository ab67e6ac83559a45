#include "node/block_file_reader.h"

#include <algorithm>
#include <utility>

#include "base/bytes.h"
#include "node/magic_search.h"

namespace lanecrypt::node {
namespace {

constexpr std::size_t record_head = 8;  // magic and size
// A header, a transaction count and the start of the coinbase transaction.
constexpr std::size_t skim_length = record_head + 1024;
constexpr std::size_t skim_window = 4096;
// A file that is hostile or not of this format must not fill the terminal.
constexpr std::uint64_t problems_shown = 50;

bool begins_with(Bytes bytes, const Magic& magic) noexcept
{
    return bytes.size() >= magic.size() && std::equal(magic.begin(), magic.end(), bytes.begin());
}

bool plausible_size(std::uint32_t size) noexcept { return size >= min_block_size && size <= max_block_size; }
bool plausible_size(Bytes head) noexcept { return head.size() >= record_head && plausible_size(load32_le(head.data() + 4)); }

// The directory's key, or none when this file plainly is not obfuscated.
Obfuscation key_of_file(const BlocksDirectory& directory, const InputFile& file, const ProblemSink& sink)
{
    std::byte raw[4]{};
    const std::span<std::byte> head(raw, file.read(0, raw));
    if (!directory.key || !begins_with(head, directory.network.magic)) return directory.key;
    directory.key(head, 0);
    if (begins_with(head, directory.network.magic)) return directory.key;
    sink({file.name(), "not obfuscated, unlike the rest of the directory", 0});
    return Obfuscation{};
}

Deobfuscate plain_xor(const Obfuscation& key)
{
    return [key](std::span<std::byte> data, std::uint64_t offset) { key(data, offset); };
}

}  // namespace

BlockFileReader::BlockFileReader(const BlocksDirectory& directory, const BlockFile& file, ReaderOptions options, ProblemSink sink)
    : network_(directory.network),
      options_(std::move(options)),
      sink_(std::move(sink)),
      file_(file.path),
      window_(file_, options_.headers_only ? skim_window : options_.window, [this](std::span<std::byte> data, std::uint64_t offset) {
          options_.deobfuscate(data, offset);
      })
{
    key_ = key_of_file(directory, file_, [this](const Problem& p) { report(*p.offset, p.message); });
    if (!options_.deobfuscate || key_ != directory.key) options_.deobfuscate = plain_xor(key_);
}

void BlockFileReader::report(std::uint64_t offset, std::string message)
{
    ++summary_.problems;
    if (summary_.problems <= problems_shown) sink_({file_.name(), std::move(message), offset});
    else if (summary_.problems == problems_shown + 1) sink_({file_.name(), "more problems, not shown", offset});
}

void BlockFileReader::resynchronise(std::uint64_t offset, std::string message)
{
    report(offset, std::move(message));
    searching_ = true;
    position_ = offset + 1;
}

StoredBlock& BlockFileReader::slot()
{
    if (batch_count_ == batch_.size()) batch_.emplace_back();
    return batch_[batch_count_];
}

bool BlockFileReader::starts_with_magic(Bytes bytes) const noexcept { return begins_with(bytes, network_.magic); }

// True when another record or the end of the file follows at `offset`, perhaps behind unwritten bytes, so that what ends
// there has a true size.
bool BlockFileReader::record_follows(std::uint64_t offset)
{
    const std::uint64_t next = end_of_unwritten(window_, offset, file_.size(), key_);
    return next == file_.size() || starts_with_magic(window_.at(next, record_head));
}

BlockFileReader::Step BlockFileReader::read_record(Bytes head)
{
    const std::uint64_t begin = position_;
    const std::uint32_t size = load32_le(head.data() + 4);
    if (starts_with_magic(head.subspan(record_head))) {
        ++summary_.aborted_headers;
        position_ += record_head;
        return Step::skipped;
    }
    if (!plausible_size(size)) {
        resynchronise(begin, "a block of " + std::to_string(size) + " bytes, outside 80 to 4000000,");
        return Step::skipped;
    }
    const std::uint64_t end = begin + record_head + size;
    if (end > file_.size()) {
        resynchronise(begin, "a block of " + std::to_string(size) + " bytes that the end of the file cuts off after " +
                                 std::to_string(file_.size() - begin - record_head));
        return Step::skipped;
    }
    const std::size_t needed = options_.headers_only ? std::min<std::size_t>(record_head + size, skim_length) : record_head + size;
    if (batch_count_ != 0 && !window_.holds(begin, needed)) return Step::batch_full;
    Bytes bytes = window_.at(begin, needed);
    bytes = bytes.subspan(record_head, std::min<std::size_t>(bytes.size() - record_head, size));

    StoredBlock& stored = slot();
    stored.offset = begin;
    stored.size = size;
    if (options_.headers_only) {
        stored.block.bytes = bytes;
        stored.block.header = parse_header(bytes.first<header_size>());
        stored.block.transactions.clear();
    } else if (ParseError error; !parse_block(bytes, stored.block, error)) {
        // Returning the batch first keeps its spans valid while the window moves on to look behind this record.
        if (batch_count_ != 0) return Step::batch_full;
        const bool size_is_true = record_follows(end);
        resynchronise(begin, "no valid block: " + std::string(error.what) + " (byte " + std::to_string(error.offset) + " of " + std::to_string(size) + ")");
        if (size_is_true) position_ = end;
        return Step::skipped;
    }
    ++batch_count_;
    ++summary_.blocks;
    summary_.block_bytes += size;
    summary_.end_of_records = position_ = end;
    searching_ = false;
    return Step::block;
}

BlockFileReader::Step BlockFileReader::skip_gap()
{
    const std::uint64_t begin = position_, size = file_.size();
    const std::uint64_t unwritten_end = end_of_unwritten(window_, begin, size, key_);
    // Under a key, a record may begin with bytes that look unwritten, but not with eight of them.
    const std::uint64_t from = std::max(begin, unwritten_end < 7 ? 0 : unwritten_end - 7);
    position_ = unwritten_end == size ? size : find_magic(window_, from, size, network_.magic);
    while (position_ < unwritten_end && !plausible_size(window_.at(position_, record_head))) position_ = find_magic(window_, position_ + 1, size, network_.magic);
    if (size - position_ < record_head) position_ = size;
    if (searching_) return Step::skipped;  // part of what has been reported
    if (unwritten_end == size) {
        summary_.tail_bytes = size - begin;
    } else if (position_ <= unwritten_end) {
        ++summary_.gaps;
        summary_.gap_bytes += position_ - begin;
    } else if (position_ == size && summary_.blocks == 0) {
        report(unwritten_end, "no block file: the magic " + hex(network_.magic) + " (" + network_.name + ") is nowhere in it; expected");
        searching_ = true;
    } else {
        const std::uint64_t found = position_;
        const Bytes there = window_.at(unwritten_end, 4);
        const std::optional<Network> other = network_by_magic(there);
        report(unwritten_end, other && other->magic != network_.magic ? "a block of another network (magic " + hex(other->magic) + ", " + other->name + ")"
                                    : std::to_string(found - unwritten_end) + " bytes that belong to no block");
        searching_ = true;
        position_ = found;
    }
    return Step::skipped;
}

BlockFileReader::Step BlockFileReader::step()
{
    if (position_ >= file_.size()) return Step::end;
    if (batch_count_ != 0 && !window_.holds(position_, record_head + 4)) return Step::batch_full;
    const Bytes head = window_.at(position_, record_head + 4);
    // Under a key that holds the magic, unwritten bytes read as if a record began.
    if (head.size() >= record_head && starts_with_magic(head) && unwritten_run(head.first(record_head), position_, key_) < record_head)
        return read_record(head);
    if (batch_count_ != 0) return Step::batch_full;
    return skip_gap();
}

void BlockFileReader::finish()
{
    if (finished_) return;
    finished_ = true;
    if (summary_.blocks == 0 && summary_.problems == 0)
        report(0, file_.size() == 0 ? "an empty file" : "no block in it, only unwritten bytes");
}

std::span<const StoredBlock> BlockFileReader::next_batch()
{
    batch_count_ = 0;
    try {
        for (;;) {
            const Step s = finished_ ? Step::end : step();
            if (s == Step::batch_full) break;
            if (s == Step::end) {
                finish();
                break;
            }
        }
    } catch (const ProblemError& e) {
        report(e.problem.offset.value_or(0), e.problem.message);
        position_ = file_.size();
        finished_ = true;
    }
    return std::span<const StoredBlock>(batch_.data(), batch_count_);
}

void for_each_batch(const BlocksDirectory& directory, const ReaderOptions& options, const ProblemSink& sink,
                    const std::function<void(const BlockFile&, std::span<const StoredBlock>, std::uint64_t position)>& each,
                    const std::function<void(const BlockFile&, const FileSummary&)>& done)
{
    for (const BlockFile& file : directory.files) {
        try {
            BlockFileReader reader(directory, file, options, sink);
            for (std::span<const StoredBlock> batch = reader.next_batch(); !batch.empty(); batch = reader.next_batch())
                each(file, batch, reader.position());
            if (done) done(file, reader.summary());
        } catch (const ProblemError& e) {
            sink(e.problem);
        }
    }
}

}  // namespace lanecrypt::node
