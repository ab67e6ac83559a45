// A Poly1305 message that arrives in pieces: what the class and the C state hold.
#pragma once
#include <cstddef>
#include <cstdint>

#include "poly1305/poly1305_ops.h"

namespace lanecrypt {

struct Poly1305Stream {
    Poly1305State state;
    std::uint8_t rest[poly1305_block];  // bytes of a block that is not yet whole
    const Poly1305Ops* ops;             // null after the end
    std::size_t rest_len;

    void init(const Poly1305Ops& with, const std::uint8_t* key) noexcept;
    void update(const std::uint8_t* in, std::size_t len) noexcept;
    // Zeros up to the next whole block; nothing when there is no rest.
    void pad() noexcept;
    // Writes the tag and wipes everything.
    void finish(std::uint8_t* tag) noexcept;
};

// A whole message at once; leaves nothing secret behind.
void poly1305_tag_of(const Poly1305Ops& ops, std::uint8_t* tag, const std::uint8_t* msg, std::size_t len, const std::uint8_t* key) noexcept;

}  // namespace lanecrypt
