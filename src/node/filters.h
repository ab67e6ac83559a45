// BIP158 basic filters of blocks.
#pragma once
#include <span>
#include <vector>

#include "node/block.h"

namespace lanecrypt::node {

// Appends the items of a block's basic filter to `out`: the script of every output, unless it is empty or begins with
// OP_RETURN, and every script in `spent` (those of the outputs that the block spends) that is not empty.
void append_filter_items(const Block& block, std::span<const Bytes> spent, std::vector<Bytes>& out);

// The encoded basic filter of a block with this hash. `items` may repeat.
std::vector<std::byte> basic_filter(const Hash& block_hash, std::span<const Bytes> items);

// SHA256d of the encoded filter.
Hash filter_hash(Bytes filter) noexcept;

// The filter header: SHA256d of the filter's hash and the header of the block before (zeros before the first block).
Hash filter_header(const Hash& filter_hash, const Hash& previous) noexcept;

}  // namespace lanecrypt::node
