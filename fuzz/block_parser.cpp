// Any bytes as a block: no read outside the buffer, bounded work, and what is accepted adds up.
#include <cstdint>
#include <cstdlib>

#include "node/block.h"
#include "node/commitments.h"

using namespace lanecrypt::node;

namespace {

void require(bool ok)
{
    if (!ok) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const Bytes bytes = std::as_bytes(std::span(data, size));
    static Block block;
    ParseError error;
    if (!parse_block(bytes, block, error)) {
        require(error.what != nullptr && error.offset <= size && block.transactions.empty());
        return 0;
    }
    require(!block.transactions.empty());
    const std::byte* expected = block.transactions.front().bytes.data();
    for (const Transaction& tx : block.transactions) {
        require(tx.bytes.data() == expected);
        expected += tx.bytes.size();
        require(tx.stripped_size() + (tx.has_witness() ? 2 + tx.witness.size() : 0) == tx.bytes.size());
        std::uint32_t inputs = 0, outputs = 0;
        std::size_t script_bytes = 0;
        for_each_input(tx, [&](const Input& in) {
            ++inputs;
            script_bytes += in.script.size();
        });
        for_each_output(tx, [&](const Output& out) {
            ++outputs;
            script_bytes += out.script.size();
        });
        require(inputs == tx.input_count && outputs == tx.output_count && script_bytes < tx.bytes.size());
    }
    require(expected == bytes.data() + bytes.size());
    (void)check_witness_commitment(block, zero_hash);
    return 0;
}
