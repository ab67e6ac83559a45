#include "node/undo_file.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "lanecrypt/sha256.hpp"

namespace lanecrypt::node {
namespace {

constexpr std::size_t head_size = 8, checksum_size = 32;

}  // namespace

std::filesystem::path undo_file_path(const std::filesystem::path& directory, unsigned number)
{
    char name[32];
    std::snprintf(name, sizeof name, "rev%05u.dat", number);
    return directory / name;
}

UndoFile::UndoFile(const BlocksDirectory& directory, unsigned number, const ProblemSink& sink) : key_(directory.key)
{
    const std::filesystem::path path = undo_file_path(directory.path, number);
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return;
    file_ = std::make_unique<InputFile>(path);
    list(directory.network, sink);
}

void UndoFile::read(std::uint64_t offset, std::span<std::byte> out) const
{
    const std::size_t got = file_->read(offset, out);
    if (got != out.size()) throw ProblemError({file_->name(), "the file became shorter", offset + got});
    key_(out, offset);
}

void UndoFile::list(const Network& network, const ProblemSink& sink)
{
    constexpr std::size_t piece = 65536;
    const std::uint64_t end = file_->size();
    std::vector<std::byte> stored, bytes;
    std::uint64_t at = 0;
    bool reported = false;
    while (end - at >= head_size) {
        std::array<std::byte, head_size + 9> head{};
        const std::span<std::byte> here = std::span(head).first(static_cast<std::size_t>(std::min<std::uint64_t>(head.size(), end - at)));
        read(at, here);
        if (std::equal(network.magic.begin(), network.magic.end(), here.begin())) {
            const std::uint32_t size = load32_le(here.data() + 4);
            Cursor in(here.subspan(head_size));
            std::uint64_t transactions = 0;
            if (size != 0 && end - at - head_size >= std::uint64_t{size} + checksum_size && in.compact_size(transactions)) {
                records_.push_back({at + head_size, size, transactions});
                at += head_size + size + checksum_size;
                reported = false;
                continue;
            }
        }
        // No record: up to the next magic. Unwritten bytes are zero before they are made plain.
        const std::size_t length = static_cast<std::size_t>(std::min<std::uint64_t>(piece, end - at));
        stored.resize(length);
        file_->read(at, stored);
        bytes = stored;
        key_(bytes, at);
        const auto next = std::search(bytes.begin() + 1, bytes.end(), network.magic.begin(), network.magic.end());
        if (!reported && std::any_of(stored.begin(), stored.begin() + (next - bytes.begin()), [](std::byte b) { return b != std::byte{0}; })) {
            sink({file_->name(), "neither undo data nor unwritten", at});
            reported = true;
        }
        if (next != bytes.end()) at += static_cast<std::uint64_t>(next - bytes.begin());
        else if (at + length == end) break;
        else at += length - (network.magic.size() - 1);
    }
}

bool UndoFile::matches(const Record& record, const Block& block, std::vector<std::byte>& buffer) const
{
    buffer.resize(block.header.previous.size() + record.size + checksum_size);
    std::copy(block.header.previous.begin(), block.header.previous.end(), buffer.begin());
    const std::span<std::byte> stored = std::span(buffer).subspan(block.header.previous.size());
    read(record.offset, stored);
    const auto checksum = sha256d(std::span(buffer).first(buffer.size() - checksum_size));
    return std::equal(checksum.begin(), checksum.end(), stored.end() - checksum_size);
}

Bytes UndoFile::find(const Block& block, std::vector<std::byte>& buffer) const
{
    const std::uint64_t transactions = block.transactions.size() - 1;
    const std::size_t first = next_.load(std::memory_order_relaxed);
    for (std::size_t i = 0; i < records_.size(); ++i) {
        const std::size_t k = (first + i) % records_.size();
        const Record& record = records_[k];
        if (record.transactions != transactions || !matches(record, block, buffer)) continue;
        next_.store(k + 1, std::memory_order_relaxed);
        return std::span(buffer).subspan(block.header.previous.size(), record.size);
    }
    return {};
}

}  // namespace lanecrypt::node
