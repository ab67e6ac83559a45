// The language of LANECRYPT_CPU and lanecrypt_cpu_limit().
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "cpu/policy.h"

namespace lanecrypt::test {
namespace {

cpu::RowSet rows(std::initializer_list<Isa> isas)
{
    cpu::RowSet set = 0;
    for (const Isa isa : isas) set |= cpu::row_bit(isa);
    return set;
}

constexpr auto P = Isa::portable;

void expect_limit(const char* spec, cpu::RowSet want)
{
    cpu::RowSet got = 0;
    ASSERT_TRUE(cpu::parse_limit(spec, got)) << spec;
    EXPECT_EQ(got, want) << spec;
}

TEST(Limit, Words)
{
    expect_limit(nullptr, cpu::all_rows);
    expect_limit("", cpu::all_rows);
    expect_limit(" , ,\t", cpu::all_rows);
    expect_limit("portable", rows({P}));
    expect_limit("sse2", rows({P, Isa::sse2}));
    expect_limit("avx2", rows({P, Isa::sse2, Isa::ssse3, Isa::sse41, Isa::avx2}));
    expect_limit("shani", rows({P, Isa::sse2, Isa::ssse3, Isa::sse41, Isa::shani}));
    expect_limit("ssse3,shani", rows({P, Isa::sse2, Isa::ssse3, Isa::sse41, Isa::shani}));
    expect_limit("armsha2", rows({P, Isa::neon, Isa::armsha2}));
    expect_limit("gnu128", rows({P, Isa::gnu128}));
}

TEST(Limit, TakingAway)
{
    expect_limit("-avx512", cpu::all_rows & ~rows({Isa::avx512, Isa::avx512ifma}));
    expect_limit("-avx512,-shani", cpu::all_rows & ~rows({Isa::avx512, Isa::avx512ifma, Isa::shani}));
    expect_limit("-avx512vl", cpu::all_rows & ~rows({Isa::avx512vl, Isa::avx512ifma256, Isa::avx512, Isa::avx512ifma}));
    expect_limit("-ssse3", cpu::all_rows & ~rows({Isa::ssse3, Isa::sse41, Isa::shani, Isa::avx2, Isa::avx512vl, Isa::avx512ifma256, Isa::avx512, Isa::avx512ifma}));
    expect_limit("avx2,-sse41", rows({P, Isa::sse2, Isa::ssse3}));
    expect_limit("-sse41 avx2", rows({P, Isa::sse2, Isa::ssse3}));
    expect_limit("portable,-sse2", rows({P}));
}

TEST(Limit, Refused)
{
    for (const char* const spec : {"avx3", "AVX2", "avx2x", "av", "-", "--avx2", "-portable", "avx2,-portable", "avx2,nonsense", "avx2;sse2", "avx2=1", "-avx2,x"}) {
        cpu::RowSet set = 0x55;
        EXPECT_FALSE(cpu::parse_limit(spec, set)) << spec;
        EXPECT_EQ(set, 0x55u) << spec;
    }
}

// Whatever is said, portable stays, and no row is left without what it builds on.
TEST(Limit, PortableStaysAndParentsToo)
{
    for (const IsaRow& row : isa_rows) {
        for (const char* const prefix : {"", "-"}) {
            if (*prefix != '\0' && row.isa == P) continue;
            cpu::RowSet set = 0;
            ASSERT_TRUE(cpu::parse_limit((prefix + std::string(row.name)).c_str(), set)) << row.name;
            EXPECT_NE(set & cpu::row_bit(P), 0u);
            EXPECT_EQ((set & cpu::row_bit(row.isa)) != 0, *prefix == '\0') << row.name;
            for (const IsaRow& other : isa_rows)
                EXPECT_TRUE((set & cpu::row_bit(other.isa)) == 0 || (set & cpu::row_bit(other.parent)) != 0) << prefix << row.name;
        }
    }
}

}  // namespace
}  // namespace lanecrypt::test
