// The rows of isa.def as an enumeration.
#pragma once

namespace lanecrypt {

enum class Isa : unsigned char {
#define LANECRYPT_ISA_ROW(name, arch, parent, features, gnu_flags, msvc_flags, meaning) name,
#include "cpu/isa.def"
#undef LANECRYPT_ISA_ROW
};

inline constexpr int isa_count = 0
#define LANECRYPT_ISA_ROW(name, arch, parent, features, gnu_flags, msvc_flags, meaning) +1
#include "cpu/isa.def"
#undef LANECRYPT_ISA_ROW
    ;

}  // namespace lanecrypt
