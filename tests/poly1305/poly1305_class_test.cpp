// The class and the C functions: every split, misuse, wiping.
#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "lanecrypt/lanecrypt.h"
#include "lanecrypt/misuse.hpp"
#include "lanecrypt/poly1305.hpp"
#include "ref/poly1305_ref.h"
#include "support/hex.h"
#include "support/rng.h"

namespace lanecrypt::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

std::span<const std::byte> view(const std::uint8_t* p, std::size_t len) { return {reinterpret_cast<const std::byte*>(p), len}; }
std::span<const std::byte, 32> key_view(const Bytes& key) { return view(key.data(), 32).first<32>(); }

std::string tag_of(Poly1305& p)
{
    std::byte tag[16];
    p.finalize(tag);
    return to_hex(reinterpret_cast<const std::uint8_t*>(tag), 16);
}

TEST(Poly1305Class, ThreePieces)
{
    Rng rng(10);
    const Bytes key = rng.bytes(32), data = rng.bytes(400);
    std::vector<std::string> want;
    for (std::size_t len = 0; len <= 400; ++len) want.push_back(to_hex(ref::poly1305(Bytes(data.begin(), data.begin() + static_cast<long>(len)), key.data())));
    const std::size_t limit = quick() ? 36 : 130;
    for (std::size_t a = 0; a <= limit; ++a)
        for (std::size_t b = 0; b <= limit; ++b)
            for (const std::size_t c : {std::size_t{0}, std::size_t{1}, std::size_t{15}, std::size_t{16}, std::size_t{17}, (a * 7 + b * 3) % 131}) {
                Poly1305 p(key_view(key));
                p.update(view(data.data(), a)).update(view(data.data() + a, b)).update(view(data.data() + a + b, c));
                ASSERT_EQ(tag_of(p), want[a + b + c]) << a << ' ' << b << ' ' << c;
            }
}

TEST(Poly1305Class, ManySmallPieces)
{
    Rng rng(11);
    const Bytes key = rng.bytes(32), data = rng.bytes(5000);
    const std::string want = to_hex(ref::poly1305(data, key.data()));
    for (int round = 0; round < (quick() ? 20 : 300); ++round) {
        Poly1305 p(key_view(key));
        const std::size_t largest = round < 20 ? static_cast<std::size_t>(round + 1) : 1 + rng.below(900);
        for (std::size_t at = 0; at < data.size();) {
            const std::size_t n = std::min<std::size_t>(round < 20 ? largest : rng.below(largest + 1), data.size() - at);
            p.update(view(data.data() + at, n));
            at += n;
        }
        ASSERT_EQ(tag_of(p), want) << largest;
    }
}

// 16 bytes first, then 128 + excess and excess in turn: the buffer and the wide loops take turns.
TEST(Poly1305Class, ExcessPattern)
{
    Rng rng(12);
    const Bytes key = rng.bytes(32), data = rng.bytes(4096);
    const std::string want = to_hex(ref::poly1305(data, key.data()));
    for (const std::size_t excess : {0u, 16u, 32u, 48u, 5u}) {
        Poly1305 p(key_view(key));
        std::size_t at = 16;
        p.update(view(data.data(), 16));
        for (bool large = true; at < data.size(); large = !large) {
            const std::size_t n = std::min(large ? 128 + excess : excess, data.size() - at);
            p.update(view(data.data() + at, n));
            at += n;
        }
        EXPECT_EQ(tag_of(p), want) << excess;
    }
}

TEST(Poly1305Class, CopiesGoOnIndependently)
{
    Rng rng(13);
    const Bytes key = rng.bytes(32), data = rng.bytes(700);
    Poly1305 a(key_view(key));
    a.update(view(data.data(), 333));
    Poly1305 b = a;
    a.update(view(data.data() + 333, 367));
    EXPECT_EQ(tag_of(a), to_hex(ref::poly1305(data, key.data())));
    EXPECT_EQ(tag_of(b), to_hex(ref::poly1305(Bytes(data.begin(), data.begin() + 333), key.data())));
}

