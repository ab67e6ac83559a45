// ChaCha20-Poly1305 in one stream of instructions, 256-bit registers.
#define LANECRYPT_ISA avx2
#include "simd/x86_128.h"
#include "simd/x86_256.h"
#include "aead/aead_fused.h"

LANECRYPT_BEGIN_ISA

std::size_t seal(Poly1305State& mac, std::uint8_t* ct, const std::uint8_t* pt, std::size_t len, std::size_t behind, const std::uint8_t* key,
                 std::uint64_t counter, std::uint64_t nonce)
{
    return seal_fused<U32x8, CRows::parked>(mac, ct, pt, len, behind, key, counter, nonce);
}

constexpr AeadFusedOps table = {Isa::LANECRYPT_ISA, 64 * U32x8::lanes, seal};

LANECRYPT_END_ISA

extern "C" constinit const lanecrypt::AeadFusedOps LANECRYPT_OPS_NAME(aead_fused) = lanecrypt::LANECRYPT_ISA::table;
