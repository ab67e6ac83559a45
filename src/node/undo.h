// Undo data: the outputs that a block spends, as a node keeps them in revNNNNN.dat.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "node/block.h"

namespace lanecrypt::node {

struct UndoOutput {
    std::uint64_t value = 0;   // satoshi
    Bytes script;
    std::uint32_t height = 0;  // of the block that made it
    bool coinbase = false;     // made by a coinbase transaction
};

// Undo data stores an uncompressed public key (65 bytes) as its 33-byte form, 02 or 03 before x; this restores it.
// False: there is no such point on the curve.
using RestoreKey = std::function<bool(std::span<std::byte, 65> out, std::span<const std::byte, 33> compressed)>;

struct BlockUndo {
    std::vector<std::uint32_t> counts;  // spent outputs of each transaction but the coinbase, in order
    std::vector<UndoOutput> outputs;    // of all transactions; scripts lie in the parsed bytes or in `restored`
    std::unique_ptr<std::byte[]> restored;  // scripts that are stored in a shorter form
    std::size_t restored_capacity = 0;

    std::size_t transactions() const noexcept { return counts.size(); }
};

// Longer scripts cannot be spent.
inline constexpr std::size_t max_script_size = 10'000;

// Parses undo data that fills `bytes` entirely. Returns false and sets `error` on malformed data, and where an
// uncompressed key is met and `restore` is empty. Work and memory are bounded by the size of `bytes`. `out` may be
// reused; its spans refer to `bytes` and to itself.
bool parse_undo(Bytes bytes, BlockUndo& out, ParseError& error, const RestoreKey& restore);

// Serialises undo data. `counts` and `outputs` as above. Keys that `restore` gives back are stored in their short form.
void append_undo(std::vector<std::byte>& out, std::span<const std::uint32_t> counts, std::span<const UndoOutput> outputs,
                 const RestoreKey& restore = {});

// True when the undo data belongs to the block as far as counts tell: an entry for each transaction but the coinbase,
// an output for each input.
bool fits(const BlockUndo& undo, const Block& block) noexcept;

// The amounts as undo data stores them: trailing decimal zeros are cut.
std::uint64_t compress_amount(std::uint64_t satoshi) noexcept;
std::uint64_t decompress_amount(std::uint64_t compressed) noexcept;

}  // namespace lanecrypt::node
