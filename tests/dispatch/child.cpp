// A process that uses the library for the first time, in the way its argument says. Plain program: no test framework
// touches the library before it does.
//   dispatch_child choices    prints "slot isa" for every slot
//   dispatch_child threads N  N <= 64 threads make the first call of every primitive at once
// Built a second time with LANECRYPT_CHILD_EARLY: every primitive is called before main() and gives the same after.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "cpu/features.h"
#include "dispatch/every_primitive.h"
#include "dispatch/slots.h"
#include "dispatch/traps.h"

namespace lanecrypt::test {
namespace {

constexpr std::size_t calls = sizeof every_primitive / sizeof every_primitive[0];

void call_all(std::uint8_t (*out)[64])
{
    std::memset(out, 0, calls * 64);
    for (std::size_t i = 0; i < calls; ++i) every_primitive[i].call(out[i]);
}

int check(const std::uint8_t (*got)[64], const std::uint8_t (*want)[64])
{
    for (std::size_t i = 0; i < calls; ++i)
        if (std::memcmp(got[i], want[i], 64) != 0) {
            std::printf("%s differs\n", every_primitive[i].slot);
            return 1;
        }
    return 0;
}

#if defined(LANECRYPT_CHILD_EARLY)

std::uint8_t early[calls][64];

struct BeforeMain {
    BeforeMain() { call_all(early); }
} const before_main;

int early_equals_late()
{
    std::uint8_t now[calls][64], portable[calls][64];
    call_all(now);
    if (lanecrypt_cpu_limit("portable") != LANECRYPT_OK) return 1;
    call_all(portable);
    return check(early, now) | check(early, portable);
}

#else

int print_choices()
{
    for (std::size_t s = 0; s < dispatch::slot_count(); ++s) {
        dispatch::SlotCore& slot = *dispatch::all_slots()[s];
        const void* const ops = slot.get();
        for (std::size_t i = 0; i < slot.size(); ++i)
            if (slot.table(i) == ops) std::printf("%s %s\n", slot.primitive(), isa_rows[static_cast<int>(slot[i].isa)].name);
    }
    return 0;
}

// The first calls of all threads come together; afterwards the portable code must agree.
int first_use_by_threads(int count)
{
    static std::uint8_t got[64][calls][64];
    run_threads(count, [](int thread) { call_all(got[thread]); });
    std::uint8_t want[calls][64];
    if (lanecrypt_cpu_limit("portable") != LANECRYPT_OK) return 1;
    call_all(want);
    for (int i = 0; i < count; ++i)
        if (check(got[i], want) != 0) return 1;
    return 0;
}

#endif

}  // namespace
}  // namespace lanecrypt::test

int main(int argc, char** argv)
{
    using namespace lanecrypt::test;
#if defined(LANECRYPT_CHILD_EARLY)
    (void)argc, (void)argv;
    return early_equals_late();
#else
    if (argc == 2 && std::strcmp(argv[1], "choices") == 0) return print_choices();
    if (argc == 3 && std::strcmp(argv[1], "threads") == 0 && std::atoi(argv[2]) <= 64) return first_use_by_threads(std::atoi(argv[2]));
    std::fprintf(stderr, "usage: dispatch_child choices | threads N\n");
    return 2;
#endif
}
