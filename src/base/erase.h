// Wiping of secrets that the optimiser may not drop.
#pragma once
#include <cstddef>

namespace lanecrypt {

// Sets `len` bytes at `p` to zero. Null is legal when `len` is 0.
void erase(void* p, std::size_t len) noexcept;

template <class T>
void erase_object(T& object) noexcept
{
    erase(&object, sizeof object);
}

}  // namespace lanecrypt
