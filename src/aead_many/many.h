// Sealing and opening many messages with the kernels named by the caller.
#pragma once
#include <cstddef>

#include "chacha20/chacha20_ops.h"
#include "lanecrypt/lanecrypt.h"
#include "poly1305/poly1305_ops.h"

namespace lanecrypt::many {

// The two tables a message passes through.
struct AeadKernels {
    const ChaCha20Ops& cipher;
    const Poly1305Ops& mac;
};

// Those in use.
inline AeadKernels chosen_kernels() noexcept { return {dispatch::chacha20_slot.get(), dispatch::poly1305_slot.get()}; }

std::size_t seal(lanecrypt_aead_item* items, std::size_t n, const AeadKernels& kernels) noexcept;
std::size_t open(lanecrypt_aead_item* items, std::size_t n, const AeadKernels& kernels) noexcept;

}  // namespace lanecrypt::many
