// Every ChaCha20 table that this machine can run, by name.
#pragma once
#include "chacha20/chacha20_ops.h"
#include "cpu/policy.h"
#include "input.h"

namespace lanecrypt::fuzz {

template <class Check>
void for_each_chacha20(Check check)
{
    auto& slot = dispatch::chacha20_slot;
    for (std::size_t i = 0; i < slot.size(); ++i) {
        if ((cpu::runnable() & cpu::row_bit(slot[i].isa)) == 0) continue;
        for (auto* ops = static_cast<const ChaCha20Ops*>(slot[i].ops); ops != nullptr; ops = ops->slow_vectors)
            check(*ops, isa_rows[static_cast<int>(slot[i].isa)].name);
    }
}

// A length of 0 … 100 blocks and a tail.
inline std::size_t blocks_and_tail(Input& input) { return 64 * input.below(101) + input.below(64); }

}  // namespace lanecrypt::fuzz
