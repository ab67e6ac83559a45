// Ctrl-C for commands that have something to clean up. Others just end.
#pragma once

namespace lanecrypt::cli {

// From now on SIGINT and SIGTERM only set the flag, so the command can clean up and return exit_interrupted.
void catch_interrupt();
bool interrupted() noexcept;

inline constexpr int exit_interrupted = 130;

}  // namespace lanecrypt::cli
