// When SHA-256 messages share the lanes of a wide kernel, when they go to the best one for a few, and when to scalar code.
// Measured on an AMD EPYC (Zen 5) with GCC 12; cycles for a whole call that double-hashes 64 bytes in every lane.
#pragma once
#include "cpu/features.h"
#include "cpu/isa.h"

namespace lanecrypt::tuning {

struct Sha256Row {
    Isa wide;  // the choice of the slot sha256_lanes
    Isa few;   // the choice of the slot sha256
    // From how many messages (or 64-byte items) still to do a whole call of the wide kernel costs less than the other;
    // the second number is for processors whose vector operations take two cycles (Zen 5).
    unsigned wide_from, wide_from_latency2;
};

inline constexpr Sha256Row sha256_rows[] = {
    // 1960 cycles against 212 each in fours and 235 otherwise. With two 512-bit operations per cycle instead of four
    // (Zen 4, Sapphire Rapids) the call takes about 2700.
    {Isa::avx512, Isa::shani, 12, 9},
    // Ice Lake and Tiger Lake: about 1400 by count, and SHA-NI gains nothing from streams, 350 each.
    {Isa::avx512vl, Isa::shani, 5, 9},
    // 1960 against 1530 for each by scalar code.
    {Isa::avx512, Isa::avx2, 2, 2},
    {Isa::avx512vl, Isa::avx2, 2, 2},
};

// Without a row: a table that is also the choice for few decides by itself (sha256_vector_from), any other is worth it
// from three quarters of four lanes on, or when all of fewer lanes are used.
constexpr unsigned sha256_wide_from(Isa wide, Isa few, unsigned lanes, FeatureSet features)
{
    for (const Sha256Row& row : sha256_rows)
        if (row.wide == wide && row.few == few) return (features & F_VECTOR_LATENCY2) != 0 ? row.wide_from_latency2 : row.wide_from;
    return wide == few ? 1 : lanes < 4 ? lanes : 3;
}

// Fewer messages than this in one call of a lane kernel go one by one through the scalar code of the same file (1530
// cycles each): sse41 4366, avx2 3620, avx512vl 1920, avx512 1960 cycles for a whole call; neon and gnu128 by count.
constexpr unsigned sha256_vector_from(Isa isa)
{
    return isa == Isa::portable ? 1 : isa == Isa::avx512 || isa == Isa::avx512vl ? 2 : 3;
}

}  // namespace lanecrypt::tuning
