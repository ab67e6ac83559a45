// Many ChaCha20-Poly1305 messages (RFC 8439) in one call. The SIMD lanes are shared by all messages of the call, so
// short ones run at nearly the speed of long ones.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "lanecrypt/lanecrypt.h"

namespace lanecrypt {

// One message: out and in are len bytes, tag 16, nonce 12, key 32; the same type as in C.
using AeadItem = lanecrypt_aead_item;

// An item from spans. `out` and `in` have the same size (else the item's status will be 2); out.data() == in.data()
// works in place. When opening, `tag` is only read.
inline AeadItem aead_item(std::span<std::byte> out, std::span<const std::byte> in, std::span<const std::byte> aad, std::span<std::byte, 16> tag,
                          std::span<const std::byte, 12> nonce, std::span<const std::byte, 32> key) noexcept
{
    const auto bytes = [](const std::byte* p) { return reinterpret_cast<const std::uint8_t*>(p); };
    const bool equal = out.size() == in.size();
    return {equal ? reinterpret_cast<std::uint8_t*>(out.data()) : nullptr,
            equal ? bytes(in.data()) : nullptr,
            equal || !in.empty() ? in.size() : out.size(),
            bytes(aad.data()),
            aad.size(),
            reinterpret_cast<std::uint8_t*>(tag.data()),
            bytes(nonce.data()),
            bytes(key.data()),
            LANECRYPT_BAD_ARGUMENT};
}

// Seals every item and sets its status; returns how many have status 0. Any number of items, keys and lengths from 0
// to 2^38 - 64 bytes, in any mixture.
//
// Status 2 (nothing of the item is written): a null pointer with a non-zero length, a null tag, nonce or key, a length
// out of range, an output or tag that overlaps the item's own input (other than in place), associated data, nonce,
// key or other output. Other items go on. An output or tag that overlaps the memory of another item gives status 2 to
// all items of that planning group (64 in a row, counted from the first item). Groups behave as if run in order.
//
// No heap; the scratch area is wiped. The time depends on lengths and on which items are bad, never on contents.
std::size_t seal_many(std::span<AeadItem> items) noexcept;

// Opens every item. Each tag is checked before any plaintext of its item is written; status 1: the tag is wrong and
// the item's output is all zero (in place, the ciphertext is lost). Otherwise as above.
std::size_t open_many(std::span<AeadItem> items) noexcept;

}  // namespace lanecrypt
