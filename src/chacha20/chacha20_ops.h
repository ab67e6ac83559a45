// The table of one implementation of ChaCha20, and what its functions work on.
#pragma once
#include <cstddef>
#include <cstdint>

#include "cpu/isa.h"
#ifndef LANECRYPT_ISA
#include "dispatch/slot.h"
#endif

namespace lanecrypt {

// A stretch of one keystream: `len` bytes from the start of block `counter` on.
struct ChaCha20Run {
    std::uint8_t* out;        // len bytes
    const std::uint8_t* in;   // len bytes, the very range of `out` or apart from it; null: `out` gets the keystream itself
    std::size_t len;          // any, 0 included
    const std::uint8_t* key;  // 32 bytes, at any alignment
    std::uint64_t counter;    // words 12 (low half) and 13 of the state; the carry from 12 to 13 is part of the counting
    std::uint64_t nonce;      // words 14 (low half) and 15
};

// The position of block `block` under the 12-byte nonce of RFC 8439:
// counter = block + (load32_le(nonce) << 32), nonce = load64_le(nonce + 4).

// How many blocks to compute at once. next[n] is the shape to take while n blocks remain, for n up to `limit`; above
// that it is next[limit]. A shape is named by the number of blocks it computes (`one_scalar`: one block in ordinary
// registers) and may be larger than n: what is too much is thrown away. Shapes differ between instruction sets:
// ChaCha20Ops::shapes lists them.
struct ChaCha20Plan {
    static constexpr std::size_t limit = 40;
    static constexpr std::uint8_t one_scalar = 33;
    std::uint8_t next[limit + 1];
    std::uint8_t batch;  // how many blocks of different runs runs() gathers before it computes them
};

struct ChaCha20Ops {
    Isa isa;
    // The shapes there are, ended by 0, and the choice among them in use (src/tuning/chacha20_tuning.h).
    const std::uint8_t* shapes;
    const ChaCha20Plan* plan;

    // One run.
    void (*run)(const ChaCha20Run& run);
    // The same with another plan, every entry of which is one of `shapes`.
    void (*run_planned)(const ChaCha20Run& run, const ChaCha20Plan& plan);
    // The block at run.counter goes to `head` as keystream, and the run's data begin with the block after it: the
    // Poly1305 key and the first data blocks of a message in one pass.
    void (*head_and_run)(std::uint8_t head[64], const ChaCha20Run& run);
    // n independent runs, each with its own key, position and place: their blocks share the lanes. Meant for many
    // short runs (key blocks, first blocks, look-ahead, tails); a long run is better off alone in run(). Outputs must
    // be apart from each other and from every other run's memory; runs may share keys and inputs.
    void (*runs)(const ChaCha20Run* runs, std::size_t n);
    // HChaCha20. out, key and nonce may overlap.
    void (*hchacha)(std::uint8_t out[32], const std::uint8_t nonce[16], const std::uint8_t key[32]);
    // The same functions with the plan for processors whose vector operations take two cycles; null: no other plan.
    const ChaCha20Ops* slow_vectors;
    // The plan of a profile for this kernel, which may be replaced while others read it (base/relaxed.h).
    ChaCha20Plan* profile_plan;
};

// What a kernel file exports: the same functions with three plans.
struct ChaCha20Tables {
    ChaCha20Ops fast;      // for processors whose vector operations take one cycle
    ChaCha20Ops slow;      // … two cycles
    ChaCha20Ops profiled;  // with *profile_plan
};

#ifndef LANECRYPT_ISA
namespace dispatch {
extern constinit Slot<ChaCha20Ops> chacha20_slot;
}
bool chacha20_self_test(const ChaCha20Ops& ops);
#endif

}  // namespace lanecrypt
