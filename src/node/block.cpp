#include "node/block.h"

#include <algorithm>

namespace lanecrypt::node {
namespace {

// Least sizes of things that are counted: an input with an empty script, an output with an empty script, and a
// transaction of one of each.
constexpr std::size_t least_input = 41, least_output = 9, least_transaction = 60;

Hash hash_at(const std::byte* p) noexcept
{
    Hash h;
    std::copy(p, p + h.size(), h.begin());
    return h;
}

bool parse_inputs(Cursor& in, Transaction& out) noexcept
{
    const std::size_t begin = in.offset();
    std::uint64_t count = 0, length = 0;
    if (!in.count(count, least_input, "more inputs claimed than can follow")) return false;
    if (count == 0) return in.fail("a transaction without inputs");
    out.input_count = static_cast<std::uint32_t>(count);
    for (; count != 0; --count)
        if (!in.skip(36) || !in.compact_size(length) || !in.skip(length) || !in.skip(4)) return false;
    out.inputs = in.since(begin);
    return true;
}

bool parse_outputs(Cursor& in, Transaction& out) noexcept
{
    const std::size_t begin = in.offset();
    std::uint64_t count = 0, length = 0;
    if (!in.count(count, least_output, "more outputs claimed than can follow")) return false;
    out.output_count = static_cast<std::uint32_t>(count);
    for (; count != 0; --count)
        if (!in.skip(8) || !in.compact_size(length) || !in.skip(length)) return false;
    out.outputs = in.since(begin);
    return true;
}

bool parse_witness(Cursor& in, Transaction& out) noexcept
{
    const std::size_t begin = in.offset();
    bool any = false;
    for (std::uint32_t i = 0; i < out.input_count; ++i) {
        std::uint64_t items = 0, length = 0;
        if (!in.count(items, 1, "more witness items claimed than can follow")) return false;
        any = any || items != 0;
        for (; items != 0; --items)
            if (!in.compact_size(length) || !in.skip(length)) return false;
    }
    out.witness = in.since(begin);
    return any || in.fail("a witness marker without any witness");
}

}  // namespace

Header parse_header(std::span<const std::byte, header_size> bytes) noexcept
{
    const std::byte* const p = bytes.data();
    return {static_cast<std::int32_t>(load32_le(p)), hash_at(p + 4), hash_at(p + 36), load32_le(p + 68), load32_le(p + 72), load32_le(p + 76)};
}

bool Block::has_witness() const noexcept
{
    return std::any_of(transactions.begin(), transactions.end(), [](const Transaction& tx) { return tx.has_witness(); });
}

bool parse_transaction(Cursor& in, Transaction& out) noexcept
{
    out = Transaction{};
    const std::size_t begin = in.offset();
    std::uint8_t marker = 1, flag = 0;
    if (!in.skip(4)) return false;
    const bool extended = in.peek(marker) && marker == 0;
    if (extended) {
        if (!in.skip(1) || !in.u8(flag)) return false;
        if (flag != 1) return in.fail(flag == 0 ? "a transaction without inputs" : "unknown flags in a transaction");
    }
    if (!parse_inputs(in, out) || !parse_outputs(in, out)) return false;
    if (extended && !parse_witness(in, out)) return false;
    if (!in.skip(4)) return false;
    out.bytes = in.since(begin);
    return true;
}

bool parse_block(Bytes bytes, Block& out, ParseError& error)
{
    out.bytes = bytes;
    out.transactions.clear();
    Cursor in(bytes);
    std::uint64_t count = 0;
    if (in.skip(header_size)) out.header = parse_header(bytes.first<header_size>());
    if (in.count(count, least_transaction, "more transactions claimed than can follow")) {
        if (count == 0) in.fail("a block without transactions");
        out.transactions.resize(static_cast<std::size_t>(count));
        for (Transaction& tx : out.transactions)
            if (!parse_transaction(in, tx)) break;
    }
    if (!in.failed() && in.remaining() != 0) in.fail("bytes left over after the last transaction");
    if (!in.failed()) return true;
    out.transactions.clear();
    error = {in.error(), in.offset()};
    return false;
}

}  // namespace lanecrypt::node
