// The undo files among the test data: for every input but the coinbase's, in block order, the output it spends as
// serialised in a transaction (value, script).
#pragma once
#include <string>
#include <vector>

#include "node/cursor.h"
#include "support/testdata.h"

namespace lanecrypt::test {

struct SpentByBlock {
    std::vector<std::byte> bytes;  // what the scripts point into
    std::vector<std::uint64_t> values;
    std::vector<node::Bytes> scripts;
};

inline std::string undo_name(const std::string& block_name) { return block_name.substr(0, block_name.size() - 4) + "-undo.raw"; }

inline SpentByBlock read_bcoin_undo(const std::string& name)
{
    SpentByBlock out;
    out.bytes = read_testdata<std::vector<std::byte>>(name);
    node::Cursor in(out.bytes);
    while (in.remaining() != 0) {
        std::uint64_t value = 0, length = 0;
        node::Bytes script;
        in.u64(value);
        in.compact_size(length);
        if (!in.take(script, length)) throw std::runtime_error(name + ": " + in.error());
        out.values.push_back(value);
        out.scripts.push_back(script);
    }
    return out;
}

}  // namespace lanecrypt::test
