// Which instruction sets may be used: what the machine can run, what people allow.
#pragma once
#include <cstddef>
#include <cstdint>

#include "cpu/features.h"

namespace lanecrypt::cpu {

// A set of rows of isa.def: bit i stands for Isa i.
using RowSet = std::uint32_t;
inline constexpr RowSet all_rows = (1u << isa_count) - 1;
constexpr RowSet row_bit(Isa isa) { return 1u << static_cast<int>(isa); }

// Reads a limit: words separated by commas or blanks. A row's name allows that row and its parents, and nothing
// else but other named rows; "-name" takes away that row and everything built on it. Empty or null allows all.
// Returns false, and sets nothing, on an unknown word or on "-portable".
[[nodiscard]] bool parse_limit(const char* spec, RowSet& allowed) noexcept;

// Detected once, then cached.
FeatureSet features() noexcept;

// The rows that detection and the limit in force allow.
RowSet usable_rows() noexcept;
// The rows that detection allows.
RowSet runnable() noexcept;
// True when the environment's limit could not be read and is ignored.
bool environment_ignored() noexcept;

// Replaces the limit. Null: back to the environment's. False: unknown word, nothing changed.
[[nodiscard]] bool set_limit(const char* spec) noexcept;

}  // namespace lanecrypt::cpu
