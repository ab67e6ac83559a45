// Transactions with the shapes and sizes of real ones. Hashes, keys and signatures in them are random bytes.
#pragma once
#include <cstdint>
#include <vector>

#include "node/random.h"
#include "node/writer.h"

namespace lanecrypt::node {

// An output that a synthetic input spends. It lies in no block.
struct SpentOutput {
    std::uint64_t value = 0;  // satoshi
    std::vector<std::byte> script;
    std::uint32_t height = 0;
    bool coinbase = false;
};

// Appends a transaction in its full serialisation to `out`, and one entry to `spent` for each of its inputs. `height` is
// that of the block. Most are small (two thirds between 190 and 400 bytes), a few have hundreds of inputs or outputs,
// some carry witness data of up to about 100 kB. Returns the size of the stripped serialisation.
std::size_t append_transaction(Random& random, std::uint32_t height, std::vector<std::byte>& out, std::vector<SpentOutput>& spent);

// Appends an output script of one of the usual kinds: P2WPKH, P2PKH, P2SH, P2TR, P2WSH.
void append_payment_script(Random& random, std::vector<std::byte>& out);

}  // namespace lanecrypt::node
