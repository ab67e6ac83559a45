// C functions for SHA-256 and merkle roots.
#include <cstring>
#include <new>

#include "base/check.h"
#include "base/overlap.h"
#include "lanecrypt/lanecrypt.h"
#include "lanecrypt/merkle.hpp"
#include "lanecrypt/sha256.hpp"
#include "sha256/sha256_finish.h"
#include "sha256/sha256_many.h"

using namespace lanecrypt;

namespace {

struct Arrays {
    const uint8_t* const* in;
    const size_t* len;
};

Sha256Message fetch_array(const void* context, std::size_t i)
{
    const auto& arrays = *static_cast<const Arrays*>(context);
    return {arrays.in[i], arrays.len[i]};
}

// What a function says about each misuse.
struct Complaints {
    const char *null, *arrays, *overlap;
};

void hash_many(uint8_t* out, const uint8_t* const* in, const size_t* len, size_t n, bool twice, const Complaints& complaints)
{
    if (n == 0) return;
    if (!require(out != nullptr && in != nullptr && len != nullptr, complaints.null)) return;
    if (!require(n <= SIZE_MAX / 64, complaints.arrays)) return;  // no array has so many bytes
    if (!require(!overlaps(out, 32 * n, in, n * sizeof *in) && !overlaps(out, 32 * n, len, n * sizeof *len), complaints.arrays)) return;
    for (size_t i = 0; i < n; ++i)
        if (!require(in[i] != nullptr || len[i] == 0, complaints.null)) return;
    const Arrays arrays{in, len};
    if (!sha256_run_checked(sha256_plan(), out, {&arrays, fetch_array, n}, twice)) misuse(complaints.overlap);
}

// The class inside the opaque state. It holds nothing but its own bytes, so a state may be copied as memory.
static_assert(sizeof(Sha256) <= sizeof(lanecrypt_sha256_state) && alignof(Sha256) <= alignof(uint64_t));
Sha256& stream(lanecrypt_sha256_state* state) { return *std::launder(reinterpret_cast<Sha256*>(state)); }

std::span<const std::byte> span_of(const uint8_t* p, size_t len) { return {reinterpret_cast<const std::byte*>(p), len}; }
std::span<std::byte, 32> digest_of(uint8_t* p) { return std::span<std::byte, 32>(reinterpret_cast<std::byte*>(p), 32); }

}  // namespace

extern "C" {

void lanecrypt_sha256(uint8_t out[32], const uint8_t* in, size_t len)
{
    if (!require(out != nullptr && (in != nullptr || len == 0), "lanecrypt_sha256: null pointer")) return;
    sha256_whole(dispatch::sha256_slot.get(), out, in, len, false);
}

void lanecrypt_sha256d(uint8_t out[32], const uint8_t* in, size_t len)
{
    if (!require(out != nullptr && (in != nullptr || len == 0), "lanecrypt_sha256d: null pointer")) return;
    sha256_whole(dispatch::sha256_slot.get(), out, in, len, true);
}

void lanecrypt_sha256_many(uint8_t* out, const uint8_t* const* in, const size_t* len, size_t n)
{
    hash_many(out, in, len, n, false,
              {"lanecrypt_sha256_many: null pointer", "lanecrypt_sha256_many: out overlaps the arrays",
               "lanecrypt_sha256_many: a hash overlaps another message"});
}

void lanecrypt_sha256d_many(uint8_t* out, const uint8_t* const* in, const size_t* len, size_t n)
{
    hash_many(out, in, len, n, true,
              {"lanecrypt_sha256d_many: null pointer", "lanecrypt_sha256d_many: out overlaps the arrays",
               "lanecrypt_sha256d_many: a hash overlaps another message"});
}

void lanecrypt_sha256d64(uint8_t* out, const uint8_t* in, size_t n)
{
    if (n == 0) return;
    if (!require(out != nullptr && in != nullptr, "lanecrypt_sha256d64: null pointer")) return;
    if (!require(n <= SIZE_MAX / 64, "lanecrypt_sha256d64: the size of the input overflows")) return;
    if (!require(n == 1 || out == in || !overlaps(out, 32 * n, in, 64 * n), "lanecrypt_sha256d64: overlap other than out == in")) return;
    sha256_double64(sha256_plan(), out, in, n);
}

void lanecrypt_merkle_root(uint8_t root[32], const uint8_t* leaves, size_t n, int* mutated)
{
    if (!require(root != nullptr && (leaves != nullptr || n == 0), "lanecrypt_merkle_root: null pointer")) return;
    if (!require(n <= SIZE_MAX / 32, "lanecrypt_merkle_root: the size of the leaves overflows")) return;
    if (!require(mutated == nullptr || (!overlaps(mutated, sizeof *mutated, leaves, 32 * n) && !overlaps(mutated, sizeof *mutated, root, 32)),
                 "lanecrypt_merkle_root: mutated overlaps"))
        return;
    uint8_t top[32];
    const bool found = sha256_merkle(sha256_plan(), top, leaves, n, mutated != nullptr);
    std::memcpy(root, top, 32);
    if (mutated != nullptr) *mutated = found ? 1 : 0;
}

void lanecrypt_sha256_init(lanecrypt_sha256_state* state)
{
    if (!require(state != nullptr, "lanecrypt_sha256_init: null pointer")) return;
    new (state) Sha256();
}

void lanecrypt_sha256_update(lanecrypt_sha256_state* state, const uint8_t* in, size_t len)
{
    if (!require(state != nullptr && (in != nullptr || len == 0), "lanecrypt_sha256_update: null pointer")) return;
    if (!require(!overlaps(state, sizeof *state, in, len), "lanecrypt_sha256_update: the state lies inside the input")) return;
    stream(state).update(span_of(in, len));
}

void lanecrypt_sha256_final(lanecrypt_sha256_state* state, uint8_t out[32])
{
    if (!require(state != nullptr && out != nullptr, "lanecrypt_sha256_final: null pointer")) return;
    if (!require(!overlaps(state, sizeof *state, out, 32), "lanecrypt_sha256_final: out lies inside the state")) return;
    stream(state).final(digest_of(out));
}

}  // extern "C"
