// Published values on every implementation.
#include "base/bytes.h"
#include "chacha20/chacha20_tables.h"
#include "chacha20/xchacha_draft.h"

namespace lanecrypt::test {
namespace {

struct Vector {
    const char *name, *key, *nonce;
    std::uint32_t counter;
    std::string text;  // as bytes; empty: the vector is keystream
    const char* want;
};

const char* const zero_key = "0000000000000000000000000000000000000000000000000000000000000000";
const char* const one_key = "0000000000000000000000000000000000000000000000000000000000000001";
const char* const counting_key = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

const std::vector<Vector>& vectors()
{
    static const std::vector<Vector> list = {
        {"RFC 8439 2.3.2", counting_key, "000000090000004a00000000", 1, "",
         "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4ed2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"},
        {"RFC 8439 2.4.2", counting_key, "000000000000004a00000000", 1,
         "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.",
         "6e2e359a2568f98041ba0728dd0d6981e97e7aec1d4360c20a27afccfd9fae0bf91b65c5524733ab8f593dabcd62b3571639d624e65152ab8f530c359f0861d8"
         "07ca0dbf500d6a6156a38e088a22b65e52bc514d16ccf806818ce91ab77937365af90bbf74a35be6b40b8eedf2785e42874d"},
        {"RFC 8439 A.1 #1", zero_key, "000000000000000000000000", 0, "",
         "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"},
        {"RFC 8439 A.1 #2", zero_key, "000000000000000000000000", 1, "",
         "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"},
        {"RFC 8439 A.1 #3", one_key, "000000000000000000000000", 1, "",
         "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"},
        {"RFC 8439 A.1 #4", "00ff000000000000000000000000000000000000000000000000000000000000", "000000000000000000000000", 2, "",
         "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"},
        {"RFC 8439 A.1 #5", zero_key, "000000000000000000000002", 0, "",
         "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c78a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d"},
        {"RFC 8439 A.2 #2", one_key, "000000000000000000000002", 1,
         "Any submission to the IETF intended by the Contributor for publication as all or part of an IETF Internet-Draft or RFC and any "
         "statement made within the context of an IETF activity is considered an \"IETF Contribution\". Such statements include oral "
         "statements in IETF sessions, as well as written and electronic communications made at any time or place, which are addressed to",
         "a3fbf07df3fa2fde4f376ca23e82737041605d9f4f4f57bd8cff2c1d4b7955ec2a97948bd3722915c8f3d337f7d370050e9e96d647b7c39f56e031ca5eb6250d"
         "4042e02785ececfa4b4bb5e8ead0440e20b6e8db09d881a7c6132f420e52795042bdfa7773d8a9051447b3291ce1411c680465552aa6c405b7764d5e87bea85a"
         "d00f8449ed8f72d0d662ab052691ca66424bc86d2df80ea41f43abf937d3259dc4b2d0dfb48a6c9139ddd7f76966e928e635553ba76c5c879d7b35d49eb2e62b"
         "0871cdac638939e25e8a1e0ef9d5280fa8ca328b351c3c765989cbcf3daa8b6ccc3aaf9f3979c92b3720fc88dc95ed84a1be059c6499b9fda236e7e818b04b0b"
         "c39c1e876b193bfe5569753f88128cc08aaa9b63d1a16f80ef2554d7189c411f5869ca52c5b83fa36ff216b9c1d30062bebcfd2dc5bce0911934fda79a86f6e6"
         "98ced759c3ff9b6477338f3da4f9cd8514ea9982ccafb341b2384dd902f3d1ab7ac61dd29c6f21ba5b862f3730e37cfdc4fd806c22f221"},
        {"RFC 8439 A.2 #3", "1c9240a5eb55d38af333888604f6b5f0473917c1402b80099dca5cbc207075c0", "000000000000000000000002", 42,
         "'Twas brillig, and the slithy toves\nDid gyre and gimble in the wabe:\nAll mimsy were the borogoves,\nAnd the mome raths outgrabe.",
         "62e6347f95ed87a45ffae7426f27a1df5fb69110044c0d73118effa95b01e5cf166d3df2d721caf9b21e5fb14c616871fd84c54f9d65b283196c7fe4f60553eb"
         "f39c6402c42234e32a356b3e764312a61a5532055716ead6962568f87d3f3f7704c6a8d1bcd1bf4d50d6154b6da731b187b58dfd728afa36757a797ac188d1"},
    };
    return list;
}

TEST(ChaCha20Vectors, Rfc8439)
{
    for_each_table([](const ChaCha20Ops& ops, const std::string&) {
        for (const Vector& v : vectors()) {
            const Bytes key = from_hex(v.key), nonce = from_hex(v.nonce), want = from_hex(v.want);
            ASSERT_EQ(key.size(), 32u) << v.name;
            ASSERT_EQ(nonce.size(), 12u) << v.name;
            ASSERT_TRUE(v.text.empty() || v.text.size() == want.size()) << v.name;
            Bytes out(want.size());
            ops.run({out.data(), v.text.empty() ? nullptr : reinterpret_cast<const std::uint8_t*>(v.text.data()), out.size(), key.data(),
                     (std::uint64_t{load32_le(nonce.data())} << 32) + v.counter, load64_le(nonce.data() + 4)});
            ASSERT_EQ(out, want) << v.name;
        }
    });
}

// The counter's edge under key 00 … 1f and the zero nonce, computed with another program: past block 2^32 - 1 the
// carry goes into word 13.
TEST(ChaCha20Vectors, CounterEdge)
{
    const Bytes key = from_hex(counting_key);
    const Bytes want[] = {from_hex("d48429333adfee3b03055736a276ab9c"),
                          from_hex("1ce0deb8925fccea2d5587e850054559"), from_hex("d838fb09536e2e3a10e8f23f486273a6")};
    for_each_table([&](const ChaCha20Ops& ops, const std::string&) {
        std::uint8_t out[3 * 64];
        ops.run({out, nullptr, sizeof out, key.data(), 0xfffffffeu, 0});
        for (std::size_t i = 0; i < 3; ++i) ASSERT_EQ(Bytes(out + 64 * i, out + 64 * i + 16), want[i]) << i;
        for (std::size_t i = 0; i < 3; ++i) {
            ops.run({out, nullptr, 64, key.data(), 0xfffffffeu + std::uint64_t{i}, 0});
            ASSERT_EQ(Bytes(out, out + 16), want[i]) << i;
        }
    });
}

TEST(ChaCha20Vectors, HChaCha20)
{
    const Bytes key = from_hex(counting_key), nonce = from_hex("000000090000004a0000000031415927");
    const Bytes want = from_hex("82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc");
    for_each_table([&](const ChaCha20Ops& ops, const std::string&) {
        Bytes out(32);
        ops.hchacha(out.data(), nonce.data(), key.data());
        ASSERT_EQ(out, want);
        Rng s(21);
        for (int i = 0; i < 200; ++i) {
            Bytes k = s.bytes(32);
            const Bytes n = s.bytes(16);
            const auto expected = ref::hchacha20(k.data(), n.data());
            ops.hchacha(k.data(), n.data(), k.data());  // over its own key
            ASSERT_TRUE(std::equal(expected.begin(), expected.end(), k.begin())) << i;
        }
    });
}

// The draft's long text, through each table's HChaCha20 and its run, and with the first block apart.
TEST(ChaCha20Vectors, XChaChaDraft)
{
    const XChaChaDraft& draft = xchacha_draft();
    const Bytes &key = draft.key, &nonce = draft.nonce, &want = draft.want, in(draft.text.begin(), draft.text.end());
    for_each_table([&](const ChaCha20Ops& ops, const std::string&) {
        std::uint8_t subkey[32];
        ops.hchacha(subkey, nonce.data(), key.data());
        Bytes out(in.size()), head(64);
        ops.run({out.data(), in.data(), in.size(), subkey, 0, load64_le(nonce.data() + 16)});
        ASSERT_EQ(out, want);
        ops.head_and_run(head.data(), {out.data(), in.data() + 64, in.size() - 64, subkey, 0, load64_le(nonce.data() + 16)});
        for (std::size_t i = 0; i < 64; ++i) ASSERT_EQ(head[i] ^ in[i], want[i]) << i;
        ASSERT_TRUE(std::equal(want.begin() + 64, want.end(), out.begin()));
    });
}

}  // namespace
}  // namespace lanecrypt::test
