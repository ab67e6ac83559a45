// A directory of block files: which files, which network, which key.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lanecrypt/obfuscation.hpp"
#include "node/network.h"
#include "node/problem.h"

namespace lanecrypt::node {

struct BlockFile {
    unsigned number = 0;  // NNNNN of blkNNNNN.dat
    std::filesystem::path path;
    std::uint64_t size = 0;  // bytes; 0 when it cannot be found out
};

enum class KeyFile {
    none,      // no xor.dat; the data is plain
    zero,      // eight zero bytes: plain
    present,   // a key, and the data needs it
    unneeded,  // a key, but the data is plain (reported as a problem)
    unusable,  // of the wrong length, and the data is plain (reported as a problem)
};

const char* text(KeyFile state) noexcept;

struct BlocksDirectory {
    std::filesystem::path path;
    std::vector<BlockFile> files;  // by number; pruned directories do not begin at 0 and may have holes
    Network network;
    KeyFile key_file = KeyFile::none;
    Obfuscation key;  // all zero for plain data

    std::uint64_t total_size() const noexcept;
};

// The file that holds the key of all blk*.dat and rev*.dat beside it.
inline constexpr const char* key_file_name = "xor.dat";

// A key from its 16 hexadecimal digits, in the order of the key file.
std::optional<Obfuscation> obfuscation_from_hex(std::string_view text);

// The blkNNNNN.dat of `dir`, by number. Throws ProblemError when the directory cannot be read.
std::vector<BlockFile> list_block_files(const std::filesystem::path& dir);

// Opens `dir`. The network is the one whose magic begins the first block file that has any, unless `network` names
// it. Files that differ go to `sink` later, when they are read. Throws ProblemError when nothing can be read: no such
// directory, no block file, or no file that begins with a magic under the key (a lost or a wrong key).
BlocksDirectory open_blocks_directory(const std::filesystem::path& dir, const std::optional<Network>& network, const ProblemSink& sink);

}  // namespace lanecrypt::node
