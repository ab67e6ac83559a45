// Every Poly1305 implementation by name, including arithmetic that this machine's library does not contain.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "poly1305/poly1305_ops.h"
#include "support/impls.h"

extern "C" const lanecrypt::Poly1305Ops lanecrypt_poly1305_portable32_ops, lanecrypt_poly1305_array2_ops, lanecrypt_poly1305_array4_ops;

namespace lanecrypt::test {

template <class Check>
void for_each_poly1305(Check check)
{
    for_each_impl(dispatch::poly1305_slot, check);
    const struct {
        const char* name;
        const Poly1305Ops& ops;
    } others[] = {{"portable32", lanecrypt_poly1305_portable32_ops}, {"array of 2", lanecrypt_poly1305_array2_ops}, {"array of 4", lanecrypt_poly1305_array4_ops}};
    for (const auto& other : others) {
        SCOPED_TRACE(other.name);
        std::printf("[   ran    ] poly1305 %s\n", other.name);
        check(other.ops, other.name);
    }
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
