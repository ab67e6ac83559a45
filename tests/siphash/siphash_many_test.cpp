// Many messages through the public functions: mixed lengths, prepared messages, many keys, the aliasing rule.
#include <gtest/gtest.h>

#include <cstring>

#include "lanecrypt/misuse.hpp"
#include "lanecrypt/siphash.hpp"
#include "ref/siphash_ref.h"
#include "support/rng.h"

namespace lanecrypt::test {
namespace {

using Message = std::span<const std::byte>;
constexpr std::uint64_t k0 = 11, k1 = 0xfffffffffffffff5;

Message view(const std::uint8_t* p, std::size_t len) { return {reinterpret_cast<const std::byte*>(p), len}; }

struct Mixed {
    std::vector<std::uint8_t> data = Rng(20).bytes(10000);
    std::vector<Message> messages;

    Mixed(std::size_t n, std::size_t longest)
    {
        Rng rng(21 + n);
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t len = rng.below(longest + 1);
            messages.push_back(view(data.data() + rng.below(data.size() - len), len));
        }
    }
    std::uint64_t want(int c, int d, std::size_t i, std::uint64_t a = k0, std::uint64_t b = k1) const
    {
        return ref::siphash(c, d, reinterpret_cast<const std::uint8_t*>(messages[i].data()), messages[i].size(), a, b);
    }
};

TEST(SipHashMany, MixedLengths)
{
    for (const std::size_t n : {0u, 1u, 2u, 3u, 7u, 31u, 32u, 33u, 100u, 1000u})
        for (const std::size_t longest : {0u, 7u, 40u, 300u, 4000u}) {
            const Mixed mixed(n, longest);
            std::vector<std::uint64_t> out(n), out13(n);
            siphash24_many(out, mixed.messages, k0, k1);
            siphash13_many(out13, mixed.messages, k0, k1);
            for (std::size_t i = 0; i < n; ++i) {
                ASSERT_EQ(out[i], mixed.want(2, 4, i)) << n << ' ' << longest << ' ' << i;
                ASSERT_EQ(out13[i], mixed.want(1, 3, i)) << n << ' ' << longest << ' ' << i;
            }
        }
}

TEST(SipHashMany, Items)
{
    const auto data = Rng(22).bytes(100 * 40);
    for (const std::size_t len : {0u, 5u, 32u, 36u}) {
        std::vector<std::uint64_t> out(100), out13(100);
        siphash24_items(out, view(data.data(), 100 * len), len, k0, k1);
        siphash13_items(out13, view(data.data(), 100 * len), len, k0, k1);
        for (std::size_t i = 0; i < 100; ++i) {
            ASSERT_EQ(out[i], ref::siphash(2, 4, data.data() + i * len, len, k0, k1));
            ASSERT_EQ(out13[i], ref::siphash(1, 3, data.data() + i * len, len, k0, k1));
        }
    }
}

TEST(SipHashMany, PreparedMessagesUnderManyKeys)
{
    for (const std::size_t n : {0u, 1u, 31u, 32u, 33u, 500u})
        for (const std::size_t longest : {40u, 300u}) {
            const Mixed mixed(n, longest);
            SipHash24Messages prepared(mixed.messages);
            const SipHash24Messages moved = std::move(prepared);
            ASSERT_EQ(moved.size(), n);
            std::vector<bool> seen(n);
            for (const std::uint64_t key : {std::uint64_t{0}, std::uint64_t{5}, ~std::uint64_t{0}}) {
                std::vector<std::uint64_t> out(n);
                moved.hash(out, key, k1);
                for (std::size_t j = 0; j < n; ++j) {
                    ASSERT_EQ(out[j], mixed.want(2, 4, moved.order()[j], key, k1));
                    seen[moved.order()[j]] = true;
                }
            }
            EXPECT_EQ(std::count(seen.begin(), seen.end(), true), static_cast<std::ptrdiff_t>(n));
        }
}

TEST(SipHashMany, OneMessageUnderManyKeys)
{
    const auto data = Rng(23).bytes(300);
    Rng rng(24);
    std::vector<std::uint64_t> a(77), b(77), out(77);
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = rng(), b[i] = rng();
    for (const std::size_t len : {0u, 22u, 34u, 300u}) {
        siphash24_keys(out, view(data.data(), len), a, b);
        for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(out[i], ref::siphash(2, 4, data.data(), len, a[i], b[i]));
    }
    std::vector<std::uint64_t> in_place = a;
    siphash24_keys(in_place, view(data.data(), 300), in_place, b);
    EXPECT_EQ(in_place, out);
}

int misuses = 0;
class Misuse : public testing::Test {
protected:
    Misuse()
    {
        misuses = 0;
        set_misuse_handler([](const char*, void*) { ++misuses; }, nullptr);
    }
    ~Misuse() override { set_misuse_handler(nullptr, nullptr); }
};
using SipHashManyMisuse = Misuse;

TEST_F(SipHashManyMisuse, SizesThatDoNotFit)
{
    std::vector<std::uint64_t> out(3, 7);
    const std::vector<std::uint64_t> before = out, two(2);
    const Mixed mixed(2, 20);
    siphash24_many(out, mixed.messages, k0, k1);
    siphash24_items(out, view(mixed.data.data(), 10), 3, k0, k1);
    siphash24_items(out, view(mixed.data.data(), 9), 4, k0, k1);
    siphash24_items({}, view(mixed.data.data(), 9), 9, k0, k1);
    siphash24_keys(out, {}, two, out);
    SipHash24Messages(mixed.messages).hash(out, k0, k1);
    EXPECT_EQ(misuses, 6);
    EXPECT_EQ(out, before);
}

// The hash of a message may lie inside it; inside another of its group nothing of the group is written.
TEST_F(SipHashManyMisuse, OutputsInsideMessages)
{
    alignas(8) std::uint8_t memory[200 * 32];
    Rng(25).fill(memory, sizeof memory);
    const std::vector<std::uint8_t> before(memory, memory + sizeof memory);
    auto* const out = reinterpret_cast<std::uint64_t*>(memory);
    const auto hash = [&](std::size_t at, std::size_t len) { return ref::siphash(2, 4, before.data() + at, len, k0, k1); };

    std::vector<Message> own;
    for (std::size_t i = 0; i < 200; ++i) own.push_back(view(memory + 8 * i, 8));
    siphash24_many({out, own.size()}, own, k0, k1);
    EXPECT_EQ(misuses, 0);
    for (std::size_t i = 0; i < own.size(); ++i) ASSERT_EQ(out[i], hash(8 * i, 8)) << i;

    std::memcpy(memory, before.data(), sizeof memory);
    std::vector<Message> other(200, view(memory + 4000, 30));
    other[70] = view(memory + 8 * 71 + 3, 12);  // bytes of outputs 71 and 72
    siphash24_many({out, other.size()}, other, k0, k1);
    EXPECT_EQ(misuses, 1);
    EXPECT_EQ(std::memcmp(memory, before.data(), sizeof memory), 0);  // no group is written

    // A message that a later group's output overlaps is hashed before that output is written.
    std::memcpy(memory, before.data(), sizeof memory);
    std::vector<Message> later(200, view(memory + 4000, 30));
    later[3] = view(memory + 8 * 100, 16);
    siphash24_many({out, later.size()}, later, k0, k1);
    EXPECT_EQ(misuses, 1);
    EXPECT_EQ(out[3], hash(800, 16));

    misuses = 0;
    siphash24_items({out, 4}, view(memory + 24, 4 * 32), 32, k0, k1);
    EXPECT_EQ(misuses, 1);

    // Each hash in its own item.
    std::memcpy(memory, before.data(), sizeof memory);
    siphash24_items({out, 200}, view(memory, 200 * 8), 8, k0, k1);
    EXPECT_EQ(misuses, 1);
    for (std::size_t i = 0; i < 200; ++i) ASSERT_EQ(out[i], hash(8 * i, 8)) << i;
}

}  // namespace
}  // namespace lanecrypt::test
