// Runs every stage over a blocks directory, with the portable code and with what this machine chooses.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "common/error_log.h"
#include "node/directory.h"

namespace lanecrypt::cli {

struct StageTimes {
    std::string name;
    std::uint64_t bytes = 0;
    double seconds = 0;           // with the choice in force
    double portable_seconds = 0;  // with the portable code; 0 for work that has no other implementation
    double peer_seconds = 0;      // 0 where the peer has no part
};

struct ReplayReport {
    node::BlocksDirectory directory;
    std::uint64_t blocks = 0, transactions = 0, block_bytes = 0;
    std::vector<StageTimes> stages;  // reading first
    std::string peer;                // its name; empty without one
    bool equal = true;               // both runs of every stage gave the same
};

// Problems, wrong roots and unequal results go to `log`.
ReplayReport replay(node::BlocksDirectory directory, ErrorLog& log);

}  // namespace lanecrypt::cli
