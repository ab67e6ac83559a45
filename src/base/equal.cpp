#include "base/equal.h"

#include <cstdint>

#include "base/bytes.h"

namespace lanecrypt {

LANECRYPT_NOINLINE bool equal16(const void* a, const void* b) noexcept
{
    const auto* x = static_cast<const unsigned char*>(a);
    const auto* y = static_cast<const unsigned char*>(b);
    std::uint64_t d = (load64(x) ^ load64(y)) | (load64(x + 8) ^ load64(y + 8));
    LANECRYPT_KEEP_WORD(d);  // keeps the two halves from becoming two early exits
    return d == 0;
}

}  // namespace lanecrypt
