#include "node/filters.h"

#include <algorithm>

#include "lanecrypt/gcs.hpp"
#include "lanecrypt/sha256.hpp"

namespace lanecrypt::node {

void append_filter_items(const Block& block, std::span<const Bytes> spent, std::vector<Bytes>& out)
{
    constexpr std::byte op_return{0x6a};
    for (const Transaction& tx : block.transactions)
        for_each_output(tx, [&](const Output& o) {
            if (!o.script.empty() && o.script[0] != op_return) out.push_back(o.script);
        });
    for (const Bytes script : spent)
        if (!script.empty()) out.push_back(script);
}

std::vector<std::byte> basic_filter(const Hash& block_hash, std::span<const Bytes> items)
{
    return gcs_build(items, bip158_basic_params(block_hash));
}

Hash filter_hash(Bytes filter) noexcept
{
    return sha256d(filter);
}

Hash filter_header(const Hash& filter_hash, const Hash& previous) noexcept
{
    std::array<std::byte, 64> both;
    std::copy(filter_hash.begin(), filter_hash.end(), both.begin());
    std::copy(previous.begin(), previous.end(), both.begin() + 32);
    return sha256d(both);
}

}  // namespace lanecrypt::node
