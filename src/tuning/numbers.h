// The numbers of parameters.def at run time, for classes, planners and kernel files. Before the first choice of an
// implementation they are the built-in ones; then a profile may have replaced them (tuning/profile.h).
#pragma once
#include <cstdint>

#include "base/relaxed.h"

// Not in a namespace, and no inline variable: kernel files define nothing that could be merged.
extern "C" std::uint32_t lanecrypt_tuned[];

namespace lanecrypt::tuning {

enum class Tuned : std::uint8_t {
#define LANECRYPT_TUNED(id, name, built_in, least, most, meaning) id,
#include "tuning/parameters.def"
#undef LANECRYPT_TUNED
};

enum : int {
    tuned_count = 0
#define LANECRYPT_TUNED(id, name, built_in, least, most, meaning) +1
#include "tuning/parameters.def"
#undef LANECRYPT_TUNED
};

// For whatever is reached through a slot: one relaxed load.
LANECRYPT_FN std::uint32_t number(Tuned t) { return load_relaxed(lanecrypt_tuned[static_cast<int>(t)]); }

}  // namespace lanecrypt::tuning
