// What this machine can run, what was chosen, and why.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace lanecrypt::cpu {

enum class Choice {
    chosen,       // in use
    slower,       // usable, but an implementation before it in the order of preference is in use
    unsupported,  // the processor or the operating system lacks something
    limited,      // switched off by LANECRYPT_CPU or limit()
    failed,       // its self-test failed on this machine
};

struct Implementation {
    const char* primitive;
    const char* isa;
    Choice choice;
    std::string reason;     // one short sentence
    bool self_test_failed;  // so far: the test runs before a choice, and in self_test()
};

// Every implementation compiled in, primitive by primitive, in order of preference. Makes the choice of every
// primitive if it is still open. Allocates.
std::vector<Implementation> implementations();

// The features found, separated by blanks.
std::string feature_text();

// Features and implementations as text, one line each, ending in a newline. Allocates.
std::string report();

// Limits the choice: a list of instruction sets separated by commas. A name allows that set and what it builds on;
// "-name" takes a set away with everything built on it. nullptr goes back to the environment variable
// LANECRYPT_CPU, which speaks the same language. All primitives choose anew at once; calls under way finish with
// what they have. Returns false, and changes nothing, on an unknown word and on "-portable".
[[nodiscard]] bool limit(const char* spec) noexcept;

// Runs the known-answer test of every implementation the machine can run, limited or not. Returns the number that
// failed; a failing one is never chosen.
std::size_t self_test();

}  // namespace lanecrypt::cpu
