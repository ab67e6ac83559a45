// C functions for SipHash.
#include <new>

#include "base/check.h"
#include "base/overlap.h"
#include "lanecrypt/lanecrypt.h"
#include "lanecrypt/siphash.hpp"
#include "siphash/siphash_many.h"

namespace lanecrypt {
namespace {

std::span<const std::byte> bytes(const uint8_t* p, std::size_t len) { return {reinterpret_cast<const std::byte*>(p), len}; }

struct Pointers {
    const uint8_t* const* in;
    const size_t* lengths;
    const std::uint8_t* at(std::size_t i) const noexcept { return in[i]; }
    std::size_t len(std::size_t i) const noexcept { return lengths[i]; }
};

static_assert(sizeof(SipHash24) <= sizeof(lanecrypt_siphash24_state) && alignof(SipHash24) <= alignof(lanecrypt_siphash24_state));

SipHash24* hasher(lanecrypt_siphash24_state* state) { return std::launder(reinterpret_cast<SipHash24*>(state)); }
const SipHash24* hasher(const lanecrypt_siphash24_state* state) { return std::launder(reinterpret_cast<const SipHash24*>(state)); }

}  // namespace
}  // namespace lanecrypt

extern "C" {

uint64_t lanecrypt_siphash24(const uint8_t* in, size_t len, uint64_t k0, uint64_t k1)
{
    using namespace lanecrypt;
    if (!require(in != nullptr || len == 0, "lanecrypt_siphash24: null pointer")) return 0;
    return SipHash24::hash(bytes(in, len), k0, k1);
}

uint64_t lanecrypt_siphash13(const uint8_t* in, size_t len, uint64_t k0, uint64_t k1)
{
    using namespace lanecrypt;
    if (!require(in != nullptr || len == 0, "lanecrypt_siphash13: null pointer")) return 0;
    return SipHash13::hash(bytes(in, len), k0, k1);
}

void lanecrypt_siphash24_many(uint64_t* out, const uint8_t* const* in, const size_t* len, size_t n, uint64_t k0, uint64_t k1)
{
    using namespace lanecrypt;
    if (n == 0) return;
    bool pointers = out != nullptr && in != nullptr && len != nullptr;
    for (size_t i = 0; pointers && i < n; ++i) pointers = in[i] != nullptr || len[i] == 0;
    if (!require(pointers, "lanecrypt_siphash24_many: null pointer")) return;
    const bool apart = !overlaps(out, n * sizeof *out, in, n * sizeof *in) && !overlaps(out, n * sizeof *out, len, n * sizeof *len);
    if (!require(apart, "lanecrypt_siphash24_many: the output overlaps the list of messages")) return;
    siphash_many(dispatch::siphash_slot.get().sip24, out, Pointers{in, len}, n, k0, k1,
                 "lanecrypt_siphash24_many: an output overlaps another message");
}

void lanecrypt_siphash24_items(uint64_t* out, const uint8_t* in, size_t item_len, size_t n, uint64_t k0, uint64_t k1)
{
    using namespace lanecrypt;
    if (n == 0) return;
    if (!require(out != nullptr && (in != nullptr || item_len == 0), "lanecrypt_siphash24_items: null pointer")) return;
    if (!require(item_len <= SIZE_MAX / n, "lanecrypt_siphash24_items: the size of all items overflows")) return;
    siphash24_items({out, n}, bytes(in, item_len * n), item_len, k0, k1);
}

void lanecrypt_siphash24_init(lanecrypt_siphash24_state* state, uint64_t k0, uint64_t k1)
{
    using namespace lanecrypt;
    if (!require(state != nullptr, "lanecrypt_siphash24_init: null pointer")) return;
    new (state) SipHash24(k0, k1);
}

void lanecrypt_siphash24_update(lanecrypt_siphash24_state* state, const uint8_t* in, size_t len)
{
    using namespace lanecrypt;
    if (!require(state != nullptr && (in != nullptr || len == 0), "lanecrypt_siphash24_update: null pointer")) return;
    if (!require(!overlaps(state, sizeof *state, in, len), "lanecrypt_siphash24_update: the input lies inside the state")) return;
    hasher(state)->update(bytes(in, len));
}

uint64_t lanecrypt_siphash24_final(const lanecrypt_siphash24_state* state)
{
    using namespace lanecrypt;
    if (!require(state != nullptr, "lanecrypt_siphash24_final: null pointer")) return 0;
    return hasher(state)->finalize();
}

}  // extern "C"
