#include "commands.h"

namespace lanecrypt::cli {

void add_commands(CLI::App& app, int& code)
{
    static constexpr AddCommand table[] = {
        add_blocks,
        add_cpu,
        add_manual,
        add_replay,
        add_selftest,
        add_speed,
        add_sum,
        add_tune,
    };
    for (const AddCommand add : table) add(app, code);
}

}  // namespace lanecrypt::cli
