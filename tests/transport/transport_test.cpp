// Layouts and nonces against a published packet (RFC 9001), the textbook, and OpenSSL where the build has it.
#include "lanecrypt/transport.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "lanecrypt/misuse.hpp"
#include "ref/aead_ref.h"
#include "support/hex.h"
#include "support/rng.h"

#ifdef LANECRYPT_TEST_OPENSSL
#include <openssl/evp.h>
#endif

namespace lanecrypt::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

template <std::size_t N>
std::array<std::byte, N> fixed(const Bytes& b, std::size_t at = 0)
{
    std::array<std::byte, N> out;
    std::memcpy(out.data(), b.data() + at, N);
    return out;
}
std::span<std::byte> as_bytes(Bytes& b) { return {reinterpret_cast<std::byte*>(b.data()), b.size()}; }

// Another implementation: OpenSSL, or the textbook where the build lacks it.
ref::Sealed independent_seal(const Bytes& plain, const Bytes& aad, const std::uint8_t nonce[12], const std::uint8_t key[32])
{
#ifdef LANECRYPT_TEST_OPENSSL
    ref::Sealed out{Bytes(plain.size() + 16), {}};
    EVP_CIPHER_CTX* const c = EVP_CIPHER_CTX_new();
    int n = 0, last = 0;
    EXPECT_EQ(EVP_EncryptInit_ex(c, EVP_chacha20_poly1305(), nullptr, key, nonce), 1);
    EXPECT_EQ(EVP_EncryptUpdate(c, nullptr, &n, aad.data(), static_cast<int>(aad.size())), 1);
    EXPECT_EQ(EVP_EncryptUpdate(c, out.ciphertext.data(), &n, plain.data(), static_cast<int>(plain.size())), 1);
    EXPECT_EQ(EVP_EncryptFinal_ex(c, out.ciphertext.data() + n, &last), 1);
    EXPECT_EQ(EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_AEAD_GET_TAG, 16, out.tag.data()), 1);
    EVP_CIPHER_CTX_free(c);
    out.ciphertext.resize(plain.size());
    return out;
#else
    return ref::aead_seal(plain, aad, nonce, key);
#endif
}

// RFC 9001 appendix A.5: a short header packet with ChaCha20-Poly1305, packet number 654360564 (three bytes sent).
TEST(Transport, QuicShortHeaderPacket)
{
    const Bytes key = from_hex("c6d98ff3441c3fe1b2182094f69caa2ed4b716b65488960a7a984979fb23e1c8"), iv = from_hex("e0459b3474bdd0e44a41c144");
    const Bytes hp = from_hex("25a282b9e82f06f21f488917a4fc8f1b73573685608597d0efcb076b0ab7a7a4");
    const auto nonce = tls_nonce(fixed<12>(iv), 654360564);
    EXPECT_EQ(to_hex(nonce), "e0459b3474bdd0e46d417eb0");
    Bytes packet = from_hex("4200bff4");
    const Bytes header = packet;
    std::byte ping{1};
    std::array<std::byte, 16> tag;
    std::byte ciphertext;
    const auto key_bytes = fixed<32>(key);
    AeadItem item = aead_item({&ciphertext, 1}, {&ping, 1}, {reinterpret_cast<const std::byte*>(header.data()), 4}, tag, nonce, key_bytes);
    ASSERT_EQ(seal_many({&item, 1}), 1u);
    packet.push_back(static_cast<std::uint8_t>(ciphertext));
    for (const std::byte b : tag) packet.push_back(static_cast<std::uint8_t>(b));
    EXPECT_EQ(to_hex(packet.data() + 4, packet.size() - 4), "655e5cd55c41f69080575d7999c25a5bfb");
    // The sample starts four bytes after the packet number's first byte.
    const std::array<std::byte, 16> sample = fixed<16>(packet, 1 + 4);
    EXPECT_EQ(to_hex(sample), "5e5cd55c41f69080575d7999c25a5bfb");
    std::array<std::byte, 5> mask;
    quic_header_masks({&mask, 1}, {&sample, 1}, fixed<32>(hp));
    EXPECT_EQ(to_hex(mask), "aefefe7d03");
    packet[0] = static_cast<std::uint8_t>(packet[0] ^ (static_cast<std::uint8_t>(mask[0]) & 0x1f));
    for (std::size_t i = 0; i < 3; ++i) packet[1 + i] ^= static_cast<std::uint8_t>(mask[1 + i]);
    EXPECT_EQ(to_hex(packet), "4cfe4189655e5cd55c41f69080575d7999c25a5bfb");
}

