// XOR obfuscation, 16 bytes at a time on any other architecture with a vector unit.
#define LANECRYPT_ISA gnu128
#include "simd/gnu.h"
#include "obfuscation/xor_kernel.h"

LANECRYPT_BEGIN_ISA

void apply(std::uint8_t* data, std::size_t len, std::uint64_t key)
{
    if (len < 8) return xor_short(data, len, key);
    if (len < 16) return xor_words(data, len, key);
    xor_vectors<U64x2>(data, len, key);
}

LANECRYPT_END_ISA

extern "C" constinit const lanecrypt::XorOps LANECRYPT_OPS_NAME(xor) = {lanecrypt::Isa::LANECRYPT_ISA, lanecrypt::LANECRYPT_ISA::apply};
