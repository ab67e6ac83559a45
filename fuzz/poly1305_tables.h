// Every table of Poly1305 that this machine can run, by name; keys and texts that drive limbs to their extremes.
#pragma once
#include "cpu/policy.h"
#include "input.h"
#include "poly1305/poly1305_ops.h"

namespace lanecrypt::fuzz {

template <class Check>
void for_each_poly1305(Check check)
{
    auto& slot = dispatch::poly1305_slot;
    for (std::size_t i = 0; i < slot.size(); ++i)
        if ((cpu::runnable() & cpu::row_bit(slot[i].isa)) != 0) check(slot.impl(i), isa_rows[static_cast<int>(slot[i].isa)].name);
}

// A key that is random, all ones, or nearly either.
inline void take_key(Input& input, std::uint8_t (&key)[32])
{
    input.take(key, 32);
    switch (input.below(4)) {
    case 0: std::memset(key, 0xff, 16); break;
    case 1:
        for (int i = 0; i < 16; ++i) key[i] = static_cast<std::uint8_t>(key[i] & 1 ? 0xff : 0);
        break;
    default: break;
    }
}
// A text; half of the time mostly of 00 and ff.
inline std::vector<std::uint8_t> biased_text(Input& input, std::size_t n)
{
    const bool biased = input.below(2) != 0;
    auto out = input.text(n);
    if (biased)
        for (auto& b : out) b = static_cast<std::uint8_t>(b < 100 ? 0 : b < 240 ? 0xff : b);
    return out;
}

}  // namespace lanecrypt::fuzz
