// Detection on x86-64. Freestanding: compiles with MSVC's headers alone.
#include "cpu/features.h"

#if defined(LANECRYPT_ARCH_X86_64)

#if defined(_MSC_VER) && !defined(__GNUC__)
#include <intrin.h>
#else
#include <cpuid.h>
#endif

namespace lanecrypt {
namespace {

struct Registers {
    std::uint32_t eax, ebx, ecx, edx;
};

#if defined(_MSC_VER) && !defined(__GNUC__)
Registers cpuid(std::uint32_t leaf)
{
    int r[4];
    __cpuidex(r, static_cast<int>(leaf), 0);
    return {static_cast<std::uint32_t>(r[0]), static_cast<std::uint32_t>(r[1]), static_cast<std::uint32_t>(r[2]),
            static_cast<std::uint32_t>(r[3])};
}
std::uint32_t xgetbv0() { return static_cast<std::uint32_t>(_xgetbv(0)); }
#else
Registers cpuid(std::uint32_t leaf)
{
    Registers r;
    __cpuid_count(leaf, 0, r.eax, r.ebx, r.ecx, r.edx);
    return r;
}
std::uint32_t xgetbv0()
{
    std::uint32_t low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}
#endif

bool bit(std::uint32_t word, int n) { return (word >> n & 1) != 0; }

// Intel processors that lower their clock for 512-bit work: Skylake-X / Cascade Lake / Cooper Lake, Cannon Lake,
// Ice Lake (server and client), Tiger Lake.
bool lowers_clock_for_512(const CpuidWords& w)
{
    const bool intel = w.vendor_ebx == 0x756e6547 && w.vendor_edx == 0x49656e69 && w.vendor_ecx == 0x6c65746e;
    const std::uint32_t family = w.leaf1_eax >> 8 & 15;
    const std::uint32_t model = (w.leaf1_eax >> 4 & 15) | (w.leaf1_eax >> 12 & 0xf0);
    if (!intel || family != 6) return false;
    switch (model) {
    case 0x55: case 0x66: case 0x6a: case 0x6c: case 0x7d: case 0x7e: case 0x8c: case 0x8d: case 0x9d: return true;
    default: return false;
    }
}

// AMD family 1a (Zen 5).
bool vectors_take_two_cycles(const CpuidWords& w)
{
    const bool amd = w.vendor_ebx == 0x68747541 && w.vendor_edx == 0x69746e65 && w.vendor_ecx == 0x444d4163;
    return amd && (w.leaf1_eax >> 8 & 15) == 15 && (w.leaf1_eax >> 20 & 0xff) == 0x0b;
}

}  // namespace

extern "C" FeatureSet lanecrypt_features_from_cpuid(const CpuidWords* words)
{
    const CpuidWords& w = *words;
    FeatureSet f = 0;
    if (w.max_leaf < 1) return f;
    if (bit(w.leaf1_edx, 26)) f |= F_SSE2;
    if (vectors_take_two_cycles(w)) f |= F_VECTOR_LATENCY2;
    if (bit(w.leaf1_ecx, 9)) f |= F_SSSE3;
    if (bit(w.leaf1_ecx, 19)) f |= F_SSE41;
    if (w.max_leaf < 7) return f;  // below that, leaf 7 answers with the data of another leaf
    if (bit(w.leaf7_ebx, 29)) f |= F_SHA;
    if (bit(w.leaf7_ebx, 8)) f |= F_BMI2;
    const std::uint32_t xcr0 = bit(w.leaf1_ecx, 27) ? w.xcr0 : 0;
    const bool avx = bit(w.leaf1_ecx, 28) && (xcr0 & 0x06) == 0x06;
    if (avx && bit(w.leaf7_ebx, 5)) f |= F_AVX2;
    const bool parts_512 = bit(w.leaf7_ebx, 16) && bit(w.leaf7_ebx, 17) && bit(w.leaf7_ebx, 30) && bit(w.leaf7_ebx, 31);
    if (avx && parts_512 && (xcr0 & 0xe6) == 0xe6) {
        f |= F_AVX512;
        if (bit(w.leaf7_ebx, 21)) f |= F_IFMA;
        if (!lowers_clock_for_512(w)) f |= F_FAST512;
    }
    return f;
}

extern "C" FeatureSet lanecrypt_detect_features(void)
{
    CpuidWords w{};
    const Registers zero = cpuid(0);
    w.max_leaf = zero.eax;
    w.vendor_ebx = zero.ebx;
    w.vendor_ecx = zero.ecx;
    w.vendor_edx = zero.edx;
    if (w.max_leaf >= 1) {
        const Registers one = cpuid(1);
        w.leaf1_eax = one.eax;
        w.leaf1_ecx = one.ecx;
        w.leaf1_edx = one.edx;
    }
    if (w.max_leaf >= 7) w.leaf7_ebx = cpuid(7).ebx;
    if (bit(w.leaf1_ecx, 27)) w.xcr0 = xgetbv0();  // OSXSAVE: the instruction exists and the system uses it
    return lanecrypt_features_from_cpuid(&w);
}

}  // namespace lanecrypt

#endif
