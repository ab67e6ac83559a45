// Blocks and transactions as views of their serialisation.
#pragma once
#include <cstdint>
#include <vector>

#include "node/cursor.h"
#include "node/hash.h"

namespace lanecrypt::node {

inline constexpr std::size_t header_size = 80;
// The sizes that a block in a block file can have (bytes, with witness).
inline constexpr std::uint32_t min_block_size = 80, max_block_size = 4'000'000;

// The 80 bytes that a block hash covers.
struct Header {
    std::int32_t version = 0;
    Hash previous{};
    Hash merkle_root{};
    std::uint32_t time = 0;  // seconds since 1970
    std::uint32_t bits = 0;  // target in compact form
    std::uint32_t nonce = 0;
};

Header parse_header(std::span<const std::byte, header_size> bytes) noexcept;

// All spans lie inside the bytes that were parsed.
struct Transaction {
    Bytes bytes;    // the whole serialisation, with witness
    Bytes inputs;   // the count of inputs and the inputs
    Bytes outputs;  // the count of outputs and the outputs
    Bytes witness;  // one stack for each input; empty without witness
    std::uint32_t input_count = 0, output_count = 0;

    bool has_witness() const noexcept { return !witness.empty(); }
    // The stripped serialisation, which the txid covers, is: version(), inputs, outputs, lock_time().
    Bytes version() const noexcept { return bytes.first(4); }
    Bytes lock_time() const noexcept { return bytes.last(4); }
    std::size_t stripped_size() const noexcept { return 8 + inputs.size() + outputs.size(); }
};

struct Input {
    Bytes previous_txid;  // 32 bytes
    std::uint32_t previous_index = 0;
    Bytes script;
    std::uint32_t sequence = 0;
};

struct Output {
    std::uint64_t value = 0;  // satoshi
    Bytes script;
};

struct Block {
    Bytes bytes;
    Header header;
    std::vector<Transaction> transactions;  // at least one

    bool has_witness() const noexcept;
};

struct ParseError {
    const char* what = nullptr;
    std::size_t offset = 0;  // bytes from the start of the block
};

// Parses a transaction at the cursor. On failure the cursor holds the error.
bool parse_transaction(Cursor& in, Transaction& out) noexcept;

// Parses a block that fills `bytes` entirely. Returns false and sets `error` on malformed data. Work and memory are
// bounded by the size of `bytes`, whatever its counts claim. `out` may be reused; its spans refer to `bytes`.
bool parse_block(Bytes bytes, Block& out, ParseError& error);

// Calls f(const Input&) for each input of a parsed transaction, in order.
template <class F>
void for_each_input(const Transaction& tx, F f)
{
    Cursor in(tx.inputs);
    std::uint64_t n = 0, length = 0;
    in.compact_size(n);
    for (; n != 0; --n) {
        Input i;
        in.take(i.previous_txid, 32);
        in.u32(i.previous_index);
        in.compact_size(length);
        in.take(i.script, length);
        if (!in.u32(i.sequence)) return;
        f(static_cast<const Input&>(i));
    }
}

// Calls f(const Output&) for each output of a parsed transaction, in order.
template <class F>
void for_each_output(const Transaction& tx, F f)
{
    Cursor in(tx.outputs);
    std::uint64_t n = 0, length = 0;
    in.compact_size(n);
    for (; n != 0; --n) {
        Output o;
        in.u64(o.value);
        in.compact_size(length);
        if (!in.take(o.script, length)) return;
        f(static_cast<const Output&>(o));
    }
}

}  // namespace lanecrypt::node
