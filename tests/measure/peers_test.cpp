// Every peer that this build found gives the results of the oracles: a wrong adapter would make a wrong comparison.
#include "peers/peers.h"

#include <gtest/gtest.h>

#include <cstdio>

#include "measure/stats.h"
#include "ref/aead_ref.h"
#include "ref/chacha20_ref.h"
#include "ref/poly1305_ref.h"
#include "ref/siphash_ref.h"

namespace lanecrypt::test {
namespace {

using cli::Peer;
using cli::peers;
using ref::Bytes;

Bytes random_bytes(measure::Random& random, std::size_t n)
{
    Bytes b(n + 1);  // data() is never null
    for (std::uint8_t& x : b) x = static_cast<std::uint8_t>(random.next());
    b.resize(n);
    return b;
}

constexpr std::size_t lengths[] = {0, 1, 15, 16, 17, 63, 64, 65, 127, 128, 200, 255, 256, 257, 511, 600, 1024, 1500, 4097};

class Peers : public ::testing::Test {
protected:
    measure::Random random{7};
    Bytes key = random_bytes(random, 32), other_key = random_bytes(random, 32), nonce = random_bytes(random, 12);
};

TEST_F(Peers, AreNamedWithTheirVersions)
{
    for (const Peer& p : peers()) {
        std::printf("[   ran    ] %s:%s%s%s%s%s%s%s\n", p.name.c_str(), p.sha256 ? " sha256" : "", p.chacha20 ? " chacha20" : "",
                    p.poly1305 ? " poly1305" : "", p.seal ? " aead" : "", p.siphash24 ? " siphash24" : "", p.sha256_many ? " sha256_many" : "",
                    p.seal_many ? " seal_many" : "");
        EXPECT_NE(p.name.find_first_of("0123456789"), std::string::npos) << p.name;
    }
}

TEST_F(Peers, Sha256)
{
    // FIPS 180-2, appendix B.2, and agreement of all peers on every length.
    const std::string text = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    const Bytes want = {0x24, 0x8d, 0x6a, 0x61, 0xd2, 0x06, 0x38, 0xb8, 0xe5, 0xc0, 0x26, 0x93, 0x0c, 0x3e, 0x60, 0x39,
                        0xa3, 0x3c, 0xe4, 0x59, 0x64, 0xff, 0x21, 0x67, 0xf6, 0xec, 0xed, 0xd4, 0x19, 0xdb, 0x06, 0xc1};
    Bytes out(32), first(32);
    for (const Peer& p : peers()) {
        if (p.sha256 == nullptr) continue;
        p.sha256(out.data(), reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
        EXPECT_EQ(out, want) << p.name;
    }
    for (const std::size_t len : lengths) {
        const Bytes in = random_bytes(random, len);
        bool have = false;
        for (const Peer& p : peers()) {
            if (p.sha256 == nullptr) continue;
            p.sha256(out.data(), in.data(), len);
            if (have) {
                EXPECT_EQ(out, first) << p.name << " " << len;
            }
            first = out;
            have = true;
        }
    }
}

TEST_F(Peers, Sha256Many)
{
    for (const Peer& p : peers()) {
        if (p.sha256_many == nullptr) continue;
        std::vector<Bytes> messages;
        std::vector<const std::uint8_t*> in;
        std::vector<std::size_t> len;
        for (std::size_t i = 0; i < 300; ++i) messages.push_back(random_bytes(random, i % 7 == 0 ? 0 : random.below(700)));
        for (const Bytes& m : messages) {
            in.push_back(m.data());
            len.push_back(m.size());
        }
        Bytes out(32 * messages.size());
        p.sha256_many(out.data(), in.data(), len.data(), in.size());
        for (std::size_t i = 0; i < messages.size(); ++i) {
            Bytes one(32);
            p.sha256(one.data(), in[i], len[i]);
            EXPECT_TRUE(std::equal(one.begin(), one.end(), out.begin() + static_cast<long>(32 * i))) << p.name << " " << i;
        }
    }
}

TEST_F(Peers, ChaCha20)
{
    for (const Peer& p : peers()) {
        if (p.chacha20 == nullptr) continue;
        for (const Bytes& k : {key, other_key, key})
            for (const std::uint32_t counter : {0u, 1u, 77u})
                for (const std::size_t len : lengths) {
                    const Bytes in = random_bytes(random, len);
                    Bytes out(len);
                    p.chacha20(out.data(), in.data(), len, nonce.data(), counter, k.data());
                    EXPECT_EQ(out, ref::chacha20_xor(in, k.data(), nonce.data(), counter)) << p.name << " " << len << " from block " << counter;
                }
    }
}

TEST_F(Peers, Poly1305)
{
    for (const Peer& p : peers()) {
        if (p.poly1305 == nullptr) continue;
        for (const std::size_t len : lengths) {
            const Bytes in = random_bytes(random, len);
            Bytes tag(16);
            p.poly1305(tag.data(), in.data(), len, key.data());
            const auto want = ref::poly1305(in, key.data());
            EXPECT_TRUE(std::equal(want.begin(), want.end(), tag.begin())) << p.name << " " << len;
        }
    }
}

TEST_F(Peers, SipHash24)
{
    for (const Peer& p : peers()) {
        if (p.siphash24 == nullptr) continue;
        for (const std::size_t len : lengths) {
            const Bytes in = random_bytes(random, len);
            EXPECT_EQ(p.siphash24(in.data(), len, 0x0706050403020100, 0x0f0e0d0c0b0a0908), ref::siphash(2, 4, in, 0x0706050403020100, 0x0f0e0d0c0b0a0908))
                << p.name << " " << len;
        }
    }
}

TEST_F(Peers, Aead)
{
    for (const Peer& p : peers()) {
        if (p.seal == nullptr) continue;
        for (const Bytes& k : {key, other_key})
            for (const std::size_t aad_len : {std::size_t{0}, std::size_t{12}, std::size_t{33}})
                for (const std::size_t len : lengths) {
                    const Bytes pt = random_bytes(random, len), aad = random_bytes(random, aad_len);
                    Bytes ct(len + 16), tag(16), back(len + 16);
                    p.seal(ct.data(), tag.data(), pt.data(), len, aad.data(), aad_len, nonce.data(), k.data());
                    const auto want = ref::aead_seal(pt, aad, nonce.data(), k.data());
                    ct.resize(len);
                    EXPECT_EQ(ct, want.ciphertext) << p.name << " " << len;
                    EXPECT_TRUE(std::equal(tag.begin(), tag.end(), want.tag.begin())) << p.name << " " << len << " aad " << aad_len;
                    EXPECT_TRUE(p.open(back.data(), ct.data(), len, tag.data(), aad.data(), aad_len, nonce.data(), k.data())) << p.name << " " << len;
                    back.resize(len);
                    EXPECT_EQ(back, pt) << p.name << " " << len;
                    tag[15] ^= 1;
                    back.resize(len + 16);
                    EXPECT_FALSE(p.open(back.data(), ct.data(), len, tag.data(), aad.data(), aad_len, nonce.data(), k.data())) << p.name << " " << len;
                }
    }
}

TEST_F(Peers, AeadMany)
{
    for (const Peer& p : peers()) {
        if (p.seal_many == nullptr) continue;
        constexpr std::size_t n = 300;
        std::vector<Bytes> plain, sealed, tags, nonces;
        std::vector<std::uint8_t*> ct, tag;
        std::vector<const std::uint8_t*> pt, nonce_at;
        std::vector<std::size_t> len;
        for (std::size_t i = 0; i < n; ++i) {
            len.push_back(i % 10 == 0 ? 0 : 1 + random.below(1500));
            plain.push_back(random_bytes(random, len[i]));
            nonces.push_back(random_bytes(random, 12));
            sealed.emplace_back(len[i]);
            tags.emplace_back(16);
        }
        for (std::size_t i = 0; i < n; ++i) {
            ct.push_back(sealed[i].data());
            tag.push_back(tags[i].data());
            pt.push_back(plain[i].data());
            nonce_at.push_back(nonces[i].data());
        }
        p.seal_many(ct.data(), tag.data(), pt.data(), len.data(), nonce_at.data(), n, key.data());
        for (std::size_t i = 0; i < n; ++i) {
            const auto want = ref::aead_seal(plain[i], {}, nonces[i].data(), key.data());
            EXPECT_EQ(sealed[i], want.ciphertext) << p.name << " " << i;
            EXPECT_TRUE(std::equal(tags[i].begin(), tags[i].end(), want.tag.begin())) << p.name << " " << i;
        }
    }
}

}  // namespace
}  // namespace lanecrypt::test
