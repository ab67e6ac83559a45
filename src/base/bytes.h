// Loads and stores of words in a stated byte order, at any alignment. Internal linkage: usable in kernel files.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/config.h"

#if defined(_MSC_VER) && !defined(__GNUC__)
#include <stdlib.h>
// As <stdlib.h> declares them: a freestanding compile may have no such header.
extern "C" unsigned long _byteswap_ulong(unsigned long);
extern "C" unsigned __int64 _byteswap_uint64(unsigned __int64);
#endif

namespace lanecrypt {

#if defined(_MSC_VER) && !defined(__GNUC__)
LANECRYPT_FN std::uint32_t swap32(std::uint32_t x) { return _byteswap_ulong(x); }
LANECRYPT_FN std::uint64_t swap64(std::uint64_t x) { return _byteswap_uint64(x); }
#else
LANECRYPT_FN std::uint32_t swap32(std::uint32_t x) { return __builtin_bswap32(x); }
LANECRYPT_FN std::uint64_t swap64(std::uint64_t x) { return __builtin_bswap64(x); }
#endif

LANECRYPT_FN std::uint32_t load32(const void* p)
{
    std::uint32_t x;
    std::memcpy(&x, p, 4);
    return x;
}
LANECRYPT_FN std::uint64_t load64(const void* p)
{
    std::uint64_t x;
    std::memcpy(&x, p, 8);
    return x;
}
LANECRYPT_FN void store32(void* p, std::uint32_t x) { std::memcpy(p, &x, 4); }
LANECRYPT_FN void store64(void* p, std::uint64_t x) { std::memcpy(p, &x, 8); }

LANECRYPT_FN std::uint32_t load32_le(const void* p) { return LANECRYPT_BIG_ENDIAN ? swap32(load32(p)) : load32(p); }
LANECRYPT_FN std::uint64_t load64_le(const void* p) { return LANECRYPT_BIG_ENDIAN ? swap64(load64(p)) : load64(p); }
LANECRYPT_FN std::uint32_t load32_be(const void* p) { return LANECRYPT_BIG_ENDIAN ? load32(p) : swap32(load32(p)); }
LANECRYPT_FN std::uint64_t load64_be(const void* p) { return LANECRYPT_BIG_ENDIAN ? load64(p) : swap64(load64(p)); }
LANECRYPT_FN void store32_le(void* p, std::uint32_t x) { store32(p, LANECRYPT_BIG_ENDIAN ? swap32(x) : x); }
LANECRYPT_FN void store64_le(void* p, std::uint64_t x) { store64(p, LANECRYPT_BIG_ENDIAN ? swap64(x) : x); }
LANECRYPT_FN void store32_be(void* p, std::uint32_t x) { store32(p, LANECRYPT_BIG_ENDIAN ? x : swap32(x)); }
LANECRYPT_FN void store64_be(void* p, std::uint64_t x) { store64(p, LANECRYPT_BIG_ENDIAN ? x : swap64(x)); }

LANECRYPT_FN std::uint32_t rotl32(std::uint32_t x, int n) { return (x << (n & 31)) | (x >> (-n & 31)); }
LANECRYPT_FN std::uint32_t rotr32(std::uint32_t x, int n) { return (x >> (n & 31)) | (x << (-n & 31)); }
LANECRYPT_FN std::uint64_t rotl64(std::uint64_t x, int n) { return (x << (n & 63)) | (x >> (-n & 63)); }

}  // namespace lanecrypt
