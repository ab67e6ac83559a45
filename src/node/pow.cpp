#include "node/pow.h"

#include <algorithm>

namespace lanecrypt::node {

std::optional<Hash> expand_target(std::uint32_t bits) noexcept
{
    // Three mantissa bytes below a sign bit, at the end of a number of `length` bytes.
    const int length = static_cast<int>(bits >> 24);
    const std::uint32_t mantissa = bits & 0x007fffff;
    Hash target{};
    bool any = false;
    for (int i = 0; i < 3; ++i) {
        const auto value = static_cast<std::byte>(mantissa >> (8 * i) & 0xff);
        const int at = length - 3 + i;
        if (value == std::byte{0} || at < 0) continue;
        if (at >= static_cast<int>(target.size())) return std::nullopt;
        target[static_cast<std::size_t>(at)] = value;
        any = true;
    }
    if (!any || (bits & 0x00800000) != 0) return std::nullopt;
    return target;
}

bool at_most(const Hash& a, const Hash& b) noexcept
{
    return !std::lexicographical_compare(b.rbegin(), b.rend(), a.rbegin(), a.rend());
}

bool has_work(const Hash& block_hash, std::uint32_t bits, const Network& network) noexcept
{
    const std::optional<Hash> target = expand_target(bits);
    if (!target || !at_most(block_hash, *target)) return false;
    const std::optional<Hash> easiest = expand_target(network.easiest_target);
    return !easiest || at_most(*target, *easiest);
}

}  // namespace lanecrypt::node
