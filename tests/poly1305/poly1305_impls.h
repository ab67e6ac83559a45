// Every Poly1305 implementation by name, including the 32-bit arithmetic that a 64-bit library does not contain.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "poly1305/poly1305_ops.h"
#include "support/impls.h"

extern "C" const lanecrypt::Poly1305Ops lanecrypt_poly1305_portable32_ops;

namespace lanecrypt::test {

template <class Check>
void for_each_poly1305(Check check)
{
    for_each_impl(dispatch::poly1305_slot, check);
    SCOPED_TRACE("poly1305 portable32");
    std::printf("[   ran    ] poly1305 portable32\n");
    check(lanecrypt_poly1305_portable32_ops, "portable32");
}

// The tag of a whole message, taken in as one call of blocks.
inline std::vector<std::uint8_t> poly1305_tag_of(const Poly1305Ops& ops, const std::uint8_t* key, const std::uint8_t* in, std::size_t len)
{
    std::vector<std::uint8_t> tag(poly1305_tag);
    Poly1305State state;
    ops.init(state, key);
    const std::size_t whole = len / poly1305_block;
    ops.blocks(state, in, whole);
    ops.finish(state, in + whole * poly1305_block, len % poly1305_block, tag.data());
    return tag;
}

}  // namespace lanecrypt::test
