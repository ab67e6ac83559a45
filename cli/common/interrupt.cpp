#include "common/interrupt.h"

#include <signal.h>

#include <initializer_list>

namespace lanecrypt::cli {
namespace {

volatile sig_atomic_t flag = 0;

void set_flag(int) { flag = 1; }

}  // namespace

void catch_interrupt()
{
    struct sigaction action{};
    action.sa_handler = set_flag;
    for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
}

bool interrupted() noexcept { return flag != 0; }

}  // namespace lanecrypt::cli
