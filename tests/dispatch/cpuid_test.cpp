// Detection on x86-64 as a pure function of the CPUID and XGETBV words: tables of processors, kernels and hypervisors.
#include <gtest/gtest.h>

#include <string>

#include "cpu/policy.h"

#if defined(LANECRYPT_ARCH_X86_64)

namespace lanecrypt::test {
namespace {

constexpr std::uint32_t bit(int n) { return 1u << n; }

// Leaf 1, edx and ecx.
constexpr std::uint32_t sse2 = bit(26), ssse3 = bit(9), sse41 = bit(19), osxsave = bit(27), avx = bit(28);
// Leaf 7, ebx.
constexpr std::uint32_t bmi2 = bit(8), avx2 = bit(5), sha = bit(29), f = bit(16), dq = bit(17), ifma = bit(21), bw = bit(30), vl = bit(31);
constexpr std::uint32_t state_sse = 0x3, state_avx = 0x7, state_avx512 = 0xe7;

constexpr FeatureSet up_to_avx2 = F_SSE2 | F_SSSE3 | F_SSE41 | F_AVX2 | F_BMI2;

// A processor with everything, under a kernel that enables everything.
CpuidWords everything()
{
    CpuidWords w{};
    w.max_leaf = 0x20;
    w.vendor_ebx = 0x756e6547, w.vendor_edx = 0x49656e69, w.vendor_ecx = 0x6c65746e;  // GenuineIntel
    w.leaf1_eax = 0x000806f8;                                                          // Sapphire Rapids
    w.leaf1_edx = sse2;
    w.leaf1_ecx = ssse3 | sse41 | osxsave | avx;
    w.leaf7_ebx = bmi2 | avx2 | sha | f | dq | ifma | bw | vl;
    w.xcr0 = state_avx512;
    return w;
}

FeatureSet detect(const CpuidWords& w) { return lanecrypt_features_from_cpuid(&w); }
bool runs(const CpuidWords& w, Isa isa) { return (runnable_rows(detect(w)) & cpu::row_bit(isa)) != 0; }

TEST(Cpuid, Everything)
{
    EXPECT_EQ(detect(everything()), up_to_avx2 | F_SHA | F_AVX512 | F_IFMA | F_FAST512);
    EXPECT_TRUE(runs(everything(), Isa::avx512ifma));
    EXPECT_FALSE(runs(everything(), Isa::neon));
}

TEST(Cpuid, BaselineOnly)
{
    CpuidWords w{};
    w.max_leaf = 1;
    w.leaf1_edx = sse2;
    EXPECT_EQ(detect(w), F_SSE2);
    EXPECT_TRUE(runs(w, Isa::sse2));
    EXPECT_FALSE(runs(w, Isa::ssse3));
}

TEST(Cpuid, NoLeafOne)
{
    CpuidWords w = everything();
    w.max_leaf = 0;
    EXPECT_EQ(detect(w), 0u);
    EXPECT_EQ(runnable_rows(detect(w)), cpu::row_bit(Isa::portable));
}

// Below leaf 7 an Intel processor answers with the data of its highest leaf: garbage that must not be read.
TEST(Cpuid, LeafSevenBeyondTheLimit)
{
    for (const std::uint32_t max : {1u, 5u, 6u}) {
        CpuidWords w = everything();
        w.max_leaf = max;
        w.leaf7_ebx = 0xffffffff;
        EXPECT_EQ(detect(w), FeatureSet{F_SSE2 | F_SSSE3 | F_SSE41}) << max;
    }
    CpuidWords w = everything();
    w.max_leaf = 7;
    EXPECT_NE(detect(w) & F_AVX2, 0u);
}

// CPUID announces AVX and AVX-512, the kernel or hypervisor did not enable the registers.
TEST(Cpuid, StateNotEnabled)
{
    CpuidWords w = everything();
    w.leaf1_ecx &= ~osxsave;  // XGETBV does not exist: what is in xcr0 is not to be believed
    w.xcr0 = 0xffffffff;
    EXPECT_EQ(detect(w), FeatureSet{F_SSE2 | F_SSSE3 | F_SSE41 | F_SHA | F_BMI2});
    EXPECT_FALSE(runs(w, Isa::avx2));

    struct {
        std::uint32_t xcr0;
        bool want_avx2, want_avx512;
    } const cases[] = {
        {0x00, false, false}, {0x01, false, false}, {state_sse, false, false}, {0x04, false, false}, {0x05, false, false}, {0x06, true, false},
        {state_avx, true, false}, {0x27, true, false}, {0x47, true, false}, {0x87, true, false}, {0x67, true, false}, {0xa7, true, false}, {0xc7, true, false},
        {0xe1, false, false}, {0xe2, false, false}, {0xe4, false, false}, {0xe6, true, true}, {state_avx512, true, true}, {0xff, true, true},
        {0xffffffff, true, true}, {0x602e7, true, true},
    };
    for (const auto& c : cases) {
        w = everything();
        w.xcr0 = c.xcr0;
        EXPECT_EQ((detect(w) & F_AVX2) != 0, c.want_avx2) << std::hex << c.xcr0;
        EXPECT_EQ((detect(w) & F_AVX512) != 0, c.want_avx512) << std::hex << c.xcr0;
        EXPECT_EQ((detect(w) & F_IFMA) != 0, c.want_avx512) << std::hex << c.xcr0;
        EXPECT_EQ(runs(w, Isa::avx512), c.want_avx512) << std::hex << c.xcr0;
    }
}

// AVX-512 is F, VL, BW and DQ together: each missing part switches all of it off.
TEST(Cpuid, EverySubFeatureIsNeeded)
{
    for (const std::uint32_t part : {f, dq, bw, vl}) {
        CpuidWords w = everything();
        w.leaf7_ebx &= ~part;
        EXPECT_EQ(detect(w) & (F_AVX512 | F_IFMA | F_FAST512), 0u) << part;
        EXPECT_TRUE(runs(w, Isa::avx2));
        EXPECT_FALSE(runs(w, Isa::avx512vl));
    }
    CpuidWords w = everything();
    w.leaf7_ebx &= ~ifma;
    EXPECT_TRUE(runs(w, Isa::avx512));
    EXPECT_FALSE(runs(w, Isa::avx512ifma));
    EXPECT_FALSE(runs(w, Isa::avx512ifma256));
}

// Hypervisors that mask bits inconsistently: a row runs only if everything below it does.
TEST(Cpuid, InconsistentHypervisors)
{
    CpuidWords w = everything();
    w.leaf1_ecx &= ~avx;  // AVX2 and AVX-512 without AVX
    EXPECT_FALSE(runs(w, Isa::avx2));
    EXPECT_FALSE(runs(w, Isa::avx512vl));
    EXPECT_TRUE(runs(w, Isa::shani));

    w = everything();
    w.leaf7_ebx &= ~avx2;  // AVX-512 without AVX2
    EXPECT_FALSE(runs(w, Isa::avx512vl));
    EXPECT_FALSE(runs(w, Isa::avx512));

    w = everything();
    w.leaf7_ebx &= ~bmi2;  // AVX2 without BMI2, which the row's compiler flags include
    EXPECT_FALSE(runs(w, Isa::avx2));
    EXPECT_FALSE(runs(w, Isa::avx512));

    w = everything();
    w.leaf1_ecx &= ~ssse3;  // SHA and AVX2 without SSSE3
    EXPECT_FALSE(runs(w, Isa::sse41));
    EXPECT_FALSE(runs(w, Isa::shani));
    EXPECT_FALSE(runs(w, Isa::avx2));
    EXPECT_TRUE(runs(w, Isa::sse2));

    w = everything();
    w.leaf1_ecx &= ~sse41;
    EXPECT_TRUE(runs(w, Isa::ssse3));
    EXPECT_FALSE(runs(w, Isa::shani));

    w = everything();
    w.leaf7_ebx = 0xffffffff & ~sha;  // the SHA bit is read, not guessed from the model
    EXPECT_FALSE(runs(w, Isa::shani));
}

TEST(Cpuid, ProcessorsThatLowerTheirClock)
{
    struct {
        const char* what;
        std::uint32_t eax;
        bool fast;
    } const cases[] = {
        {"Skylake-X, Cascade Lake, Cooper Lake", 0x00050654, false}, {"Cascade Lake", 0x00050657, false}, {"Cooper Lake", 0x0005065b, false},
        {"Cannon Lake", 0x00060663, false}, {"Ice Lake server", 0x000606a6, false}, {"Ice Lake D", 0x000606c1, false}, {"Ice Lake client", 0x000706e5, false},
        {"Ice Lake client", 0x000706d0, false}, {"Tiger Lake", 0x000806c1, false}, {"Tiger Lake H", 0x000806d1, false}, {"Rocket Lake", 0x000a0671, true},
        {"Sapphire Rapids", 0x000806f8, true}, {"Emerald Rapids", 0x000c06f2, true}, {"Granite Rapids", 0x000a06d1, true},
    };
    for (const auto& c : cases) {
        CpuidWords w = everything();
        w.leaf1_eax = c.eax;
        EXPECT_EQ(runs(w, Isa::avx512), c.fast) << c.what;
        EXPECT_TRUE(runs(w, Isa::avx512vl)) << c.what;
        EXPECT_TRUE(runs(w, Isa::avx512ifma256)) << c.what;
        EXPECT_EQ(runs(w, Isa::avx512ifma), c.fast) << c.what;
    }
    // The same model number from another vendor, and Zen 4 and Zen 5, are fast.
    CpuidWords w = everything();
    w.vendor_ebx = 0x68747541, w.vendor_edx = 0x69746e65, w.vendor_ecx = 0x444d4163;  // AuthenticAMD
    for (const std::uint32_t eax : {0x00a60f12u, 0x00a10f11u, 0x00b40f40u, 0x00b00f21u, 0x00050654u}) {
        w.leaf1_eax = eax;
        EXPECT_TRUE(runs(w, Isa::avx512)) << std::hex << eax;
    }
    // Another family with the model number of Skylake-X.
    w = everything();
    w.leaf1_eax = 0x00050f54;
    EXPECT_TRUE(runs(w, Isa::avx512));
}

// What this process found agrees with what the compiler's own detection says.
TEST(Cpuid, ThisMachine)
{
    const FeatureSet here = lanecrypt_detect_features();
    EXPECT_EQ(here, cpu::features());
    EXPECT_NE(here & F_SSE2, 0u);
    EXPECT_EQ((here & F_SSSE3) != 0, __builtin_cpu_supports("ssse3") != 0);
    EXPECT_EQ((here & F_SSE41) != 0, __builtin_cpu_supports("sse4.1") != 0);
    EXPECT_EQ((here & F_AVX2) != 0, __builtin_cpu_supports("avx2") != 0);
    EXPECT_EQ((here & F_BMI2) != 0, __builtin_cpu_supports("bmi2") != 0);
    const bool all_512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
                         __builtin_cpu_supports("avx512dq");
    EXPECT_EQ((here & F_AVX512) != 0, all_512);
}

}  // namespace
}  // namespace lanecrypt::test

#endif
