// When many SHA-256 messages go to the wide kernel and when to the best one for a few.
#pragma once
#include "cpu/isa.h"

namespace lanecrypt::tuning {

struct Sha256Row {
    Isa wide;  // the choice of the slot sha256_lanes
    Isa few;   // the choice of the slot sha256
    // From how many messages (or 64-byte items) still to do a whole call of the wide kernel costs less than the other.
    unsigned wide_from;
};

inline constexpr Sha256Row sha256_rows[] = {
    {Isa::avx512, Isa::shani, 7},
    {Isa::avx512vl, Isa::shani, 5},
};

// Without a row: the wide kernel from its half on. Where both slots chose the same table there is nothing to choose.
constexpr unsigned sha256_wide_from(Isa wide, Isa few, unsigned lanes)
{
    for (const Sha256Row& row : sha256_rows)
        if (row.wide == wide && row.few == few) return row.wide_from;
    return wide == few ? 1 : lanes < 4 ? lanes : 3;
}

}  // namespace lanecrypt::tuning
