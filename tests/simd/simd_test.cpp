// Every operation of every backend, at every instruction-set level that uses it, against the array backend; and the
// array backend against values written down by hand.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "simd/simd_backends.h"
#include "simd/simd_check.h"
#include "support/can_execute.h"

namespace lanecrypt::simd_test {
namespace {

bool runs_here(const std::string& isa)
{
    for (const IsaRow& row : isa_rows)
        if (isa == row.name) return isa == "gnu128" || test::can_execute(row.isa);
    return false;
}

TEST(Simd, EveryOperationOfEveryBackend)
{
    int ran = 0;
    for (std::size_t i = 0; i < pair_count; ++i) {
        const Backend& b = *pairs[i].backend;
        const Backend& ref = *pairs[i].reference;
        if (!runs_here(b.isa)) {
            std::printf("[ not run  ] %s at %s: this machine lacks it\n", b.header, b.isa);
            continue;
        }
        ASSERT_TRUE(same_list(b.words32, ref.words32)) << b.header;
        ASSERT_TRUE(same_list(b.words64, ref.words64)) << b.header;
        Result r;
        check_operations(b.words32, ref.words32, 400, r);
        check_operations(b.words64, ref.words64, 400, r);
        EXPECT_EQ(r.wrong, 0) << b.header << " at " << b.isa << ": " << r.first;
        std::printf("[   ran    ] %s at %s: %d operations, %ld cases\n", b.header, b.isa, r.operations, r.cases);
        ++ran;
    }
    ASSERT_GT(ran, 0);
}

// Applies one operation of the array backend to words and returns the words.
template <class T, std::size_t In, std::size_t Out>
void expect_array(const char* name, int constant, const T (&in)[In], const T (&want)[Out])
{
    const Backend& array = *pairs[0].reference;
    const Operations& t = sizeof(T) == 4 ? array.words32 : array.words64;
    for (int k = 0; k < t.count; ++k) {
        const Operation& op = t.list[k];
        if (std::string(op.name) != name || op.constant != constant) continue;
        T out[Out];
        ASSERT_EQ(In, static_cast<std::size_t>(op.inputs * t.lanes)) << name;
        ASSERT_EQ(Out, static_cast<std::size_t>(op.outputs * t.lanes)) << name;
        op.run(reinterpret_cast<std::uint8_t*>(out), reinterpret_cast<const std::uint8_t*>(in));
        for (std::size_t i = 0; i < Out; ++i) EXPECT_EQ(out[i], want[i]) << name << "<" << constant << "> lane " << i;
        return;
    }
    FAIL() << "no operation " << name;
}

using W = std::uint32_t;
using D = std::uint64_t;

TEST(Simd, ArrayBackendByHand32)
{
    expect_array<W>("add", 0, {1, 0xffffffff, 5, 0x80000000, 2, 1, 7, 0x80000000}, {3, 0, 12, 0});
    expect_array<W>("sub", 0, {1, 0, 5, 0x80000000, 2, 1, 5, 1}, {0xffffffff, 0xffffffff, 0, 0x7fffffff});
    expect_array<W>("bxor", 0, {12, 0xf0f0f0f0, 1, 0, 10, 0xffffffff, 1, 9}, {6, 0x0f0f0f0f, 0, 9});
    expect_array<W>("band", 0, {12, 0xf0f0f0f0, 1, 0, 10, 0xffffffff, 1, 9}, {8, 0xf0f0f0f0, 1, 0});
    expect_array<W>("bor", 0, {12, 0xf0f0f0f0, 1, 0, 10, 0x0f, 1, 9}, {14, 0xf0f0f0ff, 1, 9});
    expect_array<W>("bandnot", 0, {12, 0xf0f0f0f0, 1, 0, 10, 0xffffffff, 1, 9}, {2, 0x0f0f0f0f, 0, 9});
    expect_array<W>("xor3", 0, {1, 1, 1, 0, 2, 1, 1, 0, 4, 0, 1, 0}, {7, 0, 1, 0});
    expect_array<W>("choose", 0, {0xffff0000, 0, 0xffffffff, 5, 0x11111111, 1, 2, 12, 0x22222222, 3, 4, 10}, {0x11112222, 3, 2, 14});
    expect_array<W>("majority", 0, {1, 1, 0, 12, 1, 0, 0, 10, 0, 1, 1, 6}, {1, 1, 0, 14});
    expect_array<W>("less", 0, {1, 2, 0x7fffffff, 0xffffffff, 2, 1, 0x80000000, 0xffffffff}, {0xffffffff, 0, 0xffffffff, 0});
    expect_array<W>("rotl", 7, {1, 0x80000000, 0x01234567, 0xffffffff}, {0x80, 0x40, 0x91a2b380, 0xffffffff});
    expect_array<W>("rotr", 8, {1, 0x80000000, 0x01234567, 0xff}, {0x01000000, 0x00800000, 0x67012345, 0xff000000});
    expect_array<W>("shl", 4, {1, 0x80000000, 0x01234567, 0xffffffff}, {0x10, 0, 0x12345670, 0xfffffff0});
    expect_array<W>("shr", 4, {1, 0x80000000, 0x01234567, 0xffffffff}, {0, 0x08000000, 0x00123456, 0x0fffffff});
    expect_array<W>("rotate_words", 1, {10, 11, 12, 13}, {11, 12, 13, 10});
    expect_array<W>("rotate_words", 3, {10, 11, 12, 13}, {13, 10, 11, 12});
    expect_array<W>("transpose", 0, {0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23, 30, 31, 32, 33},
                    {0, 10, 20, 30, 1, 11, 21, 31, 2, 12, 22, 32, 3, 13, 23, 33});
    expect_array<W>("splat", 0, {7, 1, 2, 3}, {7, 7, 7, 7});
}

TEST(Simd, ArrayBackendByHand64)
{
    expect_array<D>("add", 0, {0xffffffffffffffff, 0xffffffff, 1, 1}, {0, 0x100000000});
    expect_array<D>("sub", 0, {0, 0x100000000, 1, 1}, {0xffffffffffffffff, 0xffffffff});
    expect_array<D>("less", 0, {0x7fffffffffffffff, 0x100000000, 0x8000000000000000, 0xffffffff}, {0xffffffffffffffff, 0});
    expect_array<D>("mul32", 0, {0x12345678ffffffff, 3, 0x9abcdef0ffffffff, 0x1000000005}, {0xfffffffe00000001, 15});
    expect_array<D>("rotl", 13, {1, 0xfff8000000000000}, {0x2000, 0x1fff});
    expect_array<D>("rotr", 32, {0x0123456789abcdef, 1}, {0x89abcdef01234567, 0x100000000});
    if (LANECRYPT_BIG_ENDIAN == 0) {
        expect_array<D>("shr_by", 0, {0x0123456789abcdef, 0x8000000000000000, 36, 0}, {0x01234567 >> 4, 0x08000000});
        expect_array<D>("shr_by", 0, {0x0123456789abcdef, 1, 0, 9}, {0x0123456789abcdef, 1});
    }
    expect_array<D>("transpose", 0, {1, 2, 3, 4}, {1, 3, 2, 4});
}

// Byte order, from bytes.
TEST(Simd, ArrayBackendByteOrder)
{
    const std::uint8_t bytes[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    const Operations& w = pairs[0].reference->words32;
    const Operations& d = pairs[0].reference->words64;
    int seen = 0;
    for (int k = 0; k < w.count; ++k) {
        std::uint32_t out[4];
        const std::string name = w.list[k].name;
        if (name != "load_le" && name != "load_be") continue;
        w.list[k].run(reinterpret_cast<std::uint8_t*>(out), bytes);
        EXPECT_EQ(out[1], name == "load_le" ? 0x08070605u : 0x05060708u);
        ++seen;
    }
    for (int k = 0; k < d.count; ++k) {
        const std::string name = d.list[k].name;
        const std::uint64_t in[2] = {1, 0x0102030405060708};
        std::uint8_t out[16];
        if (name != "store_le" && name != "store_be") continue;
        d.list[k].run(out, reinterpret_cast<const std::uint8_t*>(in));
        EXPECT_EQ(out[name == "store_le" ? 0 : 7], 1);
        EXPECT_EQ(out[name == "store_le" ? 8 : 15], 8);
        EXPECT_EQ(out[name == "store_le" ? 15 : 8], 1);
        ++seen;
    }
    EXPECT_EQ(seen, 4);
}

// The comparison itself: a backend with one wrong operation is found out.
TEST(Simd, AWrongOperationIsFound)
{
    Operations broken = pairs[0].reference->words32;
    int changed = 0;
    for (int k = 0; k < broken.count; ++k)
        if (std::string(broken.list[k].name) == "rotl" && broken.list[k].constant == 7) {
            for (int j = 0; j < broken.count; ++j)
                if (std::string(broken.list[j].name) == "rotl" && broken.list[j].constant == 8) broken.list[k].run = broken.list[j].run;
            ++changed;
        }
    ASSERT_EQ(changed, 1);
    Result r;
    check_operations(broken, pairs[0].reference->words32, 50, r);
    EXPECT_GT(r.wrong, 0);
    EXPECT_NE(std::string(r.first).find("rotl<7>"), std::string::npos) << r.first;
}

}  // namespace
}  // namespace lanecrypt::simd_test
