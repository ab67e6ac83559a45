// ChaCha20-Poly1305 in one stream of instructions, 256-bit registers.
#define LANECRYPT_ISA avx2
#include "simd/x86_128.h"
#include "simd/x86_256.h"
#include "aead/aead_fused.h"

LANECRYPT_BEGIN_ISA

std::size_t run(Poly1305State& mac, const std::uint8_t* ct, std::size_t behind, std::uint8_t* out, const std::uint8_t* in, std::size_t len,
                const std::uint8_t* key, std::uint64_t counter, std::uint64_t nonce)
{
    return run_fused<U32x8, CRows::parked>(mac, ct, behind, out, in, len, key, counter, nonce);
}

constexpr AeadFusedOps table = {Isa::LANECRYPT_ISA, 64 * U32x8::lanes, run};

LANECRYPT_END_ISA

extern "C" constinit const lanecrypt::AeadFusedOps LANECRYPT_OPS_NAME(aead_fused) = lanecrypt::LANECRYPT_ISA::table;
