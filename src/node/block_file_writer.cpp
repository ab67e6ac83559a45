#include "node/block_file_writer.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "base/bytes.h"

namespace lanecrypt::node {

BlockFileWriter::BlockFileWriter(std::filesystem::path directory, const Network& network, const Obfuscation& key, std::uint64_t file_limit)
    : directory_(std::move(directory)), network_(network), key_(key), file_limit_(file_limit)
{
}

std::filesystem::path BlockFileWriter::path_of(std::uint32_t number) const
{
    char name[32];
    std::snprintf(name, sizeof name, "blk%05u.dat", static_cast<unsigned>(number));
    return directory_ / name;
}

void BlockFileWriter::begin_file()
{
    if (file_) file_->close();
    file_ = std::make_unique<OutputFile>(path_of(next_number_));
    ++next_number_;
}

BlockPosition BlockFileWriter::append(Bytes block)
{
    const std::size_t head = network_.magic.size() + 4;
    if (!file_ || (file_->size() != 0 && file_->size() + block.size() + head >= file_limit_)) begin_file();
    record_.resize(head + block.size());
    std::copy(network_.magic.begin(), network_.magic.end(), record_.begin());
    store32_le(record_.data() + network_.magic.size(), static_cast<std::uint32_t>(block.size()));
    std::copy(block.begin(), block.end(), record_.begin() + static_cast<std::ptrdiff_t>(head));
    const BlockPosition position{next_number_ - 1, static_cast<std::uint32_t>(block.size()), file_->size()};
    key_(record_, position.offset);
    file_->write(record_);
    return position;
}

void BlockFileWriter::gap(std::uint64_t count)
{
    if (file_) file_->skip(count);
}

void BlockFileWriter::finish()
{
    if (!file_) return;
    file_->skip((preallocated_chunk - file_->size() % preallocated_chunk) % preallocated_chunk);
    file_->close();
    file_.reset();
}

}  // namespace lanecrypt::node
