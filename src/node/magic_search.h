// What lies between the records of a block file.
#pragma once
#include <cstdint>

#include "lanecrypt/obfuscation.hpp"
#include "node/file_window.h"
#include "node/network.h"

namespace lanecrypt::node {

// Finds `magic` in `data`; data.size() when it is not there.
std::size_t find_magic(Bytes data, const Magic& magic) noexcept;

// Length of the run at the start of `data` (plain bytes, the first at `offset` of the file) that was never written:
// zero bytes on the disk, which preallocation leaves un-obfuscated, or zero bytes after de-obfuscation, which a tool
// that treats whole files leaves.
std::size_t unwritten_run(Bytes data, std::uint64_t offset, const Obfuscation& key) noexcept;

// The same two through a window, from `offset` to the end of the file. They return file offsets.
std::uint64_t find_magic(FileWindow& window, std::uint64_t offset, std::uint64_t file_size, const Magic& magic);
std::uint64_t end_of_unwritten(FileWindow& window, std::uint64_t offset, std::uint64_t file_size, const Obfuscation& key);

}  // namespace lanecrypt::node
