// lanecrypt selftest: known answers for every implementation this machine can run.
#include <fmt/format.h>

#include "commands.h"
#include "lanecrypt/cpu.hpp"

namespace lanecrypt::cli {

void add_selftest(CLI::App& app, int& code)
{
    CLI::App* const cmd = app.add_subcommand("selftest", "Run the known-answer test of every implementation this machine can run");
    cmd->callback([&code] {
        const std::size_t failed = cpu::self_test();
        std::size_t passed = 0, skipped = 0;
        for (const cpu::Implementation& impl : cpu::implementations()) {
            const bool runs = impl.choice != cpu::Choice::unsupported;
            const bool ok = impl.reason.find("FAILED") == std::string::npos;
            fmt::print("{:<14} {:<14} {}\n", impl.primitive, impl.isa, !runs ? "not run: " + impl.reason : ok ? "passed" : "FAILED");
            if (!runs) ++skipped;
            else if (ok) ++passed;
        }
        fmt::print("{} passed, {} failed, {} skipped\n", passed, failed, skipped);
        if (failed != 0) code = exit_failed;
    });
}

}  // namespace lanecrypt::cli
