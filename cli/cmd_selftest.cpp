// lanecrypt selftest: known answers for every implementation this machine can run.
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "lanecrypt/cpu.hpp"

namespace lanecrypt::cli {

namespace {

const char* result_of(const cpu::Implementation& impl)
{
    if (impl.choice == cpu::Choice::unsupported) return "not run";
    return impl.self_test_failed ? "FAILED" : "passed";
}

void print_json(std::size_t failed)
{
    nlohmann::ordered_json out;
    out["failed"] = failed;
    for (const cpu::Implementation& impl : cpu::implementations())
        out["implementations"].push_back({{"primitive", impl.primitive}, {"isa", impl.isa}, {"result", result_of(impl)}});
    fmt::print("{}\n", out.dump(2));
}

void print_text(std::size_t failed)
{
    std::size_t passed = 0, skipped = 0;
    for (const cpu::Implementation& impl : cpu::implementations()) {
        const std::string_view result = result_of(impl);
        fmt::print("{:<14} {:<14} {}{}\n", impl.primitive, impl.isa, result, result == "not run" ? ": " + impl.reason : "");
        if (result == "passed") ++passed;
        else if (result == "not run") ++skipped;
    }
    fmt::print("{} passed, {} failed, {} skipped\n", passed, failed, skipped);
}

}  // namespace

void add_selftest(CLI::App& app, int& code)
{
    CLI::App* const cmd = app.add_subcommand("selftest", "Run the known-answer test of every implementation this machine can run");
    cmd->add_flag("--json")->description("Print JSON");
    cmd->callback([cmd, &code] {
        const std::size_t failed = cpu::self_test();
        if (cmd->count("--json") != 0) print_json(failed);
        else print_text(failed);
        if (failed != 0) code = exit_failed;
    });
}

}  // namespace lanecrypt::cli
