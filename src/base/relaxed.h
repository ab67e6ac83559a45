// Words that one thread may replace while others read them, where any old or new value will do. Usable in kernel files,
// which have no <atomic>; costs what a plain access costs.
#pragma once
#include "base/config.h"

namespace lanecrypt {

#if defined(_MSC_VER) && !defined(__GNUC__)
template <class T>
LANECRYPT_FN T load_relaxed(const T& x)
{
    return *static_cast<const volatile T*>(&x);
}
template <class T>
LANECRYPT_FN void store_relaxed(T& x, T value)
{
    *static_cast<volatile T*>(&x) = value;
}
#else
template <class T>
LANECRYPT_FN T load_relaxed(const T& x)
{
    return __atomic_load_n(&x, __ATOMIC_RELAXED);
}
template <class T>
LANECRYPT_FN void store_relaxed(T& x, T value)
{
    __atomic_store_n(&x, value, __ATOMIC_RELAXED);
}
#endif

}  // namespace lanecrypt
