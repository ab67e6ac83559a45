// XOR obfuscation in 64-bit words, any machine.
#define LANECRYPT_ISA portable
#include "obfuscation/xor_kernel.h"

LANECRYPT_BEGIN_ISA

void apply(std::uint8_t* data, std::size_t len, std::uint64_t key)
{
    if (len < 8) return xor_short(data, len, key);
    std::uint8_t* const last_at = data + len - 8;
    const std::uint64_t last = load64(last_at) ^ advance_key(key, len);
    for (; len > 8; data += 8, len -= 8) store64(data, load64(data) ^ key);
    store64(last_at, last);
}

LANECRYPT_END_ISA

extern "C" constinit const lanecrypt::XorOps LANECRYPT_OPS_NAME(xor) = {lanecrypt::Isa::LANECRYPT_ISA, lanecrypt::LANECRYPT_ISA::apply};
