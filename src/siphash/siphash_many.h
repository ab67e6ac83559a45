// Many messages, wherever a caller keeps them: the aliasing rule, then the plan.
#pragma once
#include "base/check.h"
#include "base/overlap.h"
#include "siphash/siphash_plan.h"

namespace lanecrypt {

inline constexpr std::size_t siphash_alias_group = 64;

// True when a hash of the group overlaps a message that is not its own. Messages: at(i), len(i).
template <class Messages>
bool siphash_group_overlaps(const std::uint64_t* out, const Messages& m, std::size_t first, std::size_t n) noexcept
{
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            if (i != j && overlaps(out + first + j, sizeof *out, m.at(first + i), m.len(first + i))) return true;
    return false;
}

// One group whose messages overlap their own hashes somewhere.
template <class Messages>
void siphash_careful_group(const SipHashKernels& kernels, std::uint64_t* out, const Messages& m, std::size_t first, std::size_t n,
                           std::uint64_t k0, std::uint64_t k1) noexcept
{
    std::uint64_t hashes[siphash_alias_group];
    {
        SipHashPlan plan(kernels, k0, k1);
        for (std::size_t i = 0; i < n; ++i) plan.add(hashes + i, m.at(first + i), m.len(first + i));
    }
    std::copy(hashes, hashes + n, out + first);
}

template <class Messages>
void siphash_many(const SipHashKernels& kernels, std::uint64_t* out, const Messages& m, std::size_t n, std::uint64_t k0, std::uint64_t k1,
                  const char* what) noexcept
{
    bool apart = true;
    for (std::size_t i = 0; i < n; ++i) apart &= !overlaps(out, n * sizeof *out, m.at(i), m.len(i));
    if (apart) {
        SipHashPlan plan(kernels, k0, k1);
        for (std::size_t i = 0; i < n; ++i) plan.add(out + i, m.at(i), m.len(i));
        return;
    }
    // All groups are checked before anything is written.
    for (std::size_t i = 0; i < n; i += siphash_alias_group)
        if (siphash_group_overlaps(out, m, i, std::min(siphash_alias_group, n - i))) return misuse(what);
    for (std::size_t i = 0; i < n; i += siphash_alias_group)
        siphash_careful_group(kernels, out, m, i, std::min(siphash_alias_group, n - i), k0, k1);
}

}  // namespace lanecrypt
