// The hashers of one message: every length and every split against the oracle.
#include <gtest/gtest.h>

#include <algorithm>

#include "lanecrypt/siphash.hpp"
#include "ref/siphash_ref.h"
#include "support/guard.h"
#include "support/rng.h"

namespace lanecrypt::test {
namespace {

constexpr std::uint64_t k0 = 0x0123456789abcdef, k1 = 0xfedcba9876543210;

std::span<const std::byte> view(const std::uint8_t* p, std::size_t len) { return {reinterpret_cast<const std::byte*>(p), len}; }
std::span<const std::byte> view(const ref::Bytes& b) { return view(b.data(), b.size()); }

template <class H>
struct Oracle;
template <int C, int D>
struct Oracle<SipHash<C, D, 64>> {
    static std::uint64_t hash(const ref::Bytes& m) { return ref::siphash(C, D, m, k0, k1); }
};
template <int C, int D>
struct Oracle<SipHash<C, D, 128>> {
    static std::array<std::uint64_t, 2> hash(const ref::Bytes& m)
    {
        const auto pair = ref::siphash128(C, D, m, k0, k1);
        return {pair.first, pair.second};
    }
};

template <class H>
class SipHasher : public testing::Test {};
using Hashers = testing::Types<SipHash24, SipHash13, SipHash48, SipHash24_128, SipHash13_128, SipHash48_128>;
TYPED_TEST_SUITE(SipHasher, Hashers);

TYPED_TEST(SipHasher, EveryLengthOneShotAndByteByByte)
{
    const auto data = Rng(10).bytes(600);
    for (std::size_t len = 0; len <= 600; ++len) {
        const ref::Bytes message(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(len));
        const auto want = Oracle<TypeParam>::hash(message);
        ASSERT_EQ(TypeParam::hash(view(message), k0, k1), want) << len;
        TypeParam h(k0, k1);
        for (std::size_t i = 0; i < len; ++i) h.update(view(&message[i], 1));
        ASSERT_EQ(h.finalize(), want) << len;
    }
}

TYPED_TEST(SipHasher, EverySplitInThree)
{
    const auto data = Rng(11).bytes(80);
    const std::size_t most = 24;
    for (std::size_t a = 0; a <= most; ++a)
        for (std::size_t b = 0; b <= most; ++b)
            for (std::size_t c = 0; c <= most; ++c) {
                TypeParam h(k0, k1);
                h.update(view(&data[0], a)).update(view(&data[a], b)).update(view(&data[a + b], c));
                const ref::Bytes message(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(a + b + c));
                ASSERT_EQ(h.finalize(), Oracle<TypeParam>::hash(message)) << a << ' ' << b << ' ' << c;
            }
}

TYPED_TEST(SipHasher, RandomSplitsOfALongStream)
{
    const auto data = Rng(12).bytes(5000);
    const auto want = Oracle<TypeParam>::hash(data);
    Rng rng(13);
    for (int round = 0; round < (quick() ? 30 : 1000); ++round) {
        TypeParam h(k0, k1);
        for (std::size_t at = 0; at < data.size();) {
            const std::size_t n = std::min<std::size_t>(rng.below(round % 2 == 0 ? 20 : 700), data.size() - at);
            h.update(view(&data[at], n));
            at += n;
        }
        ASSERT_EQ(h.finalize(), want);
    }
}

// finalize leaves the object where it was, a copy goes its own way, words may be given at any position.
TYPED_TEST(SipHasher, FinalizeCopiesAndWords)
{
    ref::Bytes message = Rng(14).bytes(21);
    TypeParam h(k0, k1);
    h.update(view(message));
    EXPECT_EQ(h.finalize(), Oracle<TypeParam>::hash(message));
    EXPECT_EQ(h.finalize(), Oracle<TypeParam>::hash(message));
    TypeParam copy = h;
    copy.update_word(0x8877665544332211);
    ref::Bytes longer = message;
    for (int i = 1; i <= 8; ++i) longer.push_back(static_cast<std::uint8_t>(0x11 * i));
    EXPECT_EQ(copy.finalize(), Oracle<TypeParam>::hash(longer));
    h.update(view(longer.data() + 21, 3));
    longer.resize(24);
    EXPECT_EQ(h.finalize(), Oracle<TypeParam>::hash(longer));
    copy = h;
    EXPECT_EQ(copy.finalize(), h.finalize());
}

TYPED_TEST(SipHasher, ReadsNothingOutside)
{
    const GuardedPages pages(4096);
    for (std::size_t len = 0; len <= 300; ++len)
        for (std::uint8_t* const p : {pages.at_start(), pages.at_end(len)}) {
            Rng(len).fill(p, len);
            ASSERT_EQ(TypeParam::hash(view(p, len), k0, k1), Oracle<TypeParam>::hash(ref::Bytes(p, p + len))) << len;
            TypeParam h(k0, k1);
            h.update(view(p, len / 3)).update(view(p + len / 3, len - len / 3));
            ASSERT_EQ(h.finalize(), Oracle<TypeParam>::hash(ref::Bytes(p, p + len))) << len;
        }
}

TEST(PresaltedSipHash, EqualsTheGeneralHasher)
{
    Rng rng(15);
    for (int i = 0; i < 1000; ++i) {
        const std::uint64_t a = rng(), b = rng();
        const PresaltedSipHash24 salted(a, b);
        ref::Bytes data = rng.bytes(32);
        const std::span<const std::byte, 32> fixed(view(data).first<32>());
        ASSERT_EQ(salted(fixed), ref::siphash(2, 4, data, a, b));
        const auto extra = static_cast<std::uint32_t>(rng());
        ref::Bytes with_extra = data;
        for (int k = 0; k < 4; ++k) with_extra.push_back(static_cast<std::uint8_t>(extra >> (8 * k)));
        ASSERT_EQ(salted(fixed, extra), ref::siphash(2, 4, with_extra, a, b));
    }
}

TEST(SipHash13UJ, EqualsTheOracle)
{
    Rng rng(16);
    const auto words = [](const ref::Bytes& d) {
        std::array<std::uint64_t, 4> w{};
        for (std::size_t i = 0; i < 32; ++i) w[i / 8] |= std::uint64_t{d[i]} << (8 * (i % 8));
        return w;
    };
    for (int round = 0; round < 500; ++round) {
        const std::uint64_t a = rng(), b = rng();
        SipHash13UJ h(a, b);
        ref::SipHash13UJRef want(a, b);
        const ref::Bytes block = rng.bytes(32);
        const std::uint64_t word = rng();
        ASSERT_EQ(h.hash(view(block).first<32>()), ref::SipHash13UJRef(a, b).jumbo(words(block)).finish());
        ASSERT_EQ(h.hash(view(block).first<32>(), word), ref::SipHash13UJRef(a, b).jumbo(words(block)).word(word).finish());
        for (int i = 0; i < 5; ++i) {
            if (rng.one_in(2)) {
                const std::uint64_t m = rng();
                h.update_word(m);
                want.word(m);
            } else {
                const ref::Bytes jumbo = rng.bytes(32);
                h.update_jumbo(view(jumbo).first<32>());
                want.jumbo(words(jumbo));
            }
            ASSERT_EQ(h.finalize(), want.finish());
        }
    }
}

}  // namespace
}  // namespace lanecrypt::test
