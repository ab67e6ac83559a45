// The rules on the memory of one AEAD message, asked before anything is written.
#pragma once
#include <cstddef>

#include "aead/aead_core.h"
#include "base/overlap.h"

namespace lanecrypt {

struct AeadMemory {
    const void* out;
    const void* in;
    std::size_t len;  // of both
    const void* tag;
    const void* aad;
    std::size_t aad_len;
    const void* nonce;
    std::size_t nonce_len;
    const void* key;
};

inline constexpr char aead_misuse[] = "AEAD: null pointer, forbidden overlap or text too long";

// The tag is an input.
inline bool openable(const AeadMemory& m) noexcept
{
    if (m.tag == nullptr || m.nonce == nullptr || m.key == nullptr || (m.aad_len != 0 && m.aad == nullptr)) return false;
    if (m.len == 0) return true;
    if (m.out == nullptr || m.in == nullptr || m.len > aead_max_len) return false;
    return !overlaps_partly(m.out, m.in, m.len) && !overlaps(m.out, m.len, m.aad, m.aad_len) && !overlaps(m.out, m.len, m.nonce, m.nonce_len) &&
           !overlaps(m.out, m.len, m.key, 32) && !overlaps(m.out, m.len, m.tag, poly1305_tag);
}

// The tag is an output.
inline bool sealable(const AeadMemory& m) noexcept
{
    return openable(m) && !overlaps(m.tag, poly1305_tag, m.in, m.len) && !overlaps(m.tag, poly1305_tag, m.aad, m.aad_len) &&
           !overlaps(m.tag, poly1305_tag, m.nonce, m.nonce_len) && !overlaps(m.tag, poly1305_tag, m.key, 32);
}

}  // namespace lanecrypt
