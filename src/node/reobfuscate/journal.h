// The journal of a change of key: which files carry which key, so that a change cut off at any moment can be completed
// or undone.
//
// A text file in the blocks directory, one entry a line, each line ending in a checksum. It is created whole (written
// beside its place, flushed, renamed), then only grows; a torn last line is ignored.
#pragma once
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "lanecrypt/obfuscation.hpp"
#include "node/reobfuscate/files.h"

namespace lanecrypt::node {

inline constexpr const char* journal_name = "lanecrypt-xor.journal";
// A file is rewritten beside itself under its name with this at the end.
inline constexpr const char* rewrite_suffix = ".lanecrypt";

struct JournalFile {
    enum class State {
        planned,  // carries `from`
        ready,    // its rewritten form is complete beside it; renamed if that is gone
        done,     // carries the journal's target
    };
    std::string name;
    Obfuscation from;
    std::uint64_t size = 0;      // bytes
    std::uint64_t tail = 0;      // where the unwritten zeros after the last record begin; `size` without any
    std::int64_t modified = 0;   // nanoseconds since 1970
    State state = State::planned;
};

struct JournalContent {
    std::optional<Obfuscation> base;  // what xor.dat held before the first unfinished change; nothing: no xor.dat
    Obfuscation target;
    std::vector<JournalFile> files;
};

// The journal of `dir`; nothing when there is none. Throws ProblemError when it cannot be read or is no journal.
std::optional<JournalContent> read_journal(const std::filesystem::path& dir);

// Appends to the journal of a directory. Thread-safe; each call returns after the entry is on the disk.
class JournalWriter {
public:
    // Replaces any journal by one with this content.
    JournalWriter(const std::filesystem::path& dir, const JournalContent& content);

    void ready(const std::string& name) { append("ready " + name); }
    void done(const std::string& name) { append("done " + name); }
    // Ends the change.
    void remove();

private:
    void append(const std::string& entry);

    std::filesystem::path dir_;
    std::mutex mutex_;
    Descriptor file_;
};

}  // namespace lanecrypt::node
