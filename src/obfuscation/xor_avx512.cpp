// XOR obfuscation, 64 bytes at a time.
#define LANECRYPT_ISA avx512
#include "simd/x86_128.h"
#include "simd/x86_256.h"
#include "simd/x86_512.h"
#include "obfuscation/xor_kernel.h"

LANECRYPT_BEGIN_ISA

void apply(std::uint8_t* data, std::size_t len, std::uint64_t key)
{
    if (len < 8) return xor_short(data, len, key);
    if (len < 16) return xor_words(data, len, key);
    if (len < 32) xor_vectors<U64x2>(data, len, key);
    else if (len < 64) xor_vectors<U64x4>(data, len, key);
    else if (len < 256) xor_vectors<U64x8>(data, len, key);
    else xor_lines<U64x8>(data, len, key);
}

LANECRYPT_END_ISA

extern "C" constinit const lanecrypt::XorOps LANECRYPT_OPS_NAME(xor) = {lanecrypt::Isa::LANECRYPT_ISA, lanecrypt::LANECRYPT_ISA::apply};
