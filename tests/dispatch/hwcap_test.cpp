// Detection on AArch64 as a pure function of AT_HWCAP.
#include <gtest/gtest.h>

#include "cpu/policy.h"

namespace lanecrypt::test {
namespace {

struct Case {
    const char* what;
    std::uint64_t hwcap;
    FeatureSet want;
};

TEST(Hwcap, Tables)
{
    const Case cases[] = {
        {"nothing", 0, 0},
        {"FP and ASIMD (Raspberry Pi 4: no SHA2)", 0x3, F_NEON},
        {"Raspberry Pi 4 as its kernel says it", 0x887 & ~0x40u, F_NEON},
        {"Cortex-A53 with crypto", 0x8ff, F_NEON | F_ARMSHA2},
        {"Neoverse N1", 0x119fff, F_NEON | F_ARMSHA2},
        {"SHA1 without SHA2", 0x3 | 1 << 5, F_NEON},
        {"SHA512 without SHA2", 0x3 | 1 << 21, F_NEON},
        {"AES and PMULL alone", 0x3 | 1 << 3 | 1 << 4, F_NEON},
        {"SHA2 without ASIMD (a hypervisor's mistake)", 1 << 6, F_ARMSHA2},
        {"everything", ~std::uint64_t{0}, F_NEON | F_ARMSHA2},
    };
    for (const Case& c : cases) EXPECT_EQ(lanecrypt_features_from_hwcap(c.hwcap), c.want) << c.what;
}

TEST(Hwcap, Sha2NeedsNeon)
{
    EXPECT_EQ(runnable_rows(lanecrypt_features_from_hwcap(1 << 6)), cpu::row_bit(Isa::portable));
    EXPECT_EQ(runnable_rows(F_NEON | F_ARMSHA2), cpu::row_bit(Isa::portable) | cpu::row_bit(Isa::neon) | cpu::row_bit(Isa::armsha2));
}

}  // namespace
}  // namespace lanecrypt::test
