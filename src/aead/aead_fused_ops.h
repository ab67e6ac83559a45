// The table of a kernel that encrypts or decrypts and authenticates in one stream of instructions.
#pragma once
#include <cstddef>
#include <cstdint>

#include "cpu/isa.h"
#include "poly1305/poly1305_ops.h"

namespace lanecrypt {

struct AeadFusedOps {
    Isa isa;
    std::size_t group;  // bytes that are encrypted at once
    // XORs len bytes, any number, from `in` to `out`, which may be the same range, with the keystream from block `counter`
    // on. Meanwhile it takes ciphertext into `mac`: `ct` is `out` when sealing and `in` when opening, and of the bytes
    // before it `behind` have not been taken in yet (a multiple of 16, at most `group`); they come first. Returns how many
    // of these behind + len bytes it has taken in: whole blocks, and all but the last `group` bytes at most. The powers
    // in `mac` are not touched.
    std::size_t (*run)(Poly1305State& mac, const std::uint8_t* ct, std::size_t behind, std::uint8_t* out, const std::uint8_t* in, std::size_t len,
                       const std::uint8_t* key, std::uint64_t counter, std::uint64_t nonce);
};

}  // namespace lanecrypt
