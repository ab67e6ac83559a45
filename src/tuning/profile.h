// The numbers of parameters.def: where they come from, built in or from a profile.
#pragma once
#include <atomic>
#include <cstdint>

#include "cpu/policy.h"
#include "tuning/numbers.h"

namespace lanecrypt::tuning {

struct Row {
    const char* name;
    std::uint32_t built_in, least, most;
    const char* meaning;
};
// The row of a number.
const Row& row(Tuned t) noexcept;

// Reads the profile of the environment, once. Called before the first choice of an implementation.
void ensure_loaded() noexcept;

// The number in force, for code that is not reached through a slot; any thread, also before main.
inline std::uint32_t value(Tuned t) noexcept
{
    ensure_loaded();
    return number(t);
}

// Replaces one number for measurements and tests; not checked against the row.
void set(Tuned t, std::uint32_t number) noexcept;

// The rows that the profile leaves to the choice of implementations.
cpu::RowSet allowed_rows() noexcept;
}  // namespace lanecrypt::tuning
