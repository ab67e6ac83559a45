#include "dispatch/slot.h"

#include "cpu/policy.h"
#include "tuning/profile.h"

namespace lanecrypt::dispatch {

bool SlotCore::run_self_test(std::size_t i) noexcept
{
    const bool ok = self_test_(table(i));
    tested_[i].store(ok ? Tested::passed : Tested::failed, std::memory_order_relaxed);
    return ok;
}

const void* SlotCore::choose(std::uint32_t usable, int wanted) noexcept
{
    const void* choice = nullptr;
    for (std::size_t i = 0; i < count_; ++i) {
        const bool is_wanted = static_cast<int>(impls_[i].isa) == wanted;
        if ((usable & cpu::row_bit(impls_[i].isa)) == 0 || (choice != nullptr && !is_wanted)) continue;
        if (tested(i) == Tested::not_yet) run_self_test(i);
        if (tested(i) == Tested::passed) choice = table(i);
        if (choice != nullptr && (is_wanted || wanted < 0)) break;
    }
    return choice != nullptr ? choice : table(count_ - 1);
}

const void* SlotCore::first_choice() noexcept
{
    tuning::ensure_loaded();
    const void* const choice = choose(cpu::usable_rows() & tuning::allowed_rows(), preferred());
    // Whoever changed the limit meanwhile has stored the newer choice.
    const void* stored = nullptr;
    return chosen_.compare_exchange_strong(stored, choice) ? choice : stored;
}

const void* SlotCore::resolve() noexcept
{
    tuning::ensure_loaded();
    for (;;) {
        const std::uint32_t usable = cpu::usable_rows() & tuning::allowed_rows();
        const int wanted = preferred();
        const void* const choice = choose(usable, wanted);
        chosen_.store(choice);
        // Two threads that change the limit at once: the later limit must not be followed by the earlier one's choice.
        if (usable == (cpu::usable_rows() & tuning::allowed_rows()) && wanted == preferred()) return choice;
    }
}

}  // namespace lanecrypt::dispatch
