// One choice among the implementations of a primitive, made on first use.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "cpu/isa.h"

namespace lanecrypt::dispatch {

// One implementation: its table of functions and the instruction set it needs.
struct Impl {
    const void* ops;
    Isa isa;
};

enum class Tested : std::uint8_t { not_yet, passed, failed };

// The part that does not depend on the primitive. Constant-initialised: usable before main and from any thread.
class SlotCore {
public:
    static constexpr std::size_t max_impls = 16;

    // `impls` are in order of preference, portable last; `self_test` runs known answers on one of them.
    // `variant`, where given, exchanges a table for one of the same instruction set that suits this processor better.
    constexpr SlotCore(const char* primitive, const Impl* impls, std::size_t count, bool (*self_test)(const void* ops),
                       const void* (*variant)(const void* ops) = nullptr) noexcept
        : primitive_(primitive), impls_(impls), count_(count), self_test_(self_test), variant_(variant)
    {
    }

    const char* primitive() const noexcept { return primitive_; }
    std::size_t size() const noexcept { return count_; }
    const Impl& operator[](std::size_t i) const noexcept { return impls_[i]; }
    // The table of implementation i in the variant for this processor.
    const void* table(std::size_t i) const noexcept { return variant_ != nullptr ? variant_(impls_[i].ops) : impls_[i].ops; }
    Tested tested(std::size_t i) const noexcept { return tested_[i].load(std::memory_order_relaxed); }

    // The implementation in use; chooses it now if nobody has.
    const void* get() noexcept
    {
        const void* ops = chosen_.load(std::memory_order_acquire);
        return ops != nullptr ? ops : first_choice();
    }

    // Chooses again under the limit and the tuning profile in force: the preferred or else the first implementation that
    // the machine can run, that the limit allows and that passes its self-test. The portable one is taken even if that fails: the report says so.
    const void* resolve() noexcept;

    // The row of isa.def to take before the order of preference says otherwise, -1 for none. Counts from the next
    // resolve() on.
    void prefer(int row) noexcept { preferred_.store(static_cast<std::int8_t>(row)); }
    int preferred() const noexcept { return preferred_.load(); }

    // Runs the self-test of implementation i now, whatever is chosen. The machine must be able to run it.
    bool run_self_test(std::size_t i) noexcept;

private:
    // The choice under these rows: `wanted` where it may be used, else the first that passes its self-test.
    const void* choose(std::uint32_t usable, int wanted) noexcept;
    const void* first_choice() noexcept;

    std::atomic<const void*> chosen_{nullptr};
    const char* primitive_;
    const Impl* impls_;
    std::size_t count_;
    bool (*self_test_)(const void* ops);
    const void* (*variant_)(const void* ops);
    std::atomic<Tested> tested_[max_impls]{};
    std::atomic<std::int8_t> preferred_{-1};
};

// A slot for tables of type Ops (any struct whose member `isa` names its row).
template <class Ops>
class Slot : public SlotCore {
public:
    using SlotCore::SlotCore;
    const Ops& get() noexcept { return *static_cast<const Ops*>(SlotCore::get()); }
    const Ops& impl(std::size_t i) const noexcept { return *static_cast<const Ops*>(table(i)); }
};

// Adapts a self-test written for one table type to the slot's signature.
template <class Ops, bool (*Test)(const Ops&)>
bool self_test_thunk(const void* ops)
{
    return Test(*static_cast<const Ops*>(ops));
}

}  // namespace lanecrypt::dispatch
