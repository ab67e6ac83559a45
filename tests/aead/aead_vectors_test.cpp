// Published vectors on every implementation by name.
#include <gtest/gtest.h>

#include "aead/aead_core.h"
#include "support/hex.h"
#include "support/impls.h"
#include "support/key_value.h"
#include "support/wycheproof.h"

namespace lanecrypt::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

struct Outcome {
    Bytes ct, tag;
};

Outcome seal(const AeadOps& ops, const Bytes& key, const Bytes& nonce, const Bytes& aad, const Bytes& pt)
{
    Outcome o{Bytes(pt.size()), Bytes(16)};
    std::uint8_t subkey[32];
    const AeadPosition at = nonce.size() == 24 ? xaead_position(ops, subkey, nonce.data(), key.data()) : aead_position(nonce.data(), key.data());
    aead_seal(ops, o.ct.data(), o.tag.data(), pt.data(), pt.size(), aad.data(), aad.size(), at);
    return o;
}
bool open(const AeadOps& ops, Bytes& pt, const Bytes& key, const Bytes& nonce, const Bytes& aad, const Bytes& ct, const Bytes& tag)
{
    pt.assign(ct.size(), 0xaa);
    std::uint8_t subkey[32];
    const AeadPosition at = nonce.size() == 24 ? xaead_position(ops, subkey, nonce.data(), key.data()) : aead_position(nonce.data(), key.data());
    return aead_open(ops, pt.data(), ct.data(), ct.size(), tag.data(), aad.data(), aad.size(), at);
}

const char sunscreen[] = "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.";
const char aad_hex[] = "50515253c0c1c2c3c4c5c6c7";
const char key_hex[] = "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f";

TEST(AeadVectors, Rfc8439AndXChaChaDraft)
{
    for_each_impl(dispatch::aead_slot, [](const AeadOps& ops, const std::string&) {
        const Bytes text(sunscreen, sunscreen + sizeof sunscreen - 1), key = from_hex(key_hex), aad = from_hex(aad_hex);
        // RFC 8439 section 2.8.2
        const Outcome rfc = seal(ops, key, from_hex("070000004041424344454647"), aad, text);
        EXPECT_EQ(to_hex(rfc.ct),
                  "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b3692ddbd"
                  "7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc3ff4def08e4b7a9de576d26586cec64b6116");
        EXPECT_EQ(to_hex(rfc.tag), "1ae10b594f09e26a7e902ecbd0600691");
        // draft-irtf-cfrg-xchacha-03 appendix A.3.1
        const Outcome x = seal(ops, key, from_hex("404142434445464748494a4b4c4d4e4f5051525354555657"), aad, text);
        EXPECT_EQ(to_hex(x.ct),
                  "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39ae64c6708c54c216cb96b72e1213b4522f8c9b"
                  "a40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff921f9664c97637da9768812f615c68b13b52e");
        EXPECT_EQ(to_hex(x.tag), "c0875924c1c7987947deafd8780acf49");
    });
}

// RFC 8439 appendix A.5: opening, with the text as published.
TEST(AeadVectors, Rfc8439AppendixA5)
{
    const Bytes ct = from_hex(
        "64a0861575861af460f062c79be643bd5e805cfd345cf389f108670ac76c8cb24c6cfc18755d43eea09ee94e382d26b0bdb7b73c321b0100d4f03b7f355894cf332f830e710b97"
        "ce98c8a84abd0b948114ad176e008d33bd60f982b1ff37c8559797a06ef4f0ef61c186324e2b3506383606907b6a7c02b0f9f6157b53c867e4b9166c767b804d46a59b5216cde7"
        "a4e99040c5a40433225ee282a1b0a06c523eaf4534d7f83fa1155b0047718cbc546a0d072b04b3564eea1b422273f548271a0bb2316053fa76991955ebd63159434ecebb4e466d"
        "ae5a1073a6727627097a1049e617d91d361094fa68f0ff77987130305beaba2eda04df997b714d6c6f2c29a6ad5cb4022b02709b");
    const std::string text =
        "Internet-Drafts are draft documents valid for a maximum of six months and may be updated, replaced, or obsoleted by other documents at any "
        "time. It is inappropriate to use Internet-Drafts as reference material or to cite them other than as /\xe2\x80\x9cwork in progress./\xe2\x80\x9d";
    for_each_impl(dispatch::aead_slot, [&](const AeadOps& ops, const std::string&) {
        Bytes pt;
        ASSERT_TRUE(open(ops, pt, from_hex("1c9240a5eb55d38af333888604f6b5f0473917c1402b80099dca5cbc207075c0"), from_hex("000000000102030405060708"),
                         from_hex("f33388860000000000004e91"), ct, from_hex("eead9d67890cbb22392336fea1851f38")));
        EXPECT_EQ(std::string(pt.begin(), pt.end()), text);
    });
}

