// The numbers of parameters.def at run time: built in, or from a profile. For the layers above the kernels (classes,
// planners); kernel files get their numbers as arguments or from constexpr tables.
#pragma once
#include <atomic>
#include <cstdint>

#include "cpu/policy.h"

namespace lanecrypt::tuning {

enum class Tuned : std::uint8_t {
#define LANECRYPT_TUNED(id, name, built_in, least, most, meaning) id,
#include "tuning/parameters.def"
#undef LANECRYPT_TUNED
};

inline constexpr int tuned_count = 0
#define LANECRYPT_TUNED(id, name, built_in, least, most, meaning) +1
#include "tuning/parameters.def"
#undef LANECRYPT_TUNED
    ;

struct Row {
    const char* name;
    std::uint32_t built_in, least, most;
    const char* meaning;
};
// The row of a number.
const Row& row(Tuned t) noexcept;

inline constexpr std::uint32_t not_loaded = 0xffffffff;
extern std::atomic<std::uint32_t> values[tuned_count];
std::uint32_t first_use(Tuned t) noexcept;

// The number in force. One relaxed load after the first use; any thread, also before main.
inline std::uint32_t value(Tuned t) noexcept
{
    const std::uint32_t v = values[static_cast<int>(t)].load(std::memory_order_relaxed);
    return v != not_loaded ? v : first_use(t);
}

// Replaces one number for measurements and tests; not checked against the row.
void set(Tuned t, std::uint32_t number) noexcept;

// Reads the profile of the environment, once. Called before the first choice of an implementation.
void ensure_loaded() noexcept;
// The rows that the profile leaves to the choice of implementations.
cpu::RowSet allowed_rows() noexcept;
}  // namespace lanecrypt::tuning
