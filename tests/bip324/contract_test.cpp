// The classes: misuse, failure, wiping, types.
#include <gtest/gtest.h>

#include <memory>
#include <new>
#include <type_traits>

#include "bip324/model.h"
#include "lanecrypt/bip324.hpp"
#include "lanecrypt/lanecrypt.h"
#include "lanecrypt/misuse.hpp"
#include "support/residue.h"
#include "support/rng.h"

namespace lanecrypt::test {
namespace {

template <class T>
constexpr bool stays_where_it_is = !std::is_copy_constructible_v<T> && !std::is_move_constructible_v<T> && !std::is_copy_assignable_v<T> && !std::is_move_assignable_v<T>;
static_assert(stays_where_it_is<FSChaCha20> && stays_where_it_is<FSChaCha20Poly1305> && stays_where_it_is<Bip324Cipher> && stays_where_it_is<Bip324Keys>);

int misuses = 0;
class Bip324Contract : public testing::Test {
protected:
    void SetUp() override
    {
        misuses = 0;
        set_misuse_handler([](const char*, void*) { ++misuses; }, nullptr);
    }
    void TearDown() override { set_misuse_handler(nullptr, nullptr); }

    Bytes length_key = Bytes(32, 1), packet_key = Bytes(32, 2);
    ref::Bip324Ref model{ref::key_from(length_key.data()), ref::key_from(packet_key.data())};
    Bip324Cipher sender{as_key(length_key), as_key(packet_key)}, receiver{as_key(length_key), as_key(packet_key)};
};

TEST_F(Bip324Contract, MisuseChangesNothing)
{
    Bytes memory(200, 9), aad(10);
    const Bytes before = memory;
    const auto m = as_bytes(memory);
    const auto a = std::span<const std::byte>(m);
    sender.seal(m.first(60), a.subspan(100, 41));                 // wrong size
    sender.seal(m.first(60), a.subspan(3, 40));                   // shifts other than 4
    sender.seal(m.first(60), a.subspan(5, 40));
    sender.seal(m.first(60), a.subspan(0, 40));
    sender.seal(m.first(60), a.subspan(100, 40), a.subspan(59, 5));  // aad inside the packet
    EXPECT_EQ(misuses, 5);
    bool ignore = false;
    EXPECT_FALSE(receiver.open(m.first(40), ignore, a.first(57)));
    EXPECT_FALSE(receiver.open(m.subspan(2, 40), ignore, a.first(57)));
    EXPECT_FALSE(receiver.open(m.first(40), ignore, a.subspan(100, 56)));
    EXPECT_FALSE(receiver.open(m.first(40), ignore, a.subspan(100, 57), a.subspan(39, 2)));
    EXPECT_EQ(misuses, 9);
    EXPECT_EQ(memory, before);
    // Neither state has moved.
    const Bytes contents(40, 5);
    Bytes packet(60);
    sender.seal(as_bytes(packet), as_bytes(contents));
    EXPECT_EQ(packet, model.seal(contents, {}, false));
    Bytes back(40);
    EXPECT_EQ(receiver.open_length(std::span<const std::byte>(as_bytes(packet)).first<3>()), 40u);
    EXPECT_TRUE(receiver.open(as_bytes(back), ignore, as_bytes(packet).subspan(3)));
    EXPECT_EQ(back, contents);
    EXPECT_EQ(misuses, 9);
}

TEST_F(Bip324Contract, MisuseInC)
{
    auto c = std::make_unique<lanecrypt_bip324_cipher>();
    lanecrypt_bip324_init(nullptr, length_key.data(), packet_key.data());
    lanecrypt_bip324_init(c.get(), nullptr, packet_key.data());
    lanecrypt_bip324_init(c.get(), length_key.data(), nullptr);
    EXPECT_EQ(misuses, 3);
    lanecrypt_bip324_init(c.get(), length_key.data(), packet_key.data());
    Bytes out(100, 3), in(100, 4);
    const Bytes before = out;
    lanecrypt_bip324_seal(nullptr, out.data(), in.data(), 10, nullptr, 0, 0);
    lanecrypt_bip324_seal(c.get(), nullptr, in.data(), 10, nullptr, 0, 0);
    lanecrypt_bip324_seal(c.get(), out.data(), nullptr, 10, nullptr, 0, 0);
    lanecrypt_bip324_seal(c.get(), out.data(), in.data(), 10, nullptr, 1, 0);
    lanecrypt_bip324_seal(c.get(), out.data(), in.data(), 16777216, nullptr, 0, 0);
    lanecrypt_bip324_seal(c.get(), out.data(), out.data() + 3, 10, nullptr, 0, 0);
    EXPECT_EQ(misuses, 9);
    EXPECT_EQ(lanecrypt_bip324_open_length(c.get(), nullptr), 0u);
    EXPECT_EQ(misuses, 10);
    int ignore = 7;
    EXPECT_EQ(lanecrypt_bip324_open(nullptr, out.data(), &ignore, in.data(), 10, nullptr, 0), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(lanecrypt_bip324_open(c.get(), nullptr, &ignore, in.data(), 10, nullptr, 0), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(lanecrypt_bip324_open(c.get(), out.data(), &ignore, nullptr, 10, nullptr, 0), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(lanecrypt_bip324_open(c.get(), out.data(), &ignore, in.data(), 10, nullptr, 1), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(lanecrypt_bip324_open(c.get(), out.data(), &ignore, in.data(), 16777216, nullptr, 0), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(lanecrypt_bip324_open(c.get(), out.data(), &ignore, out.data(), 10, nullptr, 0), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(lanecrypt_bip324_open(c.get(), out.data() + 2, &ignore, out.data(), 10, nullptr, 0), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(lanecrypt_bip324_open(c.get(), out.data(), &ignore, in.data(), 10, out.data() + 9, 1), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(ignore, 7);
    EXPECT_EQ(out, before);
    EXPECT_EQ(misuses, 10);
    // Nothing has moved.
    lanecrypt_bip324_seal(c.get(), out.data(), in.data(), 10, nullptr, 0, 1);
    const Bytes want = model.seal(Bytes(10, 4), {}, true);
    EXPECT_TRUE(std::equal(want.begin(), want.end(), out.begin()));
    lanecrypt_bip324_wipe(c.get());
    lanecrypt_bip324_seal(c.get(), out.data(), in.data(), 10, nullptr, 0, 1);
    EXPECT_EQ(lanecrypt_bip324_open(c.get(), out.data(), &ignore, in.data(), 10, nullptr, 0), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(misuses, 11);
    EXPECT_TRUE(std::equal(want.begin(), want.end(), out.begin()));
}

// A packet that is refused uses its place; the right bytes come too late; the next packet opens.
TEST_F(Bip324Contract, StateMovesOnAfterFailure)
{
    Bytes first(25), second(25), contents(5, 6);
    sender.seal(as_bytes(first), as_bytes(contents));
    sender.seal(as_bytes(second), as_bytes(contents), {}, true);
    Bytes damaged = first;
    damaged[10] ^= 1;
    bool ignore = true;
    Bytes back(5, 0xee);
    receiver.open_length(std::span<const std::byte>(as_bytes(first)).first<3>());
    EXPECT_FALSE(receiver.open(as_bytes(back), ignore, as_bytes(damaged).subspan(3)));
    EXPECT_EQ(back, Bytes(5));
    EXPECT_TRUE(ignore);
    EXPECT_EQ(receiver.open_length(std::span<const std::byte>(as_bytes(second)).first<3>()), 5u);
    EXPECT_TRUE(receiver.open(as_bytes(back), ignore, as_bytes(second).subspan(3)));
    EXPECT_EQ(back, contents);
    EXPECT_TRUE(ignore);
    // Once more with the same bytes: that nonce is past.
    EXPECT_FALSE(receiver.open(as_bytes(back), ignore, as_bytes(second).subspan(3)));
}

// Only bit 7 of the header counts.
TEST_F(Bip324Contract, OtherHeaderBitsAreIgnored)
{
    FSChaCha20Poly1305 raw(as_key(packet_key), 224);
    for (int header = 0; header < 256; ++header) {
        const Bytes plain{static_cast<std::uint8_t>(header), 1, 2};
        Bytes body(19), back(2);
        raw.seal(as_bytes(body), as_bytes(plain), {});
        bool ignore = false;
        ASSERT_TRUE(receiver.open(as_bytes(back), ignore, as_bytes(body)));
        EXPECT_EQ(ignore, header >= 128);
    }
}

// Every bit of the tag, for every way to open; lengths within and beyond what look-ahead keeps ready.
TEST_F(Bip324Contract, EveryTagBit)
{
    auto c = std::make_unique<lanecrypt_bip324_cipher>();
    lanecrypt_bip324_init(c.get(), length_key.data(), packet_key.data());
    FSChaCha20Poly1305 one(as_key(packet_key), 224), two(as_key(packet_key), 224);
    for (const std::size_t len : {std::size_t{0}, std::size_t{7}, std::size_t{300}, std::size_t{5000}})
        for (int bit = 0; bit < 128; ++bit) {
            Bytes packet(len + 20), contents(len, 1);
            sender.seal(as_bytes(packet), as_bytes(contents));
            packet[packet.size() - 16 + static_cast<std::size_t>(bit) / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
            const auto body = std::span<const std::byte>(as_bytes(packet)).subspan(3);
            bool ignore = true;
            Bytes back(len, 0xee);
            EXPECT_FALSE(receiver.open(as_bytes(back), ignore, body)) << bit;
            EXPECT_EQ(back, Bytes(len));
            EXPECT_TRUE(ignore);
            int c_ignore = 7;
            back.assign(len, 0xee);
            EXPECT_EQ(lanecrypt_bip324_open(c.get(), back.data(), &c_ignore, packet.data() + 3, len, nullptr, 0), LANECRYPT_AUTHENTICATION_FAILED) << bit;
            EXPECT_EQ(back, Bytes(len));
            EXPECT_EQ(c_ignore, 7);
            Bytes header(1, 0xee), whole(1 + len, 0xee);
            EXPECT_FALSE(one.open(as_bytes(whole), body, {})) << bit;
            EXPECT_EQ(whole, Bytes(1 + len));
            back.assign(len, 0xee);
            EXPECT_FALSE(two.open(as_bytes(header), as_bytes(back), body, {})) << bit;
            EXPECT_EQ(header, Bytes(1));
            EXPECT_EQ(back, Bytes(len));
        }
    // All have moved on together.
    Bytes packet(27), back(7);
    sender.seal(as_bytes(packet), as_bytes(Bytes(7, 1)));
    bool ignore = false;
    EXPECT_TRUE(receiver.open(as_bytes(back), ignore, as_bytes(packet).subspan(3)));
    EXPECT_EQ(lanecrypt_bip324_open(c.get(), back.data(), nullptr, packet.data() + 3, 7, nullptr, 0), LANECRYPT_OK);
    Bytes whole(8);
    EXPECT_TRUE(one.open(as_bytes(whole), as_bytes(packet).subspan(3), {}));
    EXPECT_TRUE(two.open(as_bytes(whole), as_bytes(packet).subspan(3), {}));
    EXPECT_EQ(misuses, 0);
}

// Destruction in the middle of an epoch, with look-ahead filled, leaves zeros.
TEST_F(Bip324Contract, DestructionAndWipeLeaveZeros)
{
    alignas(Bip324Cipher) static std::uint8_t place[sizeof(Bip324Cipher)];
    Rng rng(7);
    for (const int packets : {0, 1, 5, 100, 223, 224, 230}) {
        for (const bool destroy : {true, false}) {
            auto* const c = new (place) Bip324Cipher(as_key(length_key), as_key(packet_key));
            Bytes contents(50), packet(70);
            for (int i = 0; i < packets; ++i) c->seal(as_bytes(packet), as_bytes(contents));
            c->open_length(std::byte{1});
            EXPECT_FALSE(all_zero(place, sizeof place));
            if (destroy) {
                c->~Bip324Cipher();
            } else {
                c->wipe();
                EXPECT_FALSE(c->is_alive());
            }
            EXPECT_TRUE(all_zero(place, sizeof place)) << packets;
        }
    }
}

// The right tag of a refused packet does not stay on the stack.
TEST_F(Bip324Contract, ForgeriesLeaveNoTag)
{
    if (LANECRYPT_OTHER_STACK) GTEST_SKIP() << "sanitizers lay out the stack in their own way";
    for (const std::size_t len : {std::size_t{0}, std::size_t{30}, std::size_t{700}, std::size_t{5000}}) {
        Bytes packet(len + 20), contents(len, 6), back(len);
        sender.seal(as_bytes(packet), as_bytes(contents));
        const Bytes tag(packet.end() - 16, packet.end());
        packet.back() ^= 1;
        bool ignore = false;
        StackResidue::fill();
        const bool good = receiver.open(as_bytes(back), ignore, as_bytes(packet).subspan(3));
        StackResidue::take();
        EXPECT_FALSE(good);
        EXPECT_EQ(StackResidue::found(tag.data(), 16, 16), 0) << len;
    }
}

TEST_F(Bip324Contract, UseAfterWipe)
{
    Bytes packet(25, 1), contents(5);
    const Bytes before = packet;
    sender.wipe();
    sender.seal(as_bytes(packet), as_bytes(contents));
    EXPECT_EQ(sender.open_length(std::span<const std::byte>(as_bytes(packet)).first<3>()), 0u);
    bool ignore = false;
    EXPECT_FALSE(sender.open(as_bytes(contents), ignore, std::span<const std::byte>(as_bytes(packet)).first(22)));
    EXPECT_EQ(misuses, 3);
    EXPECT_EQ(packet, before);
    FSChaCha20 length(as_key(length_key), 0);
    length.crypt(as_bytes(contents), as_bytes(contents));
    EXPECT_EQ(misuses, 5);
}

TEST_F(Bip324Contract, ForwardSecureClassesCheckTheirSpans)
{
    FSChaCha20 length(as_key(length_key), 224);
    FSChaCha20Poly1305 packets(as_key(packet_key), 224);
    Bytes memory(100, 3);
    const Bytes before = memory;
    const auto m = as_bytes(memory);
    const auto a = std::span<const std::byte>(m);
    length.crypt(m.first(3), a.first(4));
    length.crypt(m.first(3), a.subspan(1, 3));
    packets.seal(m.first(26), a.subspan(1, 10), {});
    packets.seal(m.first(26), a.subspan(50, 4), a.subspan(5, 6), {});
    packets.seal(m.first(26), a.subspan(50, 10), a.subspan(25, 1));
    EXPECT_FALSE(packets.open(m.subspan(50, 5), m.subspan(54, 5), a.first(26), {}));
    EXPECT_FALSE(packets.open(m.subspan(1, 10), a.first(26), {}));
    EXPECT_EQ(misuses, 7);
    EXPECT_EQ(memory, before);
}

}  // namespace
}  // namespace lanecrypt::test
