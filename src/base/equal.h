// Comparison whose time does not depend on the contents.
#pragma once
#include <cstddef>
#include <cstdint>

#include "base/bytes.h"

namespace lanecrypt {

// True when the 16 bytes at `a` and `b` are equal. No branch and no address depends on them.
LANECRYPT_FN bool equal16(const void* a, const void* b)
{
    const auto* x = static_cast<const unsigned char*>(a);
    const auto* y = static_cast<const unsigned char*>(b);
    std::uint64_t d = (load64(x) ^ load64(y)) | (load64(x + 8) ^ load64(y + 8));
#if !defined(_MSC_VER) || defined(__GNUC__)
    __asm__("" : "+r"(d));  // keeps the two halves from becoming two early exits
#endif
    return d == 0;
}

}  // namespace lanecrypt
