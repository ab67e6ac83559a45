// C functions for Poly1305.
#include <new>

#include "base/check.h"
#include "base/overlap.h"
#include "lanecrypt/lanecrypt.h"
#include "poly1305/poly1305_stream.h"

using namespace lanecrypt;

namespace {

static_assert(sizeof(Poly1305Stream) <= sizeof(lanecrypt_poly1305_state) && alignof(Poly1305Stream) <= alignof(lanecrypt_poly1305_state));

Poly1305Stream& stream(lanecrypt_poly1305_state* state) { return *std::launder(reinterpret_cast<Poly1305Stream*>(state->opaque)); }

}  // namespace

extern "C" {

void lanecrypt_poly1305_init(lanecrypt_poly1305_state* state, const uint8_t key[32])
{
    if (!require(state != nullptr && key != nullptr, "lanecrypt_poly1305_init: null pointer")) return;
    if (!require(!overlaps(state, sizeof *state, key, poly1305_key), "lanecrypt_poly1305_init: the key lies inside the state")) return;
    (new (state->opaque) Poly1305Stream)->init(dispatch::poly1305_slot.get(), key);
}

void lanecrypt_poly1305_update(lanecrypt_poly1305_state* state, const uint8_t* in, size_t len)
{
    if (!require(state != nullptr && (in != nullptr || len == 0), "lanecrypt_poly1305_update: null pointer")) return;
    if (!require(stream(state).ops != nullptr, "lanecrypt_poly1305_update: the tag has been taken already")) return;
    if (!require(!overlaps(state, sizeof *state, in, len), "lanecrypt_poly1305_update: the input lies inside the state")) return;
    stream(state).update(in, len);
}

void lanecrypt_poly1305_final(lanecrypt_poly1305_state* state, uint8_t tag[16])
{
    if (!require(state != nullptr && tag != nullptr, "lanecrypt_poly1305_final: null pointer")) return;
    if (!require(stream(state).ops != nullptr, "lanecrypt_poly1305_final: the tag has been taken already")) return;
    if (!require(!overlaps(state, sizeof *state, tag, poly1305_tag), "lanecrypt_poly1305_final: the tag lies inside the state")) return;
    stream(state).finish(tag);
}

void lanecrypt_poly1305(uint8_t tag[16], const uint8_t* msg, size_t len, const uint8_t key[32])
{
    if (!require(tag != nullptr && key != nullptr && (msg != nullptr || len == 0), "lanecrypt_poly1305: null pointer")) return;
    if (!require(!overlaps(tag, poly1305_tag, key, poly1305_key), "lanecrypt_poly1305: the tag overlaps the key")) return;
    poly1305_tag_of(dispatch::poly1305_slot.get(), tag, msg, len, key);
}

}  // extern "C"
