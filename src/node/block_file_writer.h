// Writes blocks into the files of a directory as a node lays them out.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "lanecrypt/obfuscation.hpp"
#include "node/chain.h"
#include "node/network.h"
#include "node/output_file.h"

namespace lanecrypt::node {

// A node begins a new file when a block would make the current one this long (bytes), and preallocates in chunks.
inline constexpr std::uint64_t default_file_limit = std::uint64_t{128} << 20, preallocated_chunk = std::uint64_t{16} << 20;

class BlockFileWriter {
public:
    BlockFileWriter(std::filesystem::path directory, const Network& network, const Obfuscation& key, std::uint64_t file_limit = default_file_limit);

    // Appends a record. These throw ProblemError when writing fails.
    BlockPosition append(Bytes block);
    // Leaves `count` unwritten bytes behind the last record.
    void gap(std::uint64_t count);
    // Ends the last file with unwritten bytes up to a multiple of the preallocated chunk.
    void finish();

    // The files begun so far.
    std::uint32_t files() const noexcept { return next_number_; }
    // Their names, for those who clean up.
    std::filesystem::path path_of(std::uint32_t number) const;

private:
    void begin_file();

    std::filesystem::path directory_;
    Network network_;
    Obfuscation key_;
    std::uint64_t file_limit_;
    std::unique_ptr<OutputFile> file_;
    std::uint32_t next_number_ = 0;
    std::vector<std::byte> record_;
};

}  // namespace lanecrypt::node
