// Where the records of a block or undo file end.
#pragma once
#include <cstdint>
#include <filesystem>

#include "lanecrypt/obfuscation.hpp"
#include "node/network.h"

namespace lanecrypt::node {

enum class FileKind { blocks, undo };

struct RecordScan {
    std::uint64_t size = 0;         // of the file (bytes)
    std::uint64_t records = 0;
    std::uint64_t records_end = 0;  // after the last record
    std::uint64_t tail = 0;         // where unwritten zeros begin: at records_end when the disk holds nothing but zero
                                    // bytes from there on, else at `size`
    bool all_zero = false;          // no record, nothing but zero bytes: carries no key
};

// Follows the records from the start of the file, from one size field to the next; looks byte by byte for the magic
// where none begins. The result depends on the plain content and on the zeros of the tail alone, so that it is the same
// under every key. Throws ProblemError when the file cannot be read.
RecordScan scan_records(const std::filesystem::path& path, FileKind kind, const Obfuscation& key, const Magic& magic);

}  // namespace lanecrypt::node
