// XOR obfuscation, 32 bytes at a time.
#define LANECRYPT_ISA avx2
#include "simd/x86_128.h"
#include "simd/x86_256.h"
#include "obfuscation/xor_kernel.h"

LANECRYPT_BEGIN_ISA

void apply(std::uint8_t* data, std::size_t len, std::uint64_t key)
{
    if (len < 8) return xor_short(data, len, key);
    if (len < 16) return xor_words(data, len, key);
    if (len < 32) xor_vectors<U64x2>(data, len, key);
    else xor_vectors<U64x4>(data, len, key);
}

LANECRYPT_END_ISA

extern "C" constinit const lanecrypt::XorOps LANECRYPT_OPS_NAME(xor) = {lanecrypt::Isa::LANECRYPT_ISA, lanecrypt::LANECRYPT_ISA::apply};
