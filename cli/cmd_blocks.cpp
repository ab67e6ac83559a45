// lanecrypt blocks: tools for a directory of block files, one file each in cli/blocks/.
#include "blocks/blocks_commands.h"
#include "commands.h"

namespace lanecrypt::cli {

void add_blocks(CLI::App& app, int& code)
{
    static constexpr AddCommand table[] = {
        add_blocks_info,
        add_blocks_verify,
        add_blocks_xor,
        add_blocks_recover_key,
        add_blocks_export,
        add_blocks_gen,
        add_blocks_filters,
        add_blocks_scan,
    };
    CLI::App* const cmd = app.add_subcommand("blocks", "Work on a directory of blkNNNNN.dat files");
    cmd->require_subcommand(1);
    for (const AddCommand add : table) add(*cmd, code);
}

}  // namespace lanecrypt::cli
