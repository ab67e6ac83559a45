// A whole blocks directory of synthetic blocks.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

#include "lanecrypt/obfuscation.hpp"
#include "node/block_file_writer.h"

namespace lanecrypt::node {

struct SyntheticOptions {
    std::uint64_t seed = 1;
    std::uint64_t size = std::uint64_t{128} << 20;  // bytes of block data, reached to within a block
    std::uint64_t file_limit = default_file_limit;
    std::optional<Obfuscation> key;  // one derived from the seed when not given; the zero key for plain files
    // Called after each block with the bytes made so far; false stops.
    std::function<bool(std::uint64_t)> progress;
};

struct SyntheticSummary {
    std::uint64_t blocks = 0, stale = 0, transactions = 0, block_bytes = 0, gaps = 0;
    std::uint32_t files = 0;
    std::uint32_t height = 0;
    Obfuscation key;
    bool stopped = false;  // by `progress`; nothing is left behind
};

// Fills `dir`, which must not exist or be empty, with the block files of a regtest node, their undo files and xor.dat: blocks out of
// order within 16, a stale one now and then, unwritten gaps, a preallocated tail. The same options give the same bytes
// everywhere. Throws ProblemError, after taking away what it made.
SyntheticSummary write_synthetic_directory(const std::filesystem::path& dir, const SyntheticOptions& options);

}  // namespace lanecrypt::node
