#include "measure/clock.h"

#include <algorithm>
#include <chrono>

namespace lanecrypt::measure {
namespace {

constexpr std::size_t unrolled = 32;

// `x` and `y` pass through an empty constraint, so that each addition stays a separate register instruction (adding
// a constant would be folded by the compiler, and by the renamer of some processors).
#define LANECRYPT_ADD x += y; __asm__ volatile("" : "+r"(x));
#define LANECRYPT_ADD4 LANECRYPT_ADD LANECRYPT_ADD LANECRYPT_ADD LANECRYPT_ADD
__attribute__((noinline)) std::uintptr_t add_chain(std::size_t rounds)
{
    std::uintptr_t x = 0, y = 3;
    __asm__ volatile("" : "+r"(x), "+r"(y));
    for (std::size_t i = 0; i < rounds; ++i) {
        LANECRYPT_ADD4 LANECRYPT_ADD4 LANECRYPT_ADD4 LANECRYPT_ADD4
        LANECRYPT_ADD4 LANECRYPT_ADD4 LANECRYPT_ADD4 LANECRYPT_ADD4
    }
    return x;
}
#undef LANECRYPT_ADD4
#undef LANECRYPT_ADD

}  // namespace

std::uint64_t now_ns()
{
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count());
}

double core_ghz(unsigned microseconds)
{
    constexpr unsigned chains = 4;
    // About 3 additions per nanosecond; the exact length does not matter.
    const std::size_t rounds = std::max<std::size_t>(16, microseconds * 3000u / chains / unrolled);
    double best = 0;
    for (unsigned i = 0; i < chains; ++i) {
        const std::uint64_t start = now_ns();
        const std::uintptr_t x = add_chain(rounds);
        const std::uint64_t end = now_ns();
        __asm__ volatile("" : : "r"(x));
        if (end > start) best = std::max(best, static_cast<double>(rounds * unrolled) / static_cast<double>(end - start));
    }
    return best;
}

}  // namespace lanecrypt::measure
