// The table of a kernel that encrypts and authenticates in one stream of instructions.
#pragma once
#include <cstddef>
#include <cstdint>

#include "cpu/isa.h"
#include "poly1305/poly1305_ops.h"

namespace lanecrypt {

struct AeadFusedOps {
    Isa isa;
    std::size_t group;  // bytes that are encrypted at once
    // Encrypts len bytes, any number, from `pt` to `ct`, which may be the same range, from block `counter` on. Meanwhile
    // it takes ciphertext into `mac`, first the `behind` bytes before `ct` that have not been taken in yet (a multiple
    // of 16, at most `group`), then its own. Returns how many of these behind + len bytes it has taken in: whole blocks,
    // and all but the last `group` bytes at most. The powers in `mac` are not touched.
    std::size_t (*seal)(Poly1305State& mac, std::uint8_t* ct, const std::uint8_t* pt, std::size_t len, std::size_t behind, const std::uint8_t* key,
                        std::uint64_t counter, std::uint64_t nonce);
};

}  // namespace lanecrypt