TEST(Transport, ManyQuicMasks)
{
    Rng rng(8);
    const Bytes hp = rng.bytes(32);
    for (const std::size_t n : {0u, 1u, 31u, 32u, 33u, 100u}) {
        std::vector<std::array<std::byte, 16>> samples(n);
        std::vector<std::array<std::byte, 5>> masks(n);
        for (auto& s : samples) rng.fill(s.data(), s.size());
        // Counters whose carry must not matter: one block only.
        if (n != 0) std::memset(samples[0].data(), 0xff, 4);
        quic_header_masks(masks, samples, fixed<32>(hp));
        for (std::size_t i = 0; i < n; ++i) {
            const auto* s = reinterpret_cast<const std::uint8_t*>(samples[i].data());
            ref::ChaChaState start = ref::chacha_state(hp.data(), s), state = start;
            ref::twenty_rounds(state);
            std::uint8_t first[8];
            ref::put_word_le(first, state[0] + start[0]);
            ref::put_word_le(first + 4, state[1] + start[1]);
            ASSERT_EQ(std::memcmp(masks[i].data(), first, 5), 0) << i;
        }
    }
}

TEST(Transport, TlsNonce)
{
    const std::array<std::byte, 12> iv{};
    EXPECT_EQ(to_hex(tls_nonce(iv, 0)), "000000000000000000000000");
    EXPECT_EQ(to_hex(tls_nonce(iv, 0x0102030405060708u)), "000000000102030405060708");
}

TEST(Transport, WireGuardMessages)
{
    Rng rng(9);
    const Bytes key = rng.bytes(32);
    const auto key_bytes = fixed<32>(key);
    std::vector<Bytes> messages, plain;
    std::vector<std::array<std::byte, 12>> nonces(100);
    std::vector<AeadItem> items;
    for (std::size_t i = 0; i < 100; ++i) {
        plain.push_back(rng.bytes(wireguard::padded_size(rng.below(1500))));
        Bytes m(16);
        m.insert(m.end(), plain[i].begin(), plain[i].end());
        m.resize(m.size() + 16);
        messages.push_back(m);
    }
    for (std::size_t i = 0; i < 100; ++i) items.push_back(wireguard::seal_item(as_bytes(messages[i]), {0x04030201, 0x1122334455667700 + i}, nonces[i], key_bytes));
    ASSERT_EQ(seal_many(items), 100u);
    for (std::size_t i = 0; i < 100; ++i) {
        EXPECT_EQ(to_hex(messages[i].data(), 9), "0400000001020304" + to_hex(Bytes{static_cast<std::uint8_t>(i)}));
        Bytes nonce(4);
        nonce.insert(nonce.end(), messages[i].begin() + 8, messages[i].begin() + 16);
        const auto want = independent_seal(plain[i], {}, nonce.data(), key.data());
        EXPECT_TRUE(std::equal(want.ciphertext.begin(), want.ciphertext.end(), messages[i].begin() + 16));
        EXPECT_TRUE(std::equal(want.tag.begin(), want.tag.end(), messages[i].end() - 16));
        const auto header = wireguard::read_header(as_bytes(messages[i]));
        ASSERT_TRUE(header);
        EXPECT_EQ(header->receiver, 0x04030201u);
        items[i] = wireguard::open_item(as_bytes(messages[i]), *header, nonces[i], key_bytes);
    }
    messages[7][20] ^= 1;
    EXPECT_EQ(open_many(items), 99u);
    for (std::size_t i = 0; i < 100; ++i) {
        const Bytes want = i == 7 ? Bytes(plain[i].size()) : plain[i];
        EXPECT_TRUE(std::equal(want.begin(), want.end(), messages[i].begin() + 16)) << i;
    }
}

