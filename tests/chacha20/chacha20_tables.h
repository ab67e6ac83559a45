// Running a check on every table of every implementation: for each instruction set the plan for fast and the one for
// slow vectors, whatever this processor prefers.
#pragma once
#include <cstring>
#include <string>
#include <vector>

#include "chacha20/chacha20_ops.h"
#include "ref/chacha20_ref.h"
#include "support/hex.h"
#include "support/impls.h"
#include "support/rng.h"

namespace lanecrypt::test {

using ref::Bytes;

template <class Check>
void for_each_table(Check check)
{
    for_each_impl(dispatch::chacha20_slot, [&](const ChaCha20Ops& in_use, const std::string& name) {
        const ChaCha20Ops* first = &in_use;
        for (std::size_t i = 0; i < dispatch::chacha20_slot.size(); ++i)
            if (dispatch::chacha20_slot[i].isa == in_use.isa) first = static_cast<const ChaCha20Ops*>(dispatch::chacha20_slot[i].ops);
        for (const ChaCha20Ops* ops = first; ops != nullptr; ops = ops->slow_vectors) {
            SCOPED_TRACE(ops == first ? "plan for fast vectors" : "plan for slow vectors");
            check(*ops, name);
            if (::testing::Test::HasFatalFailure()) return;
        }
    });
}

// The oracle's nonce and block number for a run's position.
inline Bytes ref_keystream(const std::uint8_t* key, std::uint64_t counter, std::uint64_t nonce, std::size_t len)
{
    std::uint8_t n[12] = {};
    for (int i = 0; i < 8; ++i) n[4 + i] = static_cast<std::uint8_t>(nonce >> (8 * i));
    return ref::chacha20_keystream(key, n, counter, len);
}

}  // namespace lanecrypt::test
