// Wiping of a kernel's own scratch memory. Internal linkage, no call out of the kernel file; elsewhere use base/erase.h.
#pragma once
#include <cstddef>
#include <cstring>

#include "base/config.h"

#if defined(_MSC_VER) && !defined(__GNUC__)
#include <intrin.h>
#endif

namespace lanecrypt {

LANECRYPT_FN void wipe(void* p, std::size_t len)
{
    std::memset(p, 0, len);
#if defined(_MSC_VER) && !defined(__GNUC__)
    _ReadWriteBarrier();
#else
    // The memory may be read by code the compiler cannot see, so the stores stay.
    __asm__ __volatile__("" : : "r"(p) : "memory");
#endif
}

}  // namespace lanecrypt
