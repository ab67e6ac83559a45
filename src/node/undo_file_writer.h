// Writes the undo data of blocks into the files that belong to theirs.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "lanecrypt/obfuscation.hpp"
#include "node/network.h"
#include "node/output_file.h"

namespace lanecrypt::node {

class UndoFileWriter {
public:
    UndoFileWriter(std::filesystem::path directory, const Network& network, const Obfuscation& key);

    // Appends a record for a block of blk file `number`; numbers must not go down. `previous`: hash of the block before.
    // These throw ProblemError when writing fails.
    void append(std::uint32_t number, const Hash& previous, Bytes undo);
    // Ends the last file with unwritten bytes up to a multiple of what nodes preallocate.
    void finish();

private:
    std::filesystem::path directory_;
    Network network_;
    Obfuscation key_;
    std::unique_ptr<OutputFile> file_;
    std::uint32_t number_ = 0;
    std::vector<std::byte> record_;
};

}  // namespace lanecrypt::node
