// Every implementation of SipHash over many messages against the textbook oracle.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "ref/siphash_ref.h"
#include "siphash/siphash_ops.h"
#include "siphash/siphash_plan.h"
#include "siphash/siphash_words.h"
#include "support/guard.h"
#include "support/impls.h"
#include "support/rng.h"

namespace lanecrypt::test {
namespace {

struct Variant {
    const char* name;
    int c, d;
    SipHashKernels SipHashOps::* kernels;
};
constexpr Variant variants[] = {{"2-4", 2, 4, &SipHashOps::sip24}, {"1-3", 1, 3, &SipHashOps::sip13}};
constexpr std::uint64_t k0 = 0x0706050403020100, k1 = 0xf0f1f2f3f4f5f6f7;

// A value that the kernels may not leave behind or change.
constexpr std::uint64_t canary = 0xc0ffee00c0ffee00;

TEST(SipHashKernel, ItemsOfEveryLengthAndCount)
{
    const std::size_t longest = 300, most = quick() ? 67 : 100;
    const auto data = Rng(1).bytes(longest * most + 8);
    for (const Variant& v : variants)
        for_each_impl(dispatch::siphash_slot, [&](const SipHashOps& ops, const std::string&) {
            std::size_t cases = 0;
            std::vector<std::uint64_t> want(most), out(most + 1);
            for (std::size_t len = 0; len <= longest; ++len) {
                const std::uint8_t* const in = data.data() + len % 8;
                for (std::size_t i = 0; i < most; ++i) want[i] = ref::siphash(v.c, v.d, in + i * len, len, k0, k1);
                for (std::size_t n = 0; n <= most; n += len <= 72 ? 1 : 7, ++cases) {
                    std::fill(out.begin(), out.end(), canary);
                    (ops.*v.kernels).items(out.data(), in, len, n, k0, k1);
                    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(out[i], want[i]) << v.name << " length " << len << " of " << n << " item " << i;
                    for (std::size_t i = n; i <= most; ++i) ASSERT_EQ(out[i], canary) << v.name << " length " << len << " wrote past item " << n;
                }
            }
            std::printf("             %s items: lengths 0 - %zu, counts 0 - %zu, %zu calls\n", v.name, longest, most, cases);
        });
}

TEST(SipHashKernel, ItemsEndAtAForbiddenPage)
{
    const GuardedPages pages(32768);
    for (const Variant& v : variants)
        for_each_impl(dispatch::siphash_slot, [&](const SipHashOps& ops, const std::string&) {
            for (std::size_t len = 0; len <= 300; ++len)
                for (const std::size_t n : {1u, 2u, 3u, 5u, 8u, 9u, 16u, 17u, 31u, 32u, 33u, 67u}) {
                    for (std::uint8_t* const in : {pages.at_start(), pages.at_end(n * len)}) {
                        Rng(len).fill(in, n * len);
                        std::uint64_t out[67];
                        (ops.*v.kernels).items(out, in, len, n, k0, k1);
                        ASSERT_EQ(out[0], ref::siphash(v.c, v.d, in, len, k0, k1)) << v.name << ' ' << len;
                        ASSERT_EQ(out[n - 1], ref::siphash(v.c, v.d, in + (n - 1) * len, len, k0, k1)) << v.name << ' ' << len;
                    }
                }
        });
}

// Messages of one group, of every alignment, with different tails; each ends at a forbidden page in turn.
TEST(SipHashKernel, GroupOfEveryCount)
{
    const GuardedPages pages(4096);
    const auto data = Rng(2).bytes(4096);
    for (const Variant& v : variants)
        for_each_impl(dispatch::siphash_slot, [&](const SipHashOps& ops, const std::string&) {
            for (std::size_t words = 0; words <= 37; words += words < 20 ? 1 : 5)
                for (std::size_t n = 1; n <= siphash_group; ++n) {
                    const std::uint8_t* at[siphash_group];
                    std::uint64_t last[siphash_group], out[siphash_group];
                    std::size_t len[siphash_group];
                    const std::size_t guarded = (words + n) % n;
                    for (std::size_t i = 0; i < siphash_group; ++i) {
                        len[i] = 8 * words + (i * 3 + n) % 8;
                        at[i] = data.data() + 64 * i + i % 64;
                    }
                    std::uint8_t* const edge = pages.at_end(len[guarded]);
                    std::memcpy(edge, data.data() + 7, len[guarded]);
                    at[guarded] = edge;
                    for (std::size_t i = n; i < siphash_group; ++i) at[i] = at[0];
                    for (std::size_t i = 0; i < siphash_group; ++i) last[i] = i < n ? siphash_last_word(at[i], len[i]) : 0;
                    (ops.*v.kernels).group(out, at, last, words, n, k0, k1);
                    for (std::size_t i = 0; i < n; ++i)
                        ASSERT_EQ(out[i], ref::siphash(v.c, v.d, at[i], len[i], k0, k1)) << v.name << " words " << words << " of " << n << " message " << i;
                }
        });
}

TEST(SipHashKernel, EveryAlignment)
{
    const auto data = Rng(3).bytes(64 + siphash_group * 80);
    for (const Variant& v : variants)
        for_each_impl(dispatch::siphash_slot, [&](const SipHashOps& ops, const std::string&) {
            for (std::size_t offset = 0; offset < 64; ++offset)
                for (const std::size_t len : {7u, 8u, 20u, 22u, 23u, 25u, 32u, 34u, 35u, 36u, 64u, 71u}) {
                    std::uint64_t out[siphash_group];
                    (ops.*v.kernels).items(out, data.data() + offset, len, siphash_group, k0, k1);
                    for (std::size_t i = 0; i < siphash_group; ++i)
                        ASSERT_EQ(out[i], ref::siphash(v.c, v.d, data.data() + offset + i * len, len, k0, k1)) << v.name << ' ' << offset << ' ' << len;
                }
        });
}

TEST(SipHashKernel, ColumnsAndKeys)
{
    const auto data = Rng(4).bytes(8 * 50 * 3 * siphash_group);
    Rng rng(5);
    for_each_impl(dispatch::siphash_slot, [&](const SipHashOps& ops, const std::string&) {
        for (std::size_t words = 0; words <= 40; ++words) {
            const std::size_t groups = 1 + words % 3;
            std::vector<std::uint64_t> packed(groups * siphash_group * (words + 1)), out(groups * siphash_group);
            const auto message = [&](std::size_t i) { return data.data() + i * words + i % 8; };
            const auto length = [&](std::size_t i) { return 8 * words + i % 8; };
            for (std::size_t i = 0; i < groups * siphash_group; ++i) {
                std::uint64_t* const column = &packed[i / siphash_group * siphash_group * (words + 1) + i % siphash_group];
                for (std::size_t w = 0; w < words; ++w) column[w * siphash_group] = load64_le(message(i) + 8 * w);
                column[words * siphash_group] = siphash_last_word(message(i), length(i));
            }
            ops.prepared24.packed(out.data(), packed.data(), words, groups, k0, k1);
            for (std::size_t i = 0; i < out.size(); ++i) ASSERT_EQ(out[i], ref::siphash(2, 4, message(i), length(i), k0, k1)) << words << ' ' << i;
        }
        for (std::size_t len = 0; len <= 300; len += len < 70 ? 1 : 13)
            for (std::size_t n = 0; n <= 70; n += 1 + n / 20) {
                std::vector<std::uint64_t> first(n), second(n), out(n + 1, canary);
                for (std::size_t i = 0; i < n; ++i) first[i] = rng(), second[i] = rng();
                ops.prepared24.keys(out.data(), data.data(), siphash_last_word(data.data(), len), len / 8, first.data(), second.data(), n);
                for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(out[i], ref::siphash(2, 4, data.data(), len, first[i], second[i])) << len << ' ' << n;
                ASSERT_EQ(out[n], canary);
            }
    });
}

// Any mixture of lengths through the plan, each implementation.
TEST(SipHashKernel, PlanOfMixedLengths)
{
    const auto data = Rng(6).bytes(20000);
    for (const Variant& v : variants)
        for_each_impl(dispatch::siphash_slot, [&](const SipHashOps& ops, const std::string&) {
            Rng rng(7);
            for (int round = 0; round < (quick() ? 20 : 200); ++round) {
                const std::size_t n = rng.below(round % 10 == 0 ? 2000 : 150);
                const std::size_t longest = round % 3 == 0 ? 300 : round % 3 == 1 ? 40 : 5000;
                std::vector<std::uint64_t> out(n);
                std::vector<std::size_t> at(n), len(n);
                {
                    SipHashPlan plan(ops.*v.kernels, k0, k1);
                    for (std::size_t i = 0; i < n; ++i) {
                        len[i] = rng.below(longest + 1);
                        at[i] = rng.below(data.size() - len[i]);
                        plan.add(&out[i], data.data() + at[i], len[i]);
                    }
                }
                for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(out[i], ref::siphash(v.c, v.d, data.data() + at[i], len[i], k0, k1)) << v.name << ' ' << len[i];
            }
        });
}

TEST(SipHashKernel, SelfTestNoticesAWrongKernel)
{
    for_each_impl(dispatch::siphash_slot, [](const SipHashOps& ops, const std::string&) {
        EXPECT_TRUE(siphash_self_test(ops));
        SipHashOps swapped = ops;
        std::swap(swapped.sip24, swapped.sip13);
        EXPECT_FALSE(siphash_self_test(swapped));
        SipHashOps mixed = ops;
        mixed.sip13.group = ops.sip24.group;
        EXPECT_FALSE(siphash_self_test(mixed));
    });
}

}  // namespace
}  // namespace lanecrypt::test
