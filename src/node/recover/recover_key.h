// Finds a lost obfuscation key from the data alone.
//
// Every block file begins with a record whose plain bytes are largely known: the network's magic, the size (285 for the
// genesis block of most networks), a coinbase whose null previous output is 32 zero bytes, and on the main network
// previous hashes that end in zero bytes. Zero bytes under an 8-byte key show the key itself.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "lanecrypt/obfuscation.hpp"
#include "node/network.h"
#include "node/problem.h"

namespace lanecrypt::node {

// How many independent places of the data agree with a key. A place is one record at one offset of one file.
struct KeyEvidence {
    Obfuscation key;
    Network network{};
    bool custom_magic = false;         // no known network; all records share a magic
    std::uint64_t genesis = 0;         // files that begin with magic and size of the genesis block
    std::uint64_t records = 0;         // records with the magic and a size that a block can have
    std::uint64_t null_prevouts = 0;   // of these, with a null previous output in the first transaction
    std::uint64_t previous_zeros = 0;  // of these, with eight zero bytes at the end of the previous hash
    std::uint64_t tails = 0;           // files whose last bytes are this key repeated (written by tools that XOR whole files)
    std::uint64_t files_agreeing = 0;  // block files that begin with such a record
    std::vector<std::string> files_against;  // block files with data that do not

    // Enough to be sure: a null previous output (its 36 bytes are far more than the eight that fix the key) in a record
    // with the magic of a known network, or of at least two records that share an unknown one.
    bool convincing() const noexcept { return null_prevouts != 0 && records != 0 && (!custom_magic || records > 1); }
};

// All keys that at least one place suggests and that are convincing, best first; empty when there is none. Files that
// cannot be read go to `sink`. Throws ProblemError when the directory cannot be read or holds no block file.
std::vector<KeyEvidence> recover_keys(const std::filesystem::path& dir, const std::optional<Network>& network, const ProblemSink& sink);

}  // namespace lanecrypt::node
