// The lines "lanecrypt COMMAND: FILE: message at offset N" on stderr.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "common/progress.h"
#include "node/problem.h"

namespace lanecrypt::cli {

class ErrorLog {
public:
    // `command` as the user typed it: "blocks verify".
    explicit ErrorLog(std::string command) : command_(std::move(command)) {}

    // Shows a progress bar from now until end_progress(); it makes room for the lines.
    Progress& begin_progress(std::string label, std::uint64_t total)
    {
        bar_ = std::make_unique<Progress>(std::move(label), total);
        return *bar_;
    }
    void end_progress() { bar_.reset(); }

    // A problem: printed and counted.
    void add(const node::Problem& problem);
    void add(const std::string& message);
    // Worth a line, but no failure.
    void note(const std::string& message);
    node::ProblemSink sink()
    {
        return [this](const node::Problem& p) { add(p); };
    }
    std::uint64_t count() const noexcept { return count_; }

private:
    void print(const std::string& text);

    std::string command_;
    std::unique_ptr<Progress> bar_;
    std::uint64_t count_ = 0;
};

}  // namespace lanecrypt::cli
