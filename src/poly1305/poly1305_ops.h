// The table of one implementation of Poly1305 (RFC 8439 section 2.5).
#pragma once
#include <cstddef>
#include <cstdint>

#include "cpu/isa.h"
#ifndef LANECRYPT_ISA
#include "dispatch/slot.h"
#endif

namespace lanecrypt {

inline constexpr std::size_t poly1305_block = 16, poly1305_tag = 16, poly1305_key = 32;

// One message under one key. The words mean the same to every implementation, but `powers` belongs to the one that
// filled it: a message is finished by the implementation that began it.
struct Poly1305State {
    std::uint64_t h[3];      // accumulator, radix 2^64; below 2^131, not fully reduced
    std::uint64_t r[2];      // multiplier, clamped
    std::uint64_t pad[2];    // added at the end
    std::uint64_t ready;     // how many entries of `powers` hold something; 0 at the start
    std::uint64_t powers[52];
};

// The tag of an AEAD message (RFC 8439 section 2.8): aad and ct, each padded with zeros to whole blocks, then both
// lengths. `key` is the 32-byte one-time key. The tag may be written over an input only if nothing follows.
struct Poly1305Message {
    const std::uint8_t* key;
    const std::uint8_t* aad;
    std::size_t aad_len;
    const std::uint8_t* ct;
    std::size_t ct_len;
    std::uint8_t* tag;
};

struct Poly1305Ops {
    Isa isa;
    // Starts a message.
    void (*init)(Poly1305State& state, const std::uint8_t* key);
    // Takes in n whole blocks of 16 bytes, any n and alignment.
    void (*blocks)(Poly1305State& state, const std::uint8_t* in, std::size_t n);
    // Takes in the last len < 16 bytes and writes the tag. The caller wipes the state.
    void (*finish)(Poly1305State& state, const std::uint8_t* in, std::size_t len, std::uint8_t* tag);
    // The tags of n AEAD messages, each under its own key. Meant for messages too short to use powers of their
    // multipliers: one message in each lane. Wipes the copies of the keys that it makes; numbers that a compiler
    // keeps in spill slots on the way (r clamped, its limbs) may stay on the stack until they are overwritten.
    void (*aead_tags)(const Poly1305Message* messages, std::size_t n);
};

#ifndef LANECRYPT_ISA
namespace dispatch {
extern constinit Slot<Poly1305Ops> poly1305_slot;
}
bool poly1305_self_test(const Poly1305Ops& ops);
#endif

}  // namespace lanecrypt
