// A decoder is an attack surface: every malformed filter is refused, in bounded time and memory.
#include <gtest/gtest.h>

#include "lanecrypt/gcs.hpp"
#include "ref/gcs_ref.h"
#include "support/guard.h"
#include "support/rng.h"

namespace lanecrypt::test {
namespace {

bool accepts(const ref::Bytes& encoded, unsigned p = 19, std::uint64_t m = 784931)
{
    GcsFilter filter;
    const bool ok = filter.decode({reinterpret_cast<const std::byte*>(encoded.data()), encoded.size()}, {1, 2, p, m});
    EXPECT_TRUE(ok || filter.size() == 0);
    return ok;
}

// What a filter must be, by the oracle.
bool well_formed(const ref::Bytes& encoded, unsigned p, std::uint64_t m)
{
    if (encoded.empty()) return false;
    std::size_t head = 1;
    std::uint64_t n = encoded[0];
    if (n >= 0xfd) {
        head = std::size_t{1} + (2u << (n - 0xfd));
        if (encoded.size() < head) return false;
        n = 0;
        for (std::size_t i = head; --i > 0;) n = n << 8 | encoded[i];
        if (ref::compact_size(n).size() != head) return false;
    }
    if (n > 0xffffffff || (n != 0 && m > ~std::uint64_t{0} / n) || n > 8 * encoded.size()) return false;
    std::size_t left = 0;
    const auto values = ref::golomb_decode(encoded, head, n, p, &left);
    return values && left < 8 && (values->empty() || values->back() < n * m);
}

TEST(GcsHostile, CountsThatAreNotMinimalOrLie)
{
    Rng rng(60);
    ref::ItemSet items;
    for (int i = 0; i < 3; ++i) items.insert(rng.bytes(25));
    const ref::Bytes good = ref::gcs_build(items, 1, 2, 19, 784931);
    ASSERT_TRUE(accepts(good));
    const auto with_head = [&](const ref::Bytes& head) {
        ref::Bytes out = head;
        out.insert(out.end(), good.begin() + 1, good.end());
        return out;
    };
    EXPECT_FALSE(accepts({}));
    EXPECT_FALSE(accepts(with_head({0xfd, 3, 0})));
    EXPECT_FALSE(accepts(with_head({0xfe, 3, 0, 0, 0})));
    EXPECT_FALSE(accepts(with_head({0xff, 3, 0, 0, 0, 0, 0, 0, 0})));
    EXPECT_FALSE(accepts({0xfd, 1, 0}));
    EXPECT_FALSE(accepts({0xfe, 1, 0, 0, 0, 0}));
    EXPECT_FALSE(accepts(with_head({2})));   // bytes left over
    EXPECT_FALSE(accepts(with_head({4})));   // one value more than there is
    EXPECT_FALSE(accepts(with_head({0})));
    EXPECT_FALSE(accepts({0, 0}));
    EXPECT_FALSE(accepts(with_head({200})));
    EXPECT_FALSE(accepts(with_head({0xfe, 0xff, 0xff, 0xff, 0xff})));                          // 2^32 - 1 items in a few bytes
    EXPECT_FALSE(accepts(with_head({0xff, 0, 0, 0, 0, 1, 0, 0, 0})));                          // 2^32
    EXPECT_FALSE(accepts(with_head({0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff})));  // 2^64 - 1
    ref::Bytes longer = good;
    longer.push_back(0);
    EXPECT_FALSE(accepts(longer));
    for (std::size_t cut = 0; cut < good.size(); ++cut) EXPECT_FALSE(accepts(ref::Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(cut)))) << cut;
    EXPECT_FALSE(accepts(good, 19, ~std::uint64_t{0} / 2));  // n·m does not fit
}

TEST(GcsHostile, UnaryRunsWithoutEnd)
{
    for (const std::size_t size : {1u, 7u, 8u, 9u, 63u, 64u, 4096u, 1000000u})
        for (const unsigned p : {0u, 1u, 19u, 32u}) {
            ref::Bytes ones(1 + size, 0xff);
            ones[0] = 1;
            EXPECT_FALSE(accepts(ones, p, 784931));
            ones[0] = 100;
            EXPECT_FALSE(accepts(ones, p, 784931));
        }
    // A run that would be a number of 2^32 · 2^32 or more.
    ref::Bytes sum(1 + 40, 0xff);
    sum[0] = 1;
    sum.back() = 0;
    EXPECT_FALSE(accepts(sum, 32, 1));
}

TEST(GcsHostile, NumbersBeyondTheRange)
{
    // One item, m = 2: numbers 0 and 1 are possible, 2 is not. p = 1: 0 -> 00, 1 -> 01, 2 -> 100.
    EXPECT_TRUE(accepts({1, 0x00}, 1, 2));
    EXPECT_TRUE(accepts({1, 0x40}, 1, 2));
    EXPECT_FALSE(accepts({1, 0x80}, 1, 2));
}

// Bits changed at random: refused or accepted exactly as the oracle says.
TEST(GcsHostile, RandomChanges)
{
    Rng rng(61);
    const GuardedPages pages(8192);
    int good = 0, bad = 0;
    for (int round = 0; round < (quick() ? 500 : 8000); ++round) {
        const unsigned p = static_cast<unsigned>(rng.below(round % 2 == 0 ? 4 : 33));
        const std::uint64_t m = (std::uint64_t{1} << p) + rng.below(100);
        ref::ItemSet items;
        for (std::size_t n = rng.below(30); n != 0; --n) items.insert(rng.bytes(25));
        ref::Bytes encoded = ref::gcs_build(items, 1, 2, p, m);
        for (std::size_t changes = rng.below(4); changes != 0; --changes) {
            if (rng.one_in(6)) encoded.push_back(static_cast<std::uint8_t>(rng()));
            else if (rng.one_in(6) && !encoded.empty()) encoded.pop_back();
            else if (!encoded.empty()) encoded[rng.below(rng.one_in(3) ? 1 : encoded.size())] ^= static_cast<std::uint8_t>(1 << rng.below(8));
        }
        std::uint8_t* const edge = pages.at_end(encoded.size());
        std::copy(encoded.begin(), encoded.end(), edge);
        GcsFilter filter;
        const bool ok = filter.decode({reinterpret_cast<const std::byte*>(edge), encoded.size()}, {1, 2, p, m});
        ASSERT_EQ(ok, well_formed(encoded, p, m)) << "round " << round << " p " << p;
        ++(ok ? good : bad);
    }
    EXPECT_GT(good, 50);
    EXPECT_GT(bad, 50);
    std::printf("             %d accepted, %d refused\n", good, bad);
}

}  // namespace
}  // namespace lanecrypt::test
