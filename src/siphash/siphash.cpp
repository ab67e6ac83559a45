#include "lanecrypt/siphash.hpp"

#include "base/check.h"
#include "base/overlap.h"
#include "siphash/siphash_many.h"

namespace lanecrypt {
namespace {

struct Spans {
    const std::span<const std::byte>* first;
    const std::uint8_t* at(std::size_t i) const noexcept { return reinterpret_cast<const std::uint8_t*>(first[i].data()); }
    std::size_t len(std::size_t i) const noexcept { return first[i].size(); }
};

struct Items {
    const std::uint8_t* base;
    std::size_t item_len;
    const std::uint8_t* at(std::size_t i) const noexcept { return base + item_len * i; }
    std::size_t len(std::size_t) const noexcept { return item_len; }
};

void many(const SipHashKernels& kernels, std::span<std::uint64_t> out, std::span<const std::span<const std::byte>> messages, std::uint64_t k0,
          std::uint64_t k1) noexcept
{
    if (!require(out.size() == messages.size(), "siphash many: not one output for each message")) return;
    siphash_many(kernels, out.data(), Spans{messages.data()}, out.size(), k0, k1, "siphash many: an output overlaps another message");
}

void items_of(const SipHashKernels& kernels, std::span<std::uint64_t> out, std::span<const std::byte> items, std::size_t item_len,
              std::uint64_t k0, std::uint64_t k1) noexcept
{
    const bool fits = out.empty() ? items.empty() : items.size() / out.size() == item_len && items.size() % out.size() == 0;
    if (!require(fits, "siphash items: not one output for each item")) return;
    const auto* const base = reinterpret_cast<const std::uint8_t*>(items.data());
    if (overlaps(out.data(), out.size_bytes(), items.data(), items.size()))
        siphash_many(kernels, out.data(), Items{base, item_len}, out.size(), k0, k1, "siphash items: an output overlaps another item");
    else kernels.items(out.data(), base, item_len, out.size(), k0, k1);
}

}  // namespace

void siphash24_many(std::span<std::uint64_t> out, std::span<const std::span<const std::byte>> messages, std::uint64_t k0, std::uint64_t k1) noexcept
{
    many(dispatch::siphash_slot.get().sip24, out, messages, k0, k1);
}
void siphash13_many(std::span<std::uint64_t> out, std::span<const std::span<const std::byte>> messages, std::uint64_t k0, std::uint64_t k1) noexcept
{
    many(dispatch::siphash_slot.get().sip13, out, messages, k0, k1);
}

void siphash24_items(std::span<std::uint64_t> out, std::span<const std::byte> items, std::size_t item_len, std::uint64_t k0, std::uint64_t k1) noexcept
{
    items_of(dispatch::siphash_slot.get().sip24, out, items, item_len, k0, k1);
}
void siphash13_items(std::span<std::uint64_t> out, std::span<const std::byte> items, std::size_t item_len, std::uint64_t k0, std::uint64_t k1) noexcept
{
    items_of(dispatch::siphash_slot.get().sip13, out, items, item_len, k0, k1);
}

void siphash24_keys(std::span<std::uint64_t> out, std::span<const std::byte> message, std::span<const std::uint64_t> k0,
                    std::span<const std::uint64_t> k1) noexcept
{
    if (!require(out.size() == k0.size() && out.size() == k1.size(), "siphash keys: not one output and two halves for each key")) return;
    const std::size_t bytes = out.size_bytes();
    const bool apart = !overlaps(out.data(), bytes, message.data(), message.size()) && !overlaps_partly(out.data(), k0.data(), bytes) &&
                       !overlaps_partly(out.data(), k1.data(), bytes);
    if (!require(apart, "siphash keys: output and input overlap")) return;
    const auto* const p = reinterpret_cast<const std::uint8_t*>(message.data());
    dispatch::siphash_slot.get().prepared24.keys(out.data(), p, siphash_last_word(p, message.size()), message.size() / 8, k0.data(), k1.data(),
                                                 out.size());
}

}  // namespace lanecrypt
