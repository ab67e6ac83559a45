// What every command on a blocks directory takes.
#pragma once
#include <CLI/CLI.hpp>

#include <functional>
#include <optional>
#include <string>

#include "common/error_log.h"
#include "node/directory.h"

namespace lanecrypt::cli {

struct BlocksOptions {
    std::string dir, network;
    bool json = false;

    // DIR, --network and --json.
    void add_to(CLI::App& cmd);
    // Throws ProblemError also where a change of key is unfinished: no single key reads such a directory.
    node::BlocksDirectory open(ErrorLog& log) const;
};

// For CLI11: empty when `text` is a network or a magic, else what is wrong.
std::string check_network(const std::string& text);

// What the journal of `dir` says, in a sentence; empty when there is none. Throws ProblemError on a damaged journal.
std::string unfinished_change(const std::string& dir);

// Runs `body`; a ProblemError ends it with its line and exit code 1. A body that ran through gives 1 when the log has
// counted problems, else 0.
int run_logged(ErrorLog& log, const std::function<void()>& body);

}  // namespace lanecrypt::cli
