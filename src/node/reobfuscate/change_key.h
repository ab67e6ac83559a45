// Changes the obfuscation key of a whole blocks directory, safely against interruption at any moment.
#pragma once
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "node/network.h"
#include "node/reobfuscate/journal.h"

namespace lanecrypt::node {

// An exclusive hold on a blocks directory: the lock that nodes take, on DIR/.lock.
class DirectoryLock {
public:
    // Throws ProblemError when another process holds it. With `create` false a missing lock file counts as free.
    DirectoryLock(const std::filesystem::path& dir, bool create);

private:
    Descriptor file_;
};

struct KeyWish {
    enum class Kind {
        random,    // a new random key; with an open journal, that journal's key
        given,     // `key`; all zero for plain data
        rollback,  // what the directory had before the first unfinished change
    } kind = Kind::random;
    Obfuscation key;
};

// What a change will do, found out without writing anything.
struct ChangePlan {
    std::filesystem::path dir;
    Network network{};
    bool resumes = false;  // there was a journal
    bool restores_base = false;  // xor.dat ends as content.base says, absent included
    std::optional<Obfuscation> key_file;  // what xor.dat holds now
    JournalContent content;

    std::uint64_t work() const;           // bytes of progress to come
    std::uint64_t largest() const;        // the largest file still to be rewritten (bytes)
    std::size_t files_to_rewrite() const;
    bool nothing_to_do() const;
};

// Looks at every file of the directory: which key it has, whether that fits its data, where its tail begins. Throws
// ProblemError for a directory that cannot be changed safely (key and data do not fit, damaged journal, no blocks).
ChangePlan plan_change(const std::filesystem::path& dir, const KeyWish& wish, const std::optional<Network>& network);

struct ChangeOptions {
    unsigned jobs = 1;
    const std::atomic<bool>* stop = nullptr;
    std::function<void(std::uint64_t done_bytes)> progress;  // called from any thread, one at a time
};

struct ChangeResult {
    bool complete = false;
    bool interrupted = false;
    std::size_t files_done = 0;
    std::vector<std::string> errors;
};

// Carries out the plan. The caller holds the lock. Whatever happens, every file is whole under the key that the journal
// says; when the result is not complete, the journal stays.
ChangeResult carry_out(const ChangePlan& plan, const ChangeOptions& options);

// For information: each file of an open journal with the key it carries now.
std::vector<JournalFile> current_state(const std::filesystem::path& dir, const JournalContent& content);

}  // namespace lanecrypt::node
