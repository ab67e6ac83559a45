// lanecrypt cpu: what this machine offers, what was chosen, and why.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "lanecrypt/cpu.hpp"

namespace lanecrypt::cli {
namespace {

const char* word(cpu::Choice c)
{
    switch (c) {
    case cpu::Choice::chosen: return "chosen";
    case cpu::Choice::slower: return "usable";
    case cpu::Choice::unsupported: return "unsupported";
    case cpu::Choice::limited: return "limited";
    case cpu::Choice::failed: return "failed";
    }
    return "";
}

void print_json()
{
    nlohmann::ordered_json out;
    out["features"] = cpu::feature_text();
    for (const cpu::Implementation& impl : cpu::implementations())
        out["implementations"].push_back(
            {{"primitive", impl.primitive}, {"isa", impl.isa}, {"state", word(impl.choice)}, {"reason", impl.reason}});
    fmt::print("{}\n", out.dump(2));
}

}  // namespace

void add_cpu(CLI::App& app, int&)
{
    CLI::App* const cmd = app.add_subcommand("cpu", "Show what this machine offers, what was chosen, and why");
    cmd->add_flag("--json")->description("Print JSON");
    cmd->callback([cmd] {
        if (cmd->count("--json") != 0) print_json();
        else fmt::print("{}", cpu::report());
    });
}

}  // namespace lanecrypt::cli
