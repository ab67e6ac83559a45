// What is wrong with an input file, and where.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

namespace lanecrypt::node {

struct Problem {
    std::string file;
    std::string message;
    std::optional<std::uint64_t> offset;  // bytes from the start of the file

    // "FILE: message at offset N"
    std::string text() const;
};

// Receives the problems of single files; the reading goes on after it returns.
using ProblemSink = std::function<void(const Problem&)>;

// A problem that leaves nothing to read.
class ProblemError : public std::runtime_error {
public:
    explicit ProblemError(Problem p);
    const Problem problem;
};

}  // namespace lanecrypt::node
