// The subcommands of `lanecrypt blocks`.
#pragma once
#include "commands.h"

namespace lanecrypt::cli {

void add_blocks_info(CLI::App& blocks, int& code);
void add_blocks_verify(CLI::App& blocks, int& code);
void add_blocks_xor(CLI::App& blocks, int& code);
void add_blocks_recover_key(CLI::App& blocks, int& code);
void add_blocks_export(CLI::App& blocks, int& code);
void add_blocks_gen(CLI::App& blocks, int& code);
void add_blocks_filters(CLI::App& blocks, int& code);
void add_blocks_scan(CLI::App& blocks, int& code);

}  // namespace lanecrypt::cli
