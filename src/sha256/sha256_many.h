// Many messages of any lengths on given tables; what the public functions and the tests of each implementation call.
#pragma once
#include <cstddef>
#include <cstdint>

#include "sha256/sha256_ops.h"

namespace lanecrypt {

struct Sha256Message {
    const std::uint8_t* data;
    std::size_t len;
};

// A list of messages in whatever form the caller has it.
struct Sha256MessageList {
    const void* context;
    Sha256Message (*fetch)(const void* context, std::size_t i);
    std::size_t count;

    Sha256Message operator[](std::size_t i) const { return fetch(context, i); }
};

// The tables for many and for few messages, from how many on the first is worth it, and how many the second takes at once.
struct Sha256Plan {
    const Sha256Ops* wide;
    const Sha256Ops* few;
    unsigned wide_from;
    unsigned few_lanes = sha256_max_lanes;  // no more than the table takes
};
// The choice in force.
Sha256Plan sha256_plan() noexcept;

// Hashes messages first … first + count - 1, or double hashes them; the hash of message i goes to out + 32 i. An output
// may lie inside its own message.
void sha256_run(const Sha256Plan& plan, std::uint8_t* out, const Sha256MessageList& messages, std::size_t first, std::size_t count,
                bool twice) noexcept;

// The same for all messages, after a look at the overlaps; false, and nothing written, on a forbidden one.
bool sha256_run_checked(const Sha256Plan& plan, std::uint8_t* out, const Sha256MessageList& messages, bool twice) noexcept;

// n double hashes of 64 bytes; out == in is allowed.
void sha256_double64(const Sha256Plan& plan, std::uint8_t* out, const std::uint8_t* in, std::size_t n) noexcept;

// The merkle root of n leaves, see lanecrypt/merkle.hpp. `look`: tell whether a pair of equal hashes was seen. root may lie
// inside the leaves.
bool sha256_merkle(const Sha256Plan& plan, std::uint8_t* root, const std::uint8_t* leaves, std::size_t n, bool look) noexcept;

}  // namespace lanecrypt