TEST(Transport, WireGuardHeadersAreChecked)
{
    Bytes m(32);
    wireguard::write_header(as_bytes(m).first<16>(), {1, wireguard::reject_after - 1});
    EXPECT_TRUE(wireguard::read_header(as_bytes(m)));
    EXPECT_FALSE(wireguard::read_header(as_bytes(m).first(31)));
    wireguard::write_header(as_bytes(m).first<16>(), {1, wireguard::reject_after});
    EXPECT_FALSE(wireguard::read_header(as_bytes(m)));
    wireguard::write_header(as_bytes(m).first<16>(), {1, 5});
    m[0] = 1;
    EXPECT_FALSE(wireguard::read_header(as_bytes(m)));
    m[0] = 4;
    m[3] = 1;
    EXPECT_FALSE(wireguard::read_header(as_bytes(m)));
    EXPECT_EQ(wireguard::padded_size(0), 0u);
    EXPECT_EQ(wireguard::padded_size(1), 16u);
    EXPECT_EQ(wireguard::padded_size(1420), 1424u);
}

TEST(Transport, OpenVpnPackets)
{
    Rng rng(10);
    const Bytes key = rng.bytes(32), implicit = rng.bytes(8), plain = rng.bytes(777);
    Bytes packet(24);
    packet.insert(packet.end(), plain.begin(), plain.end());
    openvpn::write_header(as_bytes(packet).first<8>(), 0x123456, 2, 0x01020304);
    EXPECT_EQ(to_hex(packet.data(), 8), "4a12345601020304");
    std::array<std::byte, 12> nonce;
    const auto key_bytes = fixed<32>(key);
    AeadItem item = openvpn::item(as_bytes(packet), fixed<8>(implicit), nonce, key_bytes);
    ASSERT_EQ(seal_many({&item, 1}), 1u);
    Bytes want_nonce{1, 2, 3, 4};
    want_nonce.insert(want_nonce.end(), implicit.begin(), implicit.end());
    const auto want = independent_seal(plain, from_hex("4a12345601020304"), want_nonce.data(), key.data());
    EXPECT_TRUE(std::equal(want.tag.begin(), want.tag.end(), packet.begin() + 8));
    EXPECT_TRUE(std::equal(want.ciphertext.begin(), want.ciphertext.end(), packet.begin() + 24));
    EXPECT_EQ(openvpn::packet_id(as_bytes(packet).first<8>()), 0x01020304u);
    item = openvpn::item(as_bytes(packet), fixed<8>(implicit), nonce, key_bytes);
    ASSERT_EQ(open_many({&item, 1}), 1u);
    EXPECT_TRUE(std::equal(plain.begin(), plain.end(), packet.begin() + 24));
}

TEST(Transport, ShortMessagesAreMisuse)
{
    static int misuses = 0;
    set_misuse_handler([](const char*, void*) { ++misuses; }, nullptr);
    Bytes m(31), p(23);
    std::array<std::byte, 12> nonce{};
    const std::array<std::byte, 32> key{};
    const std::array<std::byte, 8> implicit{};
    AeadItem items[] = {wireguard::seal_item(as_bytes(m), {1, 1}, nonce, key), openvpn::item(as_bytes(p), implicit, nonce, key)};
    EXPECT_EQ(misuses, 2);
    EXPECT_EQ(seal_many(items), 0u);
    EXPECT_EQ(m, Bytes(31));
    set_misuse_handler(nullptr, nullptr);
}

}  // namespace
}  // namespace lanecrypt::test
