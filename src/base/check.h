// What happens when a caller breaks the contract of a function that cannot return a status.
#pragma once

namespace lanecrypt {

// Calls the misuse handler (default: message on stderr, abort). When the handler returns, the caller must
// return without writing anything.
void misuse(const char* what) noexcept;

// Checks a precondition at the interface, in every build. Use as: if (!require(ok, "what is wrong")) return;
[[nodiscard]] inline bool require(bool ok, const char* what) noexcept
{
    if (!ok) misuse(what);
    return ok;
}

}  // namespace lanecrypt
