#include "blocks/filter_files.h"

#include <algorithm>
#include <cstdio>
#include <system_error>
#include <utility>

#include "base/compact_size.h"
#include "node/file_window.h"

namespace lanecrypt::cli {

std::filesystem::path filter_file_path(const std::filesystem::path& dir, unsigned number)
{
    char name[32];
    std::snprintf(name, sizeof name, "fltr%05u.dat", number);
    return dir / name;
}

FilterFileWriter::FilterFileWriter(std::filesystem::path dir) : dir_(std::move(dir))
{
    std::error_code error;
    made_directory_ = std::filesystem::create_directory(dir_, error);
    if (error) throw node::ProblemError({dir_.string(), "cannot create the directory: " + error.message(), {}});
    begin();
}

FilterFileWriter::~FilterFileWriter()
{
    file_.reset();
    std::error_code ignored;
    for (const auto& path : written_) std::filesystem::remove(path, ignored);
    if (made_directory_ && !written_.empty()) std::filesystem::remove(dir_, ignored);
}

std::unique_ptr<node::OutputFile> FilterFileWriter::make(const std::filesystem::path& path)
{
    auto file = std::make_unique<node::OutputFile>(path);
    written_.push_back(path);
    return file;
}

void FilterFileWriter::begin()
{
    if (file_) file_->close();
    file_ = make(filter_file_path(dir_, next_number_));
    ++next_number_;
}

void FilterFileWriter::append(const node::Hash& block, node::Bytes filter)
{
    std::uint8_t length[max_compact_size];
    const std::size_t length_size = write_compact_size(length, filter.size());
    record_.assign(block.begin(), block.end());
    for (std::size_t i = 0; i < length_size; ++i) record_.push_back(static_cast<std::byte>(length[i]));
    record_.insert(record_.end(), filter.begin(), filter.end());
    if (file_->size() != 0 && file_->size() + record_.size() > filter_file_limit) begin();
    file_->write(record_);
}

void FilterFileWriter::write_text(const char* name, std::string_view text)
{
    const auto file = make(dir_ / name);
    file->write(std::as_bytes(std::span(text)));
    file->close();
}

void FilterFileWriter::keep()
{
    file_->close();
    written_.clear();
}

bool read_filter_files(const std::filesystem::path& dir, const FilterFile& each)
{
    std::error_code ignored;
    std::vector<std::byte> bytes;
    std::vector<StoredFilter> records;
    for (unsigned number = 0;; ++number) {
        const std::filesystem::path path = filter_file_path(dir, number);
        if (!std::filesystem::exists(path, ignored)) return number != 0;
        const node::InputFile file(path);
        // A file is at most 16 MiB, or one record.
        bytes.resize(static_cast<std::size_t>(file.size()));
        bytes.resize(file.read(0, bytes));
        records.clear();
        for (std::size_t at = 0; at < bytes.size();) {
            StoredFilter record;
            record.offset = at;
            const auto fail = [&] { throw node::ProblemError({path.string(), "the file ends inside a record or is no file of filters", record.offset}); };
            if (bytes.size() - at < record.block.size()) fail();
            std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), record.block.size(), record.block.begin());
            at += record.block.size();
            std::uint64_t length = 0;
            const std::size_t head = read_compact_size(reinterpret_cast<const std::uint8_t*>(bytes.data()) + at, bytes.size() - at, length);
            at += head;
            if (head == 0 || length > bytes.size() - at) fail();
            record.filter = std::span(bytes).subspan(at, static_cast<std::size_t>(length));
            at += static_cast<std::size_t>(length);
            records.push_back(record);
        }
        each(path, records);
    }
}

}  // namespace lanecrypt::cli
