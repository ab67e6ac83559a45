// The table of one implementation of SHA-256.
#pragma once
#include <cstddef>
#include <cstdint>

#include "cpu/isa.h"
#ifndef LANECRYPT_ISA
#include "dispatch/slot.h"
#endif

namespace lanecrypt {

struct Sha256Ops {
    Isa isa;
    // How many messages compress_lanes takes at most, 1 … sha256_max_lanes.
    unsigned lanes;
    // Takes `blocks` blocks of 64 bytes at `in` into the state a … h of one message. Zero blocks are legal.
    void (*compress)(std::uint32_t* state, const std::uint8_t* in, std::size_t blocks);
    // The same for messages 0 … n - 1 side by side, 1 <= n <= lanes, each with `blocks` (at least 1) blocks at its own in[i].
    // Word w of message i is at state[w * lanes + i]; what belongs to messages n … lanes - 1 may change.
    void (*compress_lanes)(std::uint32_t* state, const std::uint8_t* const* in, unsigned n, std::size_t blocks);
    // n double hashes of 64 bytes each; out == in is allowed.
    void (*double64)(std::uint8_t* out, const std::uint8_t* in, std::size_t n);
};

inline constexpr unsigned sha256_max_lanes = 16;

#ifndef LANECRYPT_ISA
namespace dispatch {
extern constinit Slot<Sha256Ops> sha256_slot;        // best for one message and for a few
extern constinit Slot<Sha256Ops> sha256_lanes_slot;  // best for many
}
bool sha256_self_test(const Sha256Ops& ops);
#endif

}  // namespace lanecrypt
