#include "base/check.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "lanecrypt/misuse.hpp"

namespace lanecrypt {
namespace {

// Handler and argument change together, so a reader takes both under one small spin lock.
struct HandlerSlot {
    std::atomic_flag busy;
    MisuseHandler handler;
    void* arg;
};
constinit HandlerSlot slot{ATOMIC_FLAG_INIT, nullptr, nullptr};

void lock() noexcept
{
    while (slot.busy.test_and_set(std::memory_order_acquire)) {
    }
}
void unlock() noexcept { slot.busy.clear(std::memory_order_release); }

}  // namespace

void set_misuse_handler(MisuseHandler handler, void* arg) noexcept
{
    lock();
    slot.handler = handler;
    slot.arg = arg;
    unlock();
}

void misuse(const char* what) noexcept
{
    lock();
    const MisuseHandler handler = slot.handler;
    void* const arg = slot.arg;
    unlock();
    if (handler != nullptr) {
        handler(what, arg);
        return;
    }
    std::fprintf(stderr, "lanecrypt: %s\n", what);
    std::abort();
}

}  // namespace lanecrypt