// Empty text, associated data around a block, and one byte.
TEST(AeadVectors, Small)
{
    for_each_impl(dispatch::aead_slot, [](const AeadOps& ops, const std::string&) {
        Bytes key(32), nonce(12);
        for (std::size_t i = 0; i < 32; ++i) key[i] = static_cast<std::uint8_t>(i);
        const auto tag = [&](std::size_t aad) { return to_hex(seal(ops, key, nonce, Bytes(aad), {}).tag); };
        EXPECT_EQ(tag(0), "10324f800a160bd9a1794255be7ec29d");
        EXPECT_EQ(tag(1), "70b7bb86eef073f9b490f74772ed7847");
        EXPECT_EQ(tag(15), "9390233fbfc2dc865dee2baa82ff90c9");
        EXPECT_EQ(tag(16), "cc8d4f4c9788f690e9ab2fb13adcdbd2");
        EXPECT_EQ(tag(17), "c032e184245ca3c53ca33686cb7b2b2d");
        EXPECT_EQ(tag(31), "e30b493df52d0c53e5006be8db8d43af");
        EXPECT_EQ(tag(32), "1c09754acdf3255d71be6eef936a8eb8");
        EXPECT_EQ(tag(33), "ad3920d80762fd219e3a91a6713748b1");
        const Outcome one = seal(ops, key, nonce, {}, Bytes(1));
        EXPECT_EQ(to_hex(one.ct), "18");
        EXPECT_EQ(to_hex(one.tag), "859d5e9a1553197450870695dd2f5950");
    });
}

TEST(AeadVectors, BoringSsl)
{
    LANECRYPT_NEED_TESTDATA();
    const auto records = read_records("boringssl-chacha20_poly1305_tests.txt");
    for_each_impl(dispatch::aead_slot, [&](const AeadOps& ops, const std::string&) {
        int sealed = 0;
        for (const Record& r : records) {
            const Bytes tag = r.bytes("TAG");
            if (tag.size() != 16 || r.has("NO_SEAL") || r.has("FAILS")) continue;
            const Outcome o = seal(ops, r.bytes("KEY"), r.bytes("NONCE"), r.bytes("AD"), r.bytes("IN"));
            EXPECT_EQ(to_hex(o.ct), to_hex(r.bytes("CT"))) << "line " << r.line;
            EXPECT_EQ(to_hex(o.tag), to_hex(tag)) << "line " << r.line;
            Bytes pt;
            EXPECT_TRUE(open(ops, pt, r.bytes("KEY"), r.bytes("NONCE"), r.bytes("AD"), r.bytes("CT"), tag)) << "line " << r.line;
            EXPECT_EQ(to_hex(pt), to_hex(r.bytes("IN"))) << "line " << r.line;
            ++sealed;
        }
        EXPECT_GE(sealed, 66);
    });
}

TEST(AeadVectors, Wycheproof)
{
    LANECRYPT_NEED_TESTDATA();
    const auto cases = read_wycheproof("wy_chacha20_poly1305.json");
    for_each_impl(dispatch::aead_slot, [&](const AeadOps& ops, const std::string&) {
        int checked = 0, valid = 0;
        for (const WycheproofCase& c : cases) {
            if (c.group.at("ivSize") != 96) continue;  // other sizes cannot be passed
            Bytes pt;
            const bool ok = open(ops, pt, c.bytes("key"), c.bytes("iv"), c.bytes("aad"), c.bytes("ct"), c.bytes("tag"));
            EXPECT_EQ(ok, c.valid) << c.id << ' ' << c.comment;
            EXPECT_EQ(pt, c.valid ? c.bytes("msg") : Bytes(pt.size())) << c.id;
            if (c.valid) {
                const Outcome o = seal(ops, c.bytes("key"), c.bytes("iv"), c.bytes("aad"), c.bytes("msg"));
                EXPECT_EQ(o.ct, c.bytes("ct")) << c.id;
                EXPECT_EQ(o.tag, c.bytes("tag")) << c.id;
                ++valid;
            }
            ++checked;
        }
        EXPECT_EQ(checked, 316);
        EXPECT_GE(valid, 250);
    });
}

}  // namespace
}  // namespace lanecrypt::test
