#include "node/undo_file_writer.h"

#include <algorithm>
#include <utility>

#include "base/bytes.h"
#include "lanecrypt/sha256.hpp"
#include "node/undo_file.h"

namespace lanecrypt::node {
namespace {

constexpr std::uint64_t preallocated_undo = std::uint64_t{1} << 20;  // bytes

}  // namespace

UndoFileWriter::UndoFileWriter(std::filesystem::path directory, const Network& network, const Obfuscation& key)
    : directory_(std::move(directory)), network_(network), key_(key)
{
}

void UndoFileWriter::append(std::uint32_t number, const Hash& previous, Bytes undo)
{
    if (!file_ || number != number_) {
        finish();
        file_ = std::make_unique<OutputFile>(undo_file_path(directory_, number));
        number_ = number;
    }
    Sha256 hasher;
    hasher.update(previous);
    hasher.update(undo);
    const auto checksum = sha256(hasher.final());
    record_.assign(network_.magic.begin(), network_.magic.end());
    record_.resize(record_.size() + 4);
    store32_le(record_.data() + network_.magic.size(), static_cast<std::uint32_t>(undo.size()));
    record_.insert(record_.end(), undo.begin(), undo.end());
    record_.insert(record_.end(), checksum.begin(), checksum.end());
    key_(record_, file_->size());
    file_->write(record_);
}

void UndoFileWriter::finish()
{
    if (!file_) return;
    file_->skip((preallocated_undo - file_->size() % preallocated_undo) % preallocated_undo);
    file_->close();
    file_.reset();
}

}  // namespace lanecrypt::node
