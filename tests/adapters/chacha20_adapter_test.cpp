// The drop-in classes against the textbook, used the way Core uses them.
#include <gtest/gtest.h>

#include "bip324/model.h"
#include "crypto/chacha20.h"
#include "crypto/chacha20poly1305.h"
#include "crypto/poly1305.h"
#include "ref/bip324_ref.h"
#include "support/rng.h"

namespace lanecrypt::test {
namespace {

TEST(BitcoinCoreAdapter, ChaCha20)
{
    Rng rng(11);
    const Bytes key = rng.bytes(32), in = rng.bytes(1000);
    ::ChaCha20 stream{as_bytes(key)};
    // The 32-bit counter wraps into the nonce's first number.
    stream.Seek({7, 0x1122334455667788u}, 0xffffffff);
    Bytes out(1000);
    stream.Crypt(as_bytes(in).first(130), as_bytes(out).first(130));
    stream.Crypt(as_bytes(in).subspan(130), as_bytes(out).subspan(130));
    EXPECT_EQ(out, ref::chacha20_xor(in, key.data(), ref::nonce96(7, 0x1122334455667788u).data(), 0xffffffff));
    stream = ::ChaCha20{as_bytes(key)};
    Bytes keystream(200);
    stream.Keystream(as_bytes(keystream));
    EXPECT_EQ(keystream, ref::chacha20_keystream(key.data(), ref::nonce96(0, 0).data(), 0, 200));
    ChaCha20Aligned aligned{as_bytes(key)};
    aligned.Seek({0, 0}, 1);
    Bytes block(64);
    aligned.Keystream(as_bytes(block));
    EXPECT_TRUE(std::equal(block.begin(), block.end(), keystream.begin() + 64));
}

TEST(BitcoinCoreAdapter, Aead)
{
    Rng rng(12);
    const Bytes key = rng.bytes(32), plain = rng.bytes(333), aad = rng.bytes(20);
    AEADChaCha20Poly1305 aead{as_bytes(key)};
    Bytes cipher(349), one(1), rest(332), whole(333);
    aead.Encrypt(as_bytes(plain).first(1), as_bytes(plain).subspan(1), as_bytes(aad), {5, 6}, as_bytes(cipher));
    const auto want = ref::aead_seal(plain, aad, ref::nonce96(5, 6).data(), key.data());
    EXPECT_TRUE(std::equal(want.ciphertext.begin(), want.ciphertext.end(), cipher.begin()));
    EXPECT_TRUE(std::equal(want.tag.begin(), want.tag.end(), cipher.end() - 16));
    EXPECT_TRUE(aead.Decrypt(as_bytes(cipher), as_bytes(aad), {5, 6}, as_bytes(whole)));
    EXPECT_EQ(whole, plain);
    EXPECT_TRUE(aead.Decrypt(as_bytes(cipher), as_bytes(aad), {5, 6}, as_bytes(one), as_bytes(rest)));
    EXPECT_EQ(one[0], plain[0]);
    EXPECT_TRUE(std::equal(rest.begin(), rest.end(), plain.begin() + 1));
    EXPECT_FALSE(aead.Decrypt(as_bytes(cipher), as_bytes(aad), {5, 7}, as_bytes(whole)));
    Bytes keystream(100);
    aead.Keystream({5, 6}, as_bytes(keystream));
    EXPECT_EQ(keystream, ref::chacha20_keystream(key.data(), ref::nonce96(5, 6).data(), 1, 100));
}

TEST(BitcoinCoreAdapter, ForwardSecure)
{
    Rng rng(13);
    const Bytes key = rng.bytes(32);
    ::FSChaCha20 lengths{as_bytes(key), 5};
    ref::FSChaCha20Ref length_model(ref::key_from(key.data()), 5);
    ::FSChaCha20Poly1305 sender{as_bytes(key), 5}, receiver{as_bytes(key), 5};
    ref::FSChaCha20Poly1305Ref model(ref::key_from(key.data()), 5);
    for (int i = 0; i < 40; ++i) {
        const Bytes chunk = rng.bytes(3), plain = rng.bytes(50), aad = rng.bytes(4);
        Bytes masked(3), cipher(66), header(1), contents(49);
        lengths.Crypt(as_bytes(chunk), as_bytes(masked));
        EXPECT_EQ(masked, length_model.crypt(chunk));
        sender.Encrypt(as_bytes(plain).first(1), as_bytes(plain).subspan(1), as_bytes(aad), as_bytes(cipher));
        EXPECT_EQ(cipher, model.encrypt(plain, aad));
        EXPECT_TRUE(receiver.Decrypt(as_bytes(cipher), as_bytes(aad), as_bytes(header), as_bytes(contents)));
        EXPECT_TRUE(std::equal(contents.begin(), contents.end(), plain.begin() + 1));
    }
}

// Every bit of the tag, for each Decrypt: refused, and nothing of the output's bytes stays.
TEST(BitcoinCoreAdapter, EveryTagBit)
{
    Rng rng(15);
    const Bytes key = rng.bytes(32), plain = rng.bytes(50), aad = rng.bytes(4);
    AEADChaCha20Poly1305 aead{as_bytes(key)};
    ::FSChaCha20Poly1305 sender{as_bytes(key), 224}, one{as_bytes(key), 224}, two{as_bytes(key), 224};
    for (std::size_t bit = 0; bit < 128; ++bit) {
        const auto refused = [&](const Bytes& cipher, auto decrypt_whole, auto decrypt_parts) {
            Bytes damaged = cipher, whole(50, 0xee), first(1, 0xee), rest(49, 0xee);
            damaged[50 + bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8);
            EXPECT_FALSE(decrypt_whole(as_bytes(std::as_const(damaged)), as_bytes(whole))) << bit;
            EXPECT_FALSE(decrypt_parts(as_bytes(std::as_const(damaged)), as_bytes(first), as_bytes(rest))) << bit;
            EXPECT_EQ(whole, Bytes(50));
            EXPECT_EQ(first, Bytes(1));
            EXPECT_EQ(rest, Bytes(49));
        };
        Bytes cipher(66);
        aead.Encrypt(as_bytes(plain), as_bytes(aad), {5, 6}, as_bytes(cipher));
        refused(
            cipher, [&](auto in, auto out) { return aead.Decrypt(in, as_bytes(aad), {5, 6}, out); },
            [&](auto in, auto a, auto b) { return aead.Decrypt(in, as_bytes(aad), {5, 6}, a, b); });
        sender.Encrypt(as_bytes(plain), as_bytes(aad), as_bytes(cipher));
        refused(
            cipher, [&](auto in, auto out) { return one.Decrypt(in, as_bytes(aad), out); },
            [&](auto in, auto a, auto b) { return two.Decrypt(in, as_bytes(aad), a, b); });
    }
}

TEST(BitcoinCoreAdapter, Poly1305)
{
    Rng rng(14);
    const Bytes key = rng.bytes(32), message = rng.bytes(300);
    Bytes tag(16);
    ::Poly1305{as_bytes(key)}.Update(as_bytes(message).first(7)).Update(as_bytes(message).subspan(7)).Finalize(as_bytes(tag));
    const auto want = ref::poly1305(message, key.data());
    EXPECT_TRUE(std::equal(want.begin(), want.end(), tag.begin()));
}

}  // namespace
}  // namespace lanecrypt::test
