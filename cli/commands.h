// The table of subcommands.
#pragma once
#include <CLI/CLI.hpp>

namespace lanecrypt::cli {

// Exit codes of the tool.
enum Exit : int { exit_ok = 0, exit_failed = 1, exit_usage = 2 };

// Adds a subcommand to `app`. Its callback leaves the exit code in `code`.
using AddCommand = void (*)(CLI::App& app, int& code);

void add_blocks(CLI::App& app, int& code);
void add_cpu(CLI::App& app, int& code);
void add_manual(CLI::App& app, int& code);
void add_replay(CLI::App& app, int& code);
void add_selftest(CLI::App& app, int& code);
void add_speed(CLI::App& app, int& code);
void add_sum(CLI::App& app, int& code);
void add_tune(CLI::App& app, int& code);

// Adds all of them, in the order of the help.
void add_commands(CLI::App& app, int& code);

}  // namespace lanecrypt::cli
