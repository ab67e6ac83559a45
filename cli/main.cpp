// lanecrypt: the command-line tool. Results on stdout, everything else on stderr.
#include <csignal>
#include <cstdio>
#include <exception>

#include <fmt/format.h>

#include "commands.h"
#include "lanecrypt/version.hpp"

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
        fmt::print(stderr, "lanecrypt: {}\nTry 'lanecrypt --help'.\n", e.what());
        return exit_usage;
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
