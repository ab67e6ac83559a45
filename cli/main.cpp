// lanecrypt: the command-line tool. Results on stdout, everything else on stderr.
#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "commands.h"
#include "lanecrypt/version.hpp"

namespace {

// The subcommand that the command line reached: its own name and those it is under.
const CLI::App& reached(const CLI::App& app, std::string& name)
{
    const CLI::App* at = &app;
    name = "lanecrypt";
    for (auto below = at->get_subcommands(); !below.empty(); below = at->get_subcommands()) {
        at = below.back();
        name += ' ' + at->get_name();
    }
    return *at;
}

int usage_error(const CLI::App& app, const CLI::ParseError& error)
{
    std::string name, what = error.what();
    const CLI::App& at = reached(app, name);
    // A word that is no subcommand is the fault, not that none was given.
    const std::vector<std::string> rest = app.remaining(true);
    if (at.get_require_subcommand_min() > 0 && !rest.empty()) what = fmt::format("there is no {} '{}'", rest.front().starts_with('-') ? "option" : "subcommand", rest.front());
    fmt::print(stderr, "{}: {}\nTry '{} --help'.\n", name, what, name);
    return lanecrypt::cli::exit_usage;
}

}  // namespace

int main(int argc, char** argv)
{
    using namespace lanecrypt::cli;
    std::signal(SIGPIPE, SIG_DFL);  // a closed pipe ends the tool quietly, like any filter
    CLI::App app{"Symmetric cryptography for nodes and tunnels, in lanes.", "lanecrypt"};
    app.set_version_flag("--version", std::string("lanecrypt ") + lanecrypt::version());
    app.require_subcommand(1);
    app.failure_message(CLI::FailureMessage::help);
    int code = exit_ok;
    add_commands(app, code);
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp& e) {
        return app.exit(e);
    } catch (const CLI::CallForAllHelp& e) {
        return app.exit(e);
    } catch (const CLI::CallForVersion& e) {
        return app.exit(e);
    } catch (const CLI::ParseError& e) {
        return usage_error(app, e);
    } catch (const std::exception& e) {
        fmt::print(stderr, "lanecrypt: {}\n", e.what());
        return exit_failed;
    }
    if (std::fflush(stdout) != 0) {
        fmt::print(stderr, "lanecrypt: cannot write the output\n");
        return exit_failed;
    }
    return code;
}
