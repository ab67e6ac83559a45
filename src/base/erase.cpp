#include "base/erase.h"

#include <cstring>

#if defined(_MSC_VER) && !defined(__GNUC__)
#include <intrin.h>
#endif

namespace lanecrypt {

void erase(void* p, std::size_t len) noexcept
{
    if (len == 0) return;
    std::memset(p, 0, len);
#if defined(_MSC_VER) && !defined(__GNUC__)
    _ReadWriteBarrier();
#else
    // The memory may be read by code the compiler cannot see, so the stores stay.
    __asm__ __volatile__("" : : "r"(p) : "memory");
#endif
}

}  // namespace lanecrypt
