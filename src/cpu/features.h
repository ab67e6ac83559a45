// What a processor and its operating system offer, reduced to what the rows of isa.def ask for.
#pragma once
#include <cstdint>

#include "base/config.h"
#include "cpu/isa.h"

namespace lanecrypt {

using FeatureSet = std::uint32_t;
enum : FeatureSet {
    F_SSE2 = 1u << 0,
    F_SSSE3 = 1u << 1,
    F_SSE41 = 1u << 2,
    F_SHA = 1u << 3,
    F_AVX2 = 1u << 4,     // with 256-bit state enabled by the operating system
    F_BMI2 = 1u << 5,
    F_AVX512 = 1u << 6,   // F, VL, BW and DQ, with 512-bit state enabled
    F_IFMA = 1u << 7,
    F_FAST512 = 1u << 8,  // 512-bit registers do not lower the clock of this processor
    F_NEON = 1u << 9,
    F_ARMSHA2 = 1u << 10,
    F_GNU128 = 1u << 11,  // the 128-bit vector unit that the GNU backend is compiled for
    F_VECTOR_LATENCY2 = 1u << 12,  // integer vector operations take two cycles: one chain of them is slower than scalar code
};

struct FeatureName {
    FeatureSet bit;
    const char* name;
};
inline constexpr FeatureName feature_names[] = {
    {F_SSE2, "sse2"},     {F_SSSE3, "ssse3"},   {F_SSE41, "sse4.1"}, {F_SHA, "sha"},
    {F_AVX2, "avx2"},     {F_BMI2, "bmi2"},     {F_AVX512, "avx512f+vl+bw+dq"}, {F_IFMA, "avx512ifma"},
    {F_FAST512, "fast-512"}, {F_NEON, "neon"},  {F_ARMSHA2, "sha2"}, {F_GNU128, "gnu128"},
    {F_VECTOR_LATENCY2, "vector-latency-2"},
};

// One row of isa.def.
struct IsaRow {
    Isa isa;
    Isa parent;
    FeatureSet features;
    const char* name;
    const char* meaning;
};
inline constexpr IsaRow isa_rows[] = {
#define LANECRYPT_ISA_ROW(name, arch, parent, features, gnu_flags, msvc_flags, meaning) \
    {Isa::name, Isa::parent, features, #name, meaning},
#include "cpu/isa.def"
#undef LANECRYPT_ISA_ROW
};

// Everything the x86 decision depends on, so that tests can feed tables. `xcr0` is read only where OSXSAVE is set.
struct CpuidWords {
    std::uint32_t max_leaf, vendor_ebx, vendor_ecx, vendor_edx;
    std::uint32_t leaf1_eax, leaf1_ecx, leaf1_edx;
    std::uint32_t leaf7_ebx;
    std::uint32_t xcr0;
};

// C linkage: these also link into programs of another C++ ABI (the kernel battery).
extern "C" {
// Pure function of the words.
FeatureSet lanecrypt_features_from_cpuid(const CpuidWords* words);
// Pure function of the AT_HWCAP word of an AArch64 Linux kernel.
FeatureSet lanecrypt_features_from_hwcap(std::uint64_t hwcap);
// Asks this machine. No caching; cheap enough for a first use.
FeatureSet lanecrypt_detect_features(void);
}

// The rows (bit i = Isa i) whose features, and whose parents' features, are all in `have`.
constexpr std::uint32_t runnable_rows(FeatureSet have)
{
    std::uint32_t rows = 1;
    for (const IsaRow& row : isa_rows) {
        const bool parent_ok = row.isa == Isa::portable || (rows >> static_cast<int>(row.parent) & 1) != 0;
        if (parent_ok && (row.features & ~have) == 0) rows |= 1u << static_cast<int>(row.isa);
    }
    return rows;
}

}  // namespace lanecrypt
