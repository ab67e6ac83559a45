// Breakpoints on the functions of ops tables, and threads that start together.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#if defined(__linux__) && defined(__x86_64__)
#define LANECRYPT_HAVE_TRAPS 1
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#else
#define LANECRYPT_HAVE_TRAPS 0
#endif

namespace lanecrypt::test {

template <class Work>
void run_threads(int count, Work work)
{
    std::atomic<int> waiting{count};
    std::vector<std::thread> threads;
    for (int i = 0; i < count; ++i)
        threads.emplace_back([&, i] {
            --waiting;
            while (waiting.load() > 0) std::this_thread::yield();
            work(i);
        });
    for (std::thread& t : threads) t.join();
}

#if LANECRYPT_HAVE_TRAPS

extern "C" {
extern const char __executable_start;
extern const char etext;
}

// The functions that a table of `size` bytes points to.
inline std::vector<const void*> functions_of(const void* table, std::size_t size)
{
    std::vector<const void*> out;
    for (std::size_t i = 0; i < size / sizeof(std::uintptr_t); ++i) {
        const auto word = static_cast<const std::uintptr_t*>(table)[i];
        const bool code = word >= reinterpret_cast<std::uintptr_t>(&__executable_start) && word < reinterpret_cast<std::uintptr_t>(&etext);
        if (code) out.push_back(reinterpret_cast<const void*>(word));
    }
    return out;
}

enum class Trapped { no, yes, broken };

// Calls in a child process whose functions `armed` begin with a breakpoint.
inline Trapped run_with_traps(const std::vector<const void*>& armed, void (*call)(std::uint8_t out[64]))
{
    const pid_t child = fork();
    if (child == 0) {
        const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
        for (const void* f : armed) {
            auto* const start = reinterpret_cast<std::uint8_t*>(reinterpret_cast<std::uintptr_t>(f) / page * page);
            if (mprotect(start, page, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) _exit(3);
            *const_cast<std::uint8_t*>(static_cast<const std::uint8_t*>(f)) = 0xcc;  // int3
        }
        signal(SIGTRAP, [](int) { _exit(1); });
        std::uint8_t out[64];
        call(out);
        _exit(0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) return Trapped::broken;
    return WEXITSTATUS(status) == 0 ? Trapped::no : WEXITSTATUS(status) == 1 ? Trapped::yes : Trapped::broken;
}

#endif

}  // namespace lanecrypt::test
