#include "dispatch/slot.h"

#include "cpu/policy.h"

namespace lanecrypt::dispatch {

bool SlotCore::run_self_test(std::size_t i) noexcept
{
    const bool ok = self_test_(impls_[i].ops);
    tested_[i].store(ok ? Tested::passed : Tested::failed, std::memory_order_relaxed);
    return ok;
}

const void* SlotCore::resolve() noexcept
{
    const cpu::RowSet usable = cpu::usable_rows();
    const void* choice = impls_[count_ - 1].ops;
    for (std::size_t i = 0; i < count_; ++i) {
        if ((usable & cpu::row_bit(impls_[i].isa)) == 0) continue;
        if (tested(i) == Tested::not_yet) run_self_test(i);
        if (tested(i) == Tested::passed) {
            choice = impls_[i].ops;
            break;
        }
    }
    chosen_.store(choice, std::memory_order_release);
    return choice;
}

}  // namespace lanecrypt::dispatch
