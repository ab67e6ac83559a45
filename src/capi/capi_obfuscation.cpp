// C functions for XOR obfuscation.
#include <cstring>

#include "base/check.h"
#include "base/overlap.h"
#include "lanecrypt/lanecrypt.h"
#include "lanecrypt/obfuscation.hpp"

extern "C" void lanecrypt_xor(uint8_t* data, size_t len, const uint8_t key[8], uint64_t offset)
{
    using namespace lanecrypt;
    if (len == 0) return;
    if (!require(data != nullptr && key != nullptr, "lanecrypt_xor: null pointer")) return;
    if (!require(!overlaps(data, len, key, 8), "lanecrypt_xor: the key lies inside the data")) return;
    const Obfuscation obfuscation(std::span<const std::byte, 8>(reinterpret_cast<const std::byte*>(key), 8));
    obfuscation({reinterpret_cast<std::byte*>(data), len}, offset);
}
