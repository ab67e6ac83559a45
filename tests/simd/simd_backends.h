// The backends of this build; tests/simd/CMakeLists.txt writes the list.
#pragma once
#include <cstddef>

#include "simd/simd_table.h"

namespace lanecrypt::simd_test {

struct Pair {
    const Backend* backend;
    const Backend* reference;  // the array backend of the same width
};

extern const Pair pairs[];
extern const std::size_t pair_count;

}  // namespace lanecrypt::simd_test
