// The files of a directory of filters: fltrNNNNN.dat, each a sequence of {block hash, CompactSize, filter}.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "node/output_file.h"

namespace lanecrypt::cli {

// A node begins a new file before one gets longer than this (bytes).
inline constexpr std::uint64_t filter_file_limit = std::uint64_t{16} << 20;

std::filesystem::path filter_file_path(const std::filesystem::path& dir, unsigned number);

class FilterFileWriter {
public:
    // Makes the directory when it does not exist. Throws node::ProblemError; files that exist are never touched.
    explicit FilterFileWriter(std::filesystem::path dir);
    // Takes away what was written, unless kept.
    ~FilterFileWriter();
    FilterFileWriter(const FilterFileWriter&) = delete;
    FilterFileWriter& operator=(const FilterFileWriter&) = delete;

    void append(const node::Hash& block, node::Bytes filter);
    // Another file beside them.
    void write_text(const char* name, std::string_view text);
    // Closes the last file; everything stays.
    void keep();

private:
    void begin();
    std::unique_ptr<node::OutputFile> make(const std::filesystem::path& path);

    std::filesystem::path dir_;
    bool made_directory_ = false;
    std::unique_ptr<node::OutputFile> file_;
    std::vector<std::filesystem::path> written_;
    unsigned next_number_ = 0;
    std::vector<std::byte> record_;
};

struct StoredFilter {
    node::Hash block{};
    node::Bytes filter;
    std::uint64_t offset = 0;  // of the record in its file
};

// Calls each(file, records) for every file of `dir`, in order; the records are valid until it returns. False when there
// is no fltr00000.dat. Throws node::ProblemError for a file that cannot be read or ends inside a record.
using FilterFile = std::function<void(const std::filesystem::path& file, std::span<const StoredFilter> records)>;
bool read_filter_files(const std::filesystem::path& dir, const FilterFile& each);

}  // namespace lanecrypt::cli
