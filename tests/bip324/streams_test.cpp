// The streams with look-ahead against the plain model, for every pair of implementations by name.
#include "bip324/streams.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <memory>

#include "bip324/model.h"
#include "support/hex.h"
#include "support/kernel_pairs.h"
#include "support/rng.h"

namespace lanecrypt::test {
namespace {

using bip324::LengthStream;
using bip324::PacketStream;

Bytes counting_key()
{
    Bytes key(32);
    for (std::size_t i = 0; i < 32; ++i) key[i] = static_cast<std::uint8_t>(i);
    return key;
}

Bytes chunk(LengthStream& s, const ChaCha20Ops& cipher, const Bytes& in, bool in_place)
{
    Bytes out = in_place ? in : Bytes(in.size());
    bip324::crypt(s, cipher, out.data(), in_place ? out.data() : in.data(), in.size());
    return out;
}

// Interval 224, empty packets and three zero bytes; values computed with a model that was checked against the packets
// of BIP324.
TEST(Bip324Streams, PublishedSchedule)
{
    for_each_kernel_pair([](const AeadOps& ops, const std::string&) {
        auto packets = std::make_unique<PacketStream>();
        auto lengths = std::make_unique<LengthStream>();
        bip324::start(*packets, counting_key().data(), 224);
        bip324::start(*lengths, counting_key().data(), 224);
        for (int i = 0; i <= 448; ++i) {
            Bytes tag(16);
            bip324::seal(*packets, ops, tag.data(), {nullptr, 0, nullptr, 0}, nullptr, 0);
            const std::string mask = to_hex(chunk(*lengths, *ops.chacha20, Bytes(3), i % 2 == 0));
            const struct {
                int packet;
                const char *tag, *mask;
            } rows[] = {{0, "10324f800a160bd9a1794255be7ec29d", "39fd2b"},   {1, "ad4952f324e13bfaf72669500efe356c", "7dd9c5"},
                        {223, "85b3904d6a3c7b152f1a7a3f0f50ac7a", "2f6ec9"}, {224, "ab1c083eb7263195c491f1214644e133", "39ffff"},
                        {225, "fbfc8168782780c46a1bf0cda21b5101", "f29de5"}, {447, "e5d7319623e71049e7649e1b9bfe02e3", "34a2ca"},
                        {448, "859754ade2f379e36a8694f0b38d1cc6", "448c69"}};
            for (const auto& row : rows) {
                if (row.packet != i) continue;
                EXPECT_EQ(to_hex(tag), row.tag) << i;
                EXPECT_EQ(mask, row.mask) << i;
            }
            if (i == 21) {
                EXPECT_EQ(mask, "0c18b8");
            }
        }
    });
}

// Any interval, any chunk sizes, look-ahead switched at random.
TEST(Bip324Streams, LengthStreamIsTheModel)
{
    for_each_impl(dispatch::chacha20_slot, [](const ChaCha20Ops& cipher, const std::string&) {
        Rng rng(3);
        for (const std::uint32_t interval : {1u, 2u, 5u, 16u, 224u, 256u, 1000u}) {
            for (int style = 0; style < 4; ++style) {
                const Bytes key = rng.bytes(32);
                ref::FSChaCha20Ref model(ref::key_from(key.data()), interval);
                auto stream = std::make_unique<LengthStream>();
                bip324::start(*stream, key.data(), interval);
                for (int i = 0; i < (quick() ? 300 : 1100); ++i) {
                    std::size_t len = 3;
                    if (style == 1) len = rng.below(100);
                    if (style == 2) len = rng.one_in(30) ? rng.below(4096) : rng.below(6);
                    if (style == 3) len = rng.one_in(4) ? 0 : 32;
                    const Bytes in = rng.bytes(len);
                    ASSERT_EQ(chunk(*stream, cipher, in, rng.one_in(2)), model.crypt(in)) << "interval " << interval << " chunk " << i;
                    if (style != 0 && rng.one_in(40)) bip324::set_look_ahead(*stream, rng.one_in(2));
                }
            }
        }
    });
}

// One direction, sender and receiver against the model: sizes of every kind, pieces cut anywhere, in place or apart,
// packets that fail, look-ahead switched at random; two epochs and a bit at interval 224, many at short ones.
void packets_like_the_model(Rng& rng, const AeadOps& ops, std::uint32_t interval, int count, int style)
{
    const Bytes key = rng.bytes(32);
    ref::FSChaCha20Poly1305Ref model(ref::key_from(key.data()), interval);
    auto sender = std::make_unique<PacketStream>(), receiver = std::make_unique<PacketStream>();
    bip324::start(*sender, key.data(), interval);
    bip324::start(*receiver, key.data(), interval);
    for (int i = 0; i < count; ++i) {
        std::size_t len = 1 + rng.below(64);
        if (style == 1) len = rng.below(400);
        if (style == 2) len = rng.one_in(10) ? rng.below(6000) : rng.below(200);
        if (style == 3) len = rng.below(1500);
        const Bytes plain = rng.bytes(len), aad = rng.one_in(4) ? rng.bytes(rng.below(70)) : Bytes();
        const Bytes want = model.encrypt(plain, aad);

        // The first piece: the header's one byte, or anything.
        const std::size_t cut = rng.one_in(3) ? rng.below(len + 1) : std::min<std::size_t>(1, len);
        Bytes out(len + 16), apart = plain;
        const bool first_in_place = rng.one_in(2), second_in_place = rng.one_in(2);
        if (first_in_place) std::copy_n(plain.begin(), cut, out.begin());
        if (second_in_place) std::copy(plain.begin() + static_cast<long>(cut), plain.end(), out.begin() + static_cast<long>(cut));
        bip324::seal(*sender, ops, out.data(),
                     {first_in_place ? out.data() : apart.data(), cut, (second_in_place ? out.data() : apart.data()) + cut, len - cut}, aad.data(), aad.size());
        ASSERT_EQ(out, want) << "interval " << interval << " packet " << i << " length " << len;

        const bool bad = rng.one_in(8);
        if (bad) out[rng.below(out.size())] ^= static_cast<std::uint8_t>(1 << rng.below(8));
        Bytes back(len, 0xaa);
        const bool opened = bip324::open(*receiver, ops, {first_in_place ? out.data() : back.data(), cut, (second_in_place ? out.data() : back.data()) + cut, len - cut},
                                         out.data(), aad.data(), aad.size());
        ASSERT_EQ(opened, !bad) << i;
        Bytes got(len);
        std::copy_n((first_in_place ? out : back).begin(), cut, got.begin());
        std::copy_n((second_in_place ? out : back).begin() + static_cast<long>(cut), len - cut, got.begin() + static_cast<long>(cut));
        ASSERT_EQ(got, bad ? Bytes(len) : plain) << i;

        if (rng.one_in(25)) bip324::set_look_ahead(*sender, rng.one_in(2));
        if (rng.one_in(25)) bip324::set_look_ahead(*receiver, rng.one_in(2));
    }
}

TEST(Bip324Streams, PacketStreamIsTheModel)
{
    int packets = 0;
    for_each_kernel_pair(
        [&](const AeadOps& ops, const std::string& name) {
            SCOPED_TRACE(name);
            Rng rng(4);
            for (int style = 0; style < 4; ++style) {
                ASSERT_NO_FATAL_FAILURE(packets_like_the_model(rng, ops, 224, 460, style));
                packets += 460;
                for (const std::uint32_t interval : {1u, 2u, 3u, 33u}) {
                    ASSERT_NO_FATAL_FAILURE(packets_like_the_model(rng, ops, interval, quick() ? 40 : 120, style));
                    packets += quick() ? 40 : 120;
                }
            }
        },
        false);
    std::printf("%d packets sealed, a part of them damaged, and opened\n", packets);
}

// The packets around each rekey after different histories of sizes, so that refills fall differently.
TEST(Bip324Streams, AroundTheRekey)
{
    const AeadOps& ops = dispatch::aead_slot.get();
    Rng rng(5);
    const Bytes key = rng.bytes(32);
    std::vector<Bytes> want;
    {
        ref::FSChaCha20Poly1305Ref model(ref::key_from(key.data()), 224);
        for (int i = 0; i <= 450; ++i) want.push_back(model.encrypt(Bytes(static_cast<std::size_t>(i % 90), 1), {}));
    }
    int checked = 0;
    for (int run = 0; run < (quick() ? 10 : 150); ++run) {
        auto stream = std::make_unique<PacketStream>();
        bip324::start(*stream, key.data(), 224);
        const std::size_t largest = 1 + rng.below(1000);
        for (int i = 0; i <= 450; ++i) {
            const bool checks = (i >= 222 && i <= 226) || i >= 446;
            const std::size_t len = checks ? static_cast<std::size_t>(i % 90) : rng.below(largest);
            Bytes out(len + 16);
            const Bytes plain(len, 1);
            if (!checks && rng.one_in(3)) {
                // Opening garbage also uses up a packet.
                Bytes back(len);
                ASSERT_FALSE(bip324::open(*stream, ops, {back.data(), len, nullptr, 0}, out.data(), nullptr, 0));
                continue;
            }
            bip324::seal(*stream, ops, out.data(), {plain.data(), len, nullptr, 0}, nullptr, 0);
            if (!checks) continue;
            ASSERT_EQ(out, want[static_cast<std::size_t>(i)]) << i;
            ++checked;
        }
    }
    std::printf("%d packets around rekeys\n", checked);
}

// Forward secrecy: after a rekey nothing of the old epoch is left in the state: not its key, no one-time key, no
// keystream; used slots are wiped at once.
TEST(Bip324Streams, NothingOfThePastIsKept)
{
    const AeadOps& ops = dispatch::aead_slot.get();
    Rng rng(6);
    for (const std::size_t len : {std::size_t{1}, std::size_t{64}, std::size_t{300}, std::size_t{2000}}) {
        const Bytes key = rng.bytes(32);
        auto packets = std::make_unique<PacketStream>();
        bip324::start(*packets, key.data(), 224);
        Bytes out(len + 16);
        const Bytes plain(len);
        for (std::uint32_t i = 0; i < 224; ++i) {
            bip324::seal(*packets, ops, out.data(), {plain.data(), len, nullptr, 0}, nullptr, 0);
            // The plaintext is zero: what came out is the keystream.
            if (i % 16 == 5 || i >= 222) {
                const Bytes used(out.begin(), out.begin() + static_cast<long>(std::min<std::size_t>(len, 128)));
                const auto one_time = ref::chacha20_block(key.data(), ref::nonce96(i, 0).data(), 0);
                ASSERT_FALSE(contains_part_of(packets.get(), sizeof *packets, used)) << i;
                ASSERT_FALSE(contains_part_of(packets.get(), sizeof *packets, Bytes(one_time.begin(), one_time.end()))) << i;
            }
        }
        ASSERT_FALSE(contains_part_of(packets.get(), sizeof *packets, key));
        // The search finds what is there: the new key.
        const Bytes next = ref::chacha20_keystream(key.data(), ref::nonce96(0xffffffffu, 0).data(), 1, 32);
        ASSERT_TRUE(contains_part_of(packets.get(), sizeof *packets, next));
        ASSERT_TRUE(all_zero(packets->cache.data(), packets->cache.size()));
    }
    const Bytes key = rng.bytes(32);
    auto lengths = std::make_unique<LengthStream>();
    bip324::start(*lengths, key.data(), 224);
    Bytes masks;
    for (int i = 0; i < 224; ++i) {
        const Bytes mask = chunk(*lengths, *ops.chacha20, Bytes(3), false);
        masks.insert(masks.end(), mask.begin(), mask.end());
        if (i % 16 != 5) continue;
        ASSERT_FALSE(contains_part_of(lengths.get(), sizeof *lengths, masks)) << i;
    }
    ASSERT_FALSE(contains_part_of(lengths.get(), sizeof *lengths, key));
    ASSERT_TRUE(all_zero(lengths->cache.data(), lengths->cache.size()));
}

// Look-ahead that is switched off keeps nothing but what is in use.
TEST(Bip324Streams, LookAheadSwitchedOff)
{
    const AeadOps& ops = dispatch::aead_slot.get();
    const Bytes key = counting_key(), plain(60);
    auto packets = std::make_unique<PacketStream>();
    bip324::start(*packets, key.data(), 224);
    Bytes out(76);
    bip324::seal(*packets, ops, out.data(), {plain.data(), 60, nullptr, 0}, nullptr, 0);
    EXPECT_FALSE(all_zero(packets->cache.data(), packets->cache.size()));
    bip324::set_look_ahead(*packets, false);
    EXPECT_TRUE(all_zero(packets->cache.data(), packets->cache.size()));
    bip324::seal(*packets, ops, out.data(), {plain.data(), 60, nullptr, 0}, nullptr, 0);
    EXPECT_TRUE(all_zero(packets->cache.data(), packets->cache.size()));
    ref::FSChaCha20Poly1305Ref model(ref::key_from(key.data()), 224);
    model.encrypt(plain, {});
    EXPECT_EQ(out, model.encrypt(plain, {}));
}

}  // namespace
}  // namespace lanecrypt::test
