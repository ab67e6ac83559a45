// lanecrypt manual: the manual page and shell completions, made from the same table as --help.
#include <fmt/format.h>

#include <algorithm>

#include "commands.h"
#include "lanecrypt/version.hpp"

namespace lanecrypt::cli {
namespace {

// Text in roff: backslashes, leading dots and quotes mean something there.
std::string roff(const std::string& text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool line_start = i == 0 || text[i - 1] == '\n';
        if (line_start && (text[i] == '.' || text[i] == '\'')) out += "\\&";
        if (text[i] == '\\') out += "\\e";
        else if (text[i] == '-') out += "\\-";
        else out += text[i];
    }
    return out;
}

std::vector<const CLI::App*> subcommands(const CLI::App& app)
{
    return app.get_subcommands([](const CLI::App* sub) { return !sub->get_group().empty(); });
}

std::vector<const CLI::Option*> options(const CLI::App& app)
{
    return app.get_options([](const CLI::Option* o) { return !o->get_group().empty(); });
}

// "-o, --output TEXT" or "FILE ...".
std::string option_head(const CLI::Option& o)
{
    if (o.nonpositional()) {
        const std::string type = o.get_items_expected_max() == 0 ? "" : " " + o.get_type_name();
        return "\\fB" + roff(o.get_name(false, true)) + "\\fR" + roff(type);
    }
    return "\\fI" + roff(o.get_name(true)) + "\\fR" + (o.get_items_expected_max() > 1 ? " ..." : "");
}

void print_man_command(const CLI::App& app, const std::string& path)
{
    const std::vector<const CLI::App*> below = subcommands(app);
    if (below.empty()) {
        fmt::print(".SS {}\n{}.\n", roff(path), roff(app.get_description()));
        for (const CLI::Option* o : options(app)) {
            fmt::print(".TP\n{}\n{}\n", option_head(*o), roff(o->get_description()));
        }
        if (!app.get_footer().empty()) fmt::print(".PP\n.nf\n{}\n.fi\n", roff(app.get_footer()));
    }
    for (const CLI::App* sub : below) print_man_command(*sub, path + " " + sub->get_name());
}

void print_man(const CLI::App& app)
{
    fmt::print(".TH LANECRYPT 1 \"\" \"lanecrypt {}\" \"User Commands\"\n", version());
    fmt::print(".SH NAME\nlanecrypt \\- {}\n", roff(app.get_description()));
    fmt::print(".SH SYNOPSIS\n.B lanecrypt\n.I COMMAND\n[\\fIOPTIONS\\fR]\n");
    fmt::print(".SH DESCRIPTION\nResults go to standard output, everything else to standard error.\n");
    fmt::print(".SH COMMANDS\n");
    print_man_command(app, app.get_name());
    fmt::print(".SH EXIT STATUS\n0: all went well. 1: the operation failed. 2: wrong usage. 130: interrupted.\n");
    fmt::print(".SH ENVIRONMENT\n.TP\n.B LANECRYPT_CPU\n"
               "Limits the instruction sets: a name allows that set and what it builds on, a name after a minus takes that set away with everything built on it. "
               "\\fBlanecrypt cpu\\fR lists the names.\n"
               ".TP\n.B LANECRYPT_TUNING\nA tuning profile written by \\fBlanecrypt tune\\fR.\n");
}

void print_bash_cases(const CLI::App& app, const std::string& path)
{
    std::string words;
    for (const CLI::App* sub : subcommands(app)) words += sub->get_name() + " ";
    for (const CLI::Option* o : options(app))
        for (const std::string& name : o->get_lnames()) words += "--" + name + " ";
    fmt::print("    \"{}\") words=\"{}\" ;;\n", path, words);
    for (const CLI::App* sub : subcommands(app)) print_bash_cases(*sub, path + " " + sub->get_name());
}

void print_bash(const CLI::App& app)
{
    fmt::print("# Completion of lanecrypt for bash.\n"
               "_lanecrypt()\n{{\n"
               "  local current=${{COMP_WORDS[COMP_CWORD]}} path=lanecrypt words= i\n"
               "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
               "    case ${{COMP_WORDS[i]}} in -*) ;; *) [[ $path == \"lanecrypt blocks\" || $path == lanecrypt ]] && path+=\" ${{COMP_WORDS[i]}}\" ;; esac\n"
               "  done\n"
               "  case $path in\n");
    print_bash_cases(app, app.get_name());
    fmt::print("  esac\n"
               "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\") $(compgen -f -- \"$current\"))\n"
               "}}\n"
               "complete -o filenames -F _lanecrypt lanecrypt\n");
}

}  // namespace

void add_manual(CLI::App& app, int&)
{
    CLI::App* const cmd = app.add_subcommand("manual", "Print the manual page or the completions for a shell");
    auto form = std::make_shared<std::string>("man");
    cmd->add_option("FORM", *form, "man (roff; the default) or bash")->check(CLI::IsMember({"man", "bash"}));
    cmd->callback([&app, form] {
        if (*form == "man") print_man(app);
        else print_bash(app);
    });
}

}  // namespace lanecrypt::cli
