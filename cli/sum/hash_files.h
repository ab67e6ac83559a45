// Hashing of many files: small ones side by side in SIMD lanes, big ones read ahead while they are hashed.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "sum/check_line.h"

namespace lanecrypt::cli {

struct HashOptions {
    unsigned jobs = 1;        // each job is one reader and one hasher
    bool double_hash = false;  // SHA-256 of the SHA-256
};

struct HashResult {
    std::string name;
    int error = 0;  // errno of the failure to open or read, 0 when `digest` is valid
    Digest digest{};
};

// Takes the names from `next` (false: no more) and hands the results to `done` in the same order; "-" is standard
// input. Both are called from one thread at a time, `done` from the calling one. Memory is bounded whatever the number
// and size of the files.
void hash_files(const HashOptions& options, const std::function<bool(std::string&)>& next, const std::function<void(const HashResult&)>& done);

}  // namespace lanecrypt::cli
