// Profiles: numbers of the tuning tables that a measurement on this machine (`lanecrypt tune`) replaces.
//
// A profile is a text of at most 16 KiB. Its first line is "lanecrypt-tuning 1"; every other line is empty, a comment
// ("# …"), a number ("sha256.wide_from = 4") or the implementation to prefer ("sha256.isa = avx2"). Each name may stand once.
// The environment variable LANECRYPT_TUNING names a profile to read at the first use of the library; a file that
// cannot be used gives one line on stderr, and the built-in table stays in force.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanecrypt::tuning {

struct Number {
    const char* name;
    std::uint32_t value;  // in force
    std::uint32_t built_in, least, most;
    const char* meaning;
};

// Every number that a profile may replace. Allocates.
std::vector<Number> numbers();

// Puts a profile in force: first the built-in table, then what the profile says; every primitive chooses anew. Calls
// under way finish with what they have. Returns an empty text, or one line that names the first faulty line and
// what is wrong; then the built-in table is in force.
[[nodiscard]] std::string load(std::string_view profile);

// The same with a file. The message begins with the file's name.
[[nodiscard]] std::string load_file(const char* path);

// Puts the built-in table in force, whatever the environment says.
void reset() noexcept;

// The environment's profile could not be used: the message. Empty otherwise.
std::string environment_problem();

}  // namespace lanecrypt::tuning
