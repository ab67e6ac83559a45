// Every table of ChaCha20-Poly1305 that this machine can run, by name.
#pragma once
#include "aead/aead_ops.h"
#include "cpu/policy.h"
#include "input.h"

namespace lanecrypt::fuzz {

template <class Check>
void for_each_aead(Check check)
{
    auto& slot = dispatch::aead_slot;
    for (std::size_t i = 0; i < slot.size(); ++i)
        if ((cpu::runnable() & cpu::row_bit(slot[i].isa)) != 0) check(slot.impl(i), isa_rows[static_cast<int>(slot[i].isa)].name);
}

}  // namespace lanecrypt::fuzz
