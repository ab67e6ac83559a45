#include "node/problem.h"

#include <utility>

namespace lanecrypt::node {

std::string Problem::text() const
{
    std::string line = file + ": " + message;
    if (offset) line += " at offset " + std::to_string(*offset);
    return line;
}

ProblemError::ProblemError(Problem p) : std::runtime_error(p.text()), problem(std::move(p)) {}

}  // namespace lanecrypt::node