TEST(Poly1305Class, WipesItself)
{
    Rng rng(14);
    const Bytes key = rng.bytes(32), data = rng.bytes(1000);
    alignas(Poly1305) unsigned char room[sizeof(Poly1305)];
    std::memset(room, 0xee, sizeof room);
    auto* const p = new (room) Poly1305(key_view(key));
    p->update(view(data.data(), data.size()));
    p->~Poly1305();
    const volatile unsigned char* const seen = room;
    for (std::size_t i = 0; i < sizeof room; ++i) ASSERT_EQ(seen[i], 0) << i;
}

int misuses = 0;
void count_misuse(const char*, void*) { ++misuses; }

class Misuse : public ::testing::Test {
protected:
    void SetUp() override
    {
        misuses = 0;
        set_misuse_handler(count_misuse, nullptr);
    }
    void TearDown() override { set_misuse_handler(nullptr, nullptr); }
};

TEST_F(Misuse, UseAfterTheEnd)
{
    const Bytes key(32, 7), data(20, 1);
    Poly1305 p(key_view(key));
    p.update(view(data.data(), data.size()));
    std::byte tag[16], untouched[16] = {};
    p.finalize(tag);
    EXPECT_EQ(misuses, 0);
    p.update(view(data.data(), 3));
    p.finalize(untouched);
    EXPECT_EQ(misuses, 2);
    for (const std::byte b : untouched) EXPECT_EQ(b, std::byte{0});
}

TEST_F(Misuse, NullMessagesAndTagsInsideTheObject)
{
    Rng rng(15);
    const Bytes key = rng.bytes(32), data = rng.bytes(40);
    const std::span<const std::byte> null(static_cast<const std::byte*>(nullptr), 5);
    Poly1305 p(key_view(key));
    p.update(view(data.data(), data.size())).update(null);
    EXPECT_EQ(misuses, 1);
    p.finalize(std::span<std::byte, 16>(reinterpret_cast<std::byte*>(&p) + sizeof p - 16, 16));
    EXPECT_EQ(misuses, 2);
    EXPECT_EQ(tag_of(p), to_hex(ref::poly1305(data, key.data())));  // as if neither had been asked
    std::array<std::byte, 16> tag{};
    Poly1305::compute(tag, null, key_view(key));
    EXPECT_EQ(misuses, 3);
    EXPECT_EQ(tag, (std::array<std::byte, 16>{}));
}

TEST_F(Misuse, CFunctions)
{
    Bytes key(32, 7), message(100, 3), tag(16), zero(16);
    lanecrypt_poly1305(tag.data(), nullptr, 0, key.data());
    EXPECT_EQ(misuses, 0);
    EXPECT_EQ(to_hex(tag), to_hex(Bytes(key.begin() + 16, key.end())));  // nothing but the pad
    const Bytes before = key;
    lanecrypt_poly1305(nullptr, message.data(), 1, key.data());
    lanecrypt_poly1305(tag.data(), nullptr, 1, key.data());
    lanecrypt_poly1305(tag.data(), message.data(), 1, nullptr);
    lanecrypt_poly1305(key.data() + 20, message.data(), 1, key.data());
    EXPECT_EQ(misuses, 4);
    EXPECT_EQ(key, before);

    lanecrypt_poly1305_state state{};  // it may be larger than what it holds
    lanecrypt_poly1305_init(&state, key.data());
    lanecrypt_poly1305_update(&state, nullptr, 0);
    lanecrypt_poly1305_update(&state, message.data(), 77);
    lanecrypt_poly1305_update(&state, message.data() + 77, 23);
    lanecrypt_poly1305_final(&state, message.data() + 10);  // inside its own input
    EXPECT_EQ(misuses, 4);
    EXPECT_EQ(to_hex(Bytes(message.begin() + 10, message.begin() + 26)), to_hex(ref::poly1305(Bytes(100, 3), key.data())));
    for (const std::uint64_t word : state.opaque) EXPECT_EQ(word, 0u);
    lanecrypt_poly1305_update(&state, message.data(), 1);
    lanecrypt_poly1305_final(&state, zero.data());
    EXPECT_EQ(misuses, 6);
    EXPECT_EQ(zero, Bytes(16));
    lanecrypt_poly1305_init(&state, nullptr);
    lanecrypt_poly1305_init(nullptr, key.data());
    lanecrypt_poly1305_update(nullptr, key.data(), 1);
    lanecrypt_poly1305_final(nullptr, zero.data());
    EXPECT_EQ(misuses, 10);
}

}  // namespace
}  // namespace lanecrypt::test
