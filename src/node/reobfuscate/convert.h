// Rewrites one file under another key.
#pragma once
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>

#include "node/reobfuscate/journal.h"

namespace lanecrypt::node {

// Thrown when `stop` was set.
struct Interrupted {};

struct ConvertContext {
    const std::atomic<bool>& stop;
    std::function<void(std::uint64_t bytes)> progress;  // bytes read, written or compared since the last call
};

// The bytes that converting and verifying a file reports as progress.
constexpr std::uint64_t convert_work(const JournalFile& file) { return 2 * file.size; }

// Writes the file's data under `target` into its rewritten form beside it: same size, times, permissions and owner, the
// unwritten tail left unwritten; flushes it, reads it back and compares. The file itself is not touched. On an error or
// interruption nothing is left beside it. Throws ProblemError and Interrupted.
void rewrite_beside(const std::filesystem::path& dir, const JournalFile& file, const Obfuscation& target, const ConvertContext& context);

// What a key must be XORed with to give another: data under `a` XORed with this is the data under `b`.
Obfuscation difference(const Obfuscation& a, const Obfuscation& b);

// Modification time in nanoseconds since 1970.
std::int64_t modification_time(const struct stat& s);

}  // namespace lanecrypt::node
