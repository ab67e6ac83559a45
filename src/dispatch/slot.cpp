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

const void* SlotCore::resolve() noexcept
{
    tuning::ensure_loaded();
    const cpu::RowSet usable = cpu::usable_rows() & tuning::allowed_rows();
    const int wanted = preferred();
    const void* choice = nullptr;
    for (std::size_t i = 0; i < count_; ++i) {
        const bool is_wanted = static_cast<int>(impls_[i].isa) == wanted;
        if ((usable & cpu::row_bit(impls_[i].isa)) == 0 || (choice != nullptr && !is_wanted)) continue;
        if (tested(i) == Tested::not_yet) run_self_test(i);
        if (tested(i) == Tested::passed) choice = table(i);
        if (choice != nullptr && (is_wanted || wanted < 0)) break;
    }
    if (choice == nullptr) choice = table(count_ - 1);
    chosen_.store(choice, std::memory_order_release);
    return choice;
}

}  // namespace lanecrypt::dispatch
