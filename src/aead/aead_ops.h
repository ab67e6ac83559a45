// The table of one implementation of ChaCha20-Poly1305: the cipher and the authenticator that belong together.
#pragma once
#include <cstddef>
#include <cstdint>

#include "aead/aead_fused_ops.h"
#include "chacha20/chacha20_ops.h"
#include "poly1305/poly1305_ops.h"

namespace lanecrypt {

struct AeadOps {
    Isa isa;
    const ChaCha20Ops* chacha20;
    const Poly1305Ops* poly1305;
    // For longer messages; null where cipher and authenticator one after the other are as fast.
    const AeadFusedOps* fused_seal;
    const AeadFusedOps* fused_open;
};

namespace dispatch {
extern constinit Slot<AeadOps> aead_slot;
}
bool aead_self_test(const AeadOps& ops);

}  // namespace lanecrypt
