#include "common/error_log.h"

#include <fmt/format.h>

namespace lanecrypt::cli {

void ErrorLog::print(const std::string& text)
{
    if (bar_ != nullptr) bar_->clear();
    fmt::print(stderr, "lanecrypt {}: {}\n", command_, text);
}

void ErrorLog::add(const node::Problem& problem) { add(problem.text()); }

void ErrorLog::add(const std::string& message)
{
    ++count_;
    print(message);
}

void ErrorLog::note(const std::string& message) { print(message); }

}  // namespace lanecrypt::cli
