// Which rows of isa.def this machine can execute, chosen or not.
#pragma once
#include "cpu/policy.h"

namespace lanecrypt::test {

// 512-bit rows count also on processors where the library avoids them because they lower the clock.
inline bool can_execute(Isa isa)
{
    FeatureSet have = cpu::features();
    if ((have & F_AVX512) != 0) have |= F_FAST512;
    return (runnable_rows(have) & cpu::row_bit(isa)) != 0;
}

}  // namespace lanecrypt::test
