#include "report/gnuplot.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

extern char** environ;

namespace lanecrypt::cli {
namespace {

// An unnamed file that is gone when it is closed.
class Scratch {
public:
    Scratch() : file_(std::tmpfile())
    {
        if (file_ == nullptr) throw std::runtime_error("no temporary file");
    }
    ~Scratch() { std::fclose(file_); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    int descriptor() const { return fileno(file_); }
    void write(const std::string& text)
    {
        std::fwrite(text.data(), 1, text.size(), file_);
        std::fflush(file_);
        std::rewind(file_);
    }
    std::string read()
    {
        std::rewind(file_);
        std::string text;
        char part[4096];
        for (std::size_t n; (n = std::fread(part, 1, sizeof part, file_)) != 0;) text.append(part, n);
        return text;
    }

private:
    std::FILE* file_;
};

}  // namespace

std::string run_gnuplot(const std::string& script)
{
    Scratch in, out, err;
    in.write(script);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in.descriptor(), 0);
    posix_spawn_file_actions_adddup2(&actions, out.descriptor(), 1);
    posix_spawn_file_actions_adddup2(&actions, err.descriptor(), 2);
    std::string name = "gnuplot", start = "-d", from = "-";
    char* const arguments[] = {name.data(), start.data(), from.data(), nullptr};  // -d: no settings of the user
    pid_t child;
    const int error = posix_spawnp(&child, "gnuplot", &actions, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    int status = -1;
    if (error == 0) waitpid(child, &status, 0);
    if (error != 0 || !WIFEXITED(status) || WEXITSTATUS(status) == 127) throw std::runtime_error("gnuplot cannot be run");
    const std::string text = out.read();
    if (WEXITSTATUS(status) != 0 || text.empty()) {
        std::string said = err.read();
        throw std::runtime_error("gnuplot failed: " + said.substr(0, said.find('\n', said.find_first_not_of("\n"))));
    }
    return text;
}

bool gnuplot_available()
{
    try {
        return run_gnuplot("set terminal svg\nset print '-'\nprint GPVAL_VERSION\n").size() != 0;
    } catch (const std::runtime_error&) {
        return false;
    }
}

}  // namespace lanecrypt::cli
