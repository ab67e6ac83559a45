// The handler that is called when a caller breaks the contract of a function that returns no status.
#pragma once

namespace lanecrypt {

using MisuseHandler = void (*)(const char* what, void* arg);

// Replaces the handler; nullptr restores the default, which prints `what` to stderr and aborts. If a handler
// returns, the function that called it writes nothing and returns. Threads: may be called at any time; calls
// already under way may still use the old handler.
void set_misuse_handler(MisuseHandler handler, void* arg) noexcept;

}  // namespace lanecrypt
