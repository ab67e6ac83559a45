// The table of one implementation of SipHash over many messages.
#pragma once
#include <cstddef>
#include <cstdint>

#include "cpu/isa.h"
#ifndef LANECRYPT_ISA
#include "dispatch/slot.h"
#endif

namespace lanecrypt {

// Messages in a planning group, whatever the width of the registers: what callers prepare is the same for every
// implementation.
inline constexpr std::size_t siphash_group = 32;

// The entry points for one number of rounds. A message is cut into `words` whole words of 8 bytes and a last word:
// the remaining bytes with the length modulo 256 in the top byte.
struct SipHashKernels {
    // n messages of item_len bytes each, one after another from `in`. Reads those bytes alone.
    void (*items)(std::uint64_t* out, const std::uint8_t* in, std::size_t item_len, std::size_t n, std::uint64_t k0, std::uint64_t k1);
    // n (1 … siphash_group) messages: message i has its whole words at at[i] and its last word in last[i]. at, last
    // and out have siphash_group entries; those of at past n must be readable like the others, those of out may be
    // written with anything.
    void (*group)(std::uint64_t* out, const std::uint8_t* const* at, const std::uint64_t* last, std::size_t words, std::size_t n,
                  std::uint64_t k0, std::uint64_t k1);
};

// What is there for SipHash-2-4 alone.
struct SipHashPrepared {
    // `groups` groups of messages that were put in columns: word w of message i of a group is
    // packed[siphash_group * w + i], the last word included (words + 1 rows). Writes siphash_group hashes for each.
    void (*packed)(std::uint64_t* out, const std::uint64_t* packed, std::size_t words, std::size_t groups, std::uint64_t k0, std::uint64_t k1);
    // One message under n keys: its whole words at `at` and its last word.
    void (*keys)(std::uint64_t* out, const std::uint8_t* at, std::uint64_t last, std::size_t words, const std::uint64_t* k0,
                 const std::uint64_t* k1, std::size_t n);
};

struct SipHashOps {
    Isa isa;
    SipHashKernels sip24;
    SipHashKernels sip13;
    SipHashPrepared prepared24;
};

#ifndef LANECRYPT_ISA
namespace dispatch {
extern constinit Slot<SipHashOps> siphash_slot;
}
bool siphash_self_test(const SipHashOps& ops);
#endif

}  // namespace lanecrypt
