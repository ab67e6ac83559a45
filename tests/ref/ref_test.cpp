// The oracles themselves against published values.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <numeric>

#include "ref/aead_ref.h"
#include "ref/bip324_ref.h"
#include "ref/chacha20_ref.h"
#include "ref/gcs_ref.h"
#include "ref/poly1305_ref.h"
#include "ref/siphash_ref.h"
#include "support/csv.h"
#include "support/hex.h"
#include "support/key_value.h"
#include "support/rng.h"
#include "support/testdata.h"
#include "support/wycheproof.h"

namespace lanecrypt::test {
namespace {

using ref::Bytes;

ref::Key counting_key()
{
    ref::Key key;
    std::iota(key.begin(), key.end(), std::uint8_t{0});
    return key;
}

std::uint64_t number_le(const std::uint8_t* p)
{
    return ref::word_le(p) | std::uint64_t{ref::word_le(p + 4)} << 32;
}

// RFC 8439 section 2.3.2; draft-irtf-cfrg-xchacha-03 section 2.2.1.
TEST(Reference, ChaCha20Blocks)
{
    const auto nonce = from_hex("000000090000004a00000000");
    EXPECT_EQ(to_hex(ref::chacha20_block(counting_key().data(), nonce.data(), 1)),
              "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4ed2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e");
    const auto long_nonce = from_hex("000000090000004a0000000031415927");
    EXPECT_EQ(to_hex(ref::hchacha20(counting_key().data(), long_nonce.data())), "82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc");
}

// The 64-bit counter: values computed with an independent program.
TEST(Reference, ChaCha20CounterCarries)
{
    const std::uint8_t nonce[12] = {};
    const Bytes stream = ref::chacha20_keystream(counting_key().data(), nonce, 0xfffffffeu, 192);
    EXPECT_EQ(to_hex(stream.data(), 16), "d48429333adfee3b03055736a276ab9c");
    EXPECT_EQ(to_hex(stream.data() + 64, 16), "1ce0deb8925fccea2d5587e850054559");
    EXPECT_EQ(to_hex(stream.data() + 128, 16), "d838fb09536e2e3a10e8f23f486273a6");
}

// RFC 8439 section 2.5.2 and appendix A.3, numbers 4 to 11: the edges of the modulus.
TEST(Reference, Poly1305)
{
    const std::string text = "Cryptographic Forum Research Group";
    const auto key = from_hex("85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b");
    EXPECT_EQ(to_hex(ref::poly1305(Bytes(text.begin(), text.end()), key.data())), "a8061dc1305136c6c22b8baf0c0127a9");
    const std::string zero(32, '0'), ones(32, 'f');
    const auto small = [](const char* first) { return std::string(first) + std::string(30, '0'); };
    const std::string r10 = "01000000000000000400000000000000", third = zero;
    const std::string first10 = "e33594d7505e43b900000000000000003394d7505e4379cd0100000000000000" + zero;
    const struct {
        std::string r, s, message, tag;
    } rows[] = {
        {small("02"), zero, ones, small("03")},
        {small("02"), ones, small("02"), small("03")},
        {small("01"), zero, ones + "f0" + std::string(30, 'f') + small("11"), small("05")},
        {small("01"), zero, ones + "fb" + "fefefefefefefefefefefefefefefe" + "01010101010101010101010101010101", zero},
        {small("02"), zero, "fd" + std::string(30, 'f'), "fa" + std::string(30, 'f')},
        {r10, zero, first10 + small("01"), "14000000000000005500000000000000"},
        {r10, zero, first10, small("13")},
    };
    for (const auto& row : rows) EXPECT_EQ(to_hex(ref::poly1305(from_hex(row.message), from_hex(row.r + row.s).data())), row.tag) << row.message;
}

TEST(Reference, AeadVectorFiles)
{
    LANECRYPT_NEED_TESTDATA();
    int checked = 0;
    for (const Record& r : read_records("boringssl-chacha20_poly1305_tests.txt")) {
        const Bytes tag = r.bytes("TAG");
        if (r.has("NO_SEAL") || r.has("FAILS") || tag.size() != 16) continue;
        const auto sealed = ref::aead_seal(r.bytes("IN"), r.bytes("AD"), r.bytes("NONCE").data(), r.bytes("KEY").data());
        EXPECT_EQ(to_hex(sealed.ciphertext), to_hex(r.bytes("CT"))) << "line " << r.line;
        EXPECT_EQ(to_hex(sealed.tag), to_hex(tag)) << "line " << r.line;
        ++checked;
    }
    EXPECT_GE(checked, 66);
    checked = 0;
    for (const WycheproofCase& c : read_wycheproof("wy_chacha20_poly1305.json")) {
        if (c.group.at("ivSize") != 96) continue;
        const auto plain = ref::aead_open(c.bytes("ct"), c.bytes("tag").data(), c.bytes("aad"), c.bytes("iv").data(), c.bytes("key").data());
        EXPECT_EQ(plain.has_value(), c.valid) << c.id << ' ' << c.comment;
        if (plain) {
            EXPECT_EQ(*plain, c.bytes("msg")) << c.id;
        }
        ++checked;
    }
    EXPECT_EQ(checked, 316);
}

// draft-irtf-cfrg-xchacha-03 appendix A.3.1: the tag and the first ciphertext bytes.
TEST(Reference, XChaCha20Poly1305)
{
    const std::string text = "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.";
    const auto key = from_hex("808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f");
    const auto nonce = from_hex("404142434445464748494a4b4c4d4e4f5051525354555657");
    const auto sealed = ref::xaead_seal(Bytes(text.begin(), text.end()), from_hex("50515253c0c1c2c3c4c5c6c7"), nonce.data(), key.data());
    EXPECT_EQ(to_hex(sealed.tag), "c0875924c1c7987947deafd8780acf49");
    EXPECT_EQ(to_hex(sealed.ciphertext.data(), 16), "bd6d179d3e83d43b9576579493c0e939");
    const auto opened = ref::xaead_open(sealed.ciphertext, sealed.tag.data(), from_hex("50515253c0c1c2c3c4c5c6c7"), nonce.data(), key.data());
    ASSERT_TRUE(opened);
    EXPECT_EQ(std::string(opened->begin(), opened->end()), text);
}

TEST(Reference, SipHashVectorFiles)
{
    LANECRYPT_NEED_TESTDATA();
    int checked = 0;
    for (const Record& r : read_records("boringssl-siphash_tests.txt")) {
        const Bytes key = r.bytes("KEY"), want = r.bytes("HASH");
        EXPECT_EQ(ref::siphash(2, 4, r.bytes("IN"), number_le(key.data()), number_le(key.data() + 8)), number_le(want.data())) << r.line;
        ++checked;
    }
    EXPECT_EQ(checked, 270);
    const struct {
        const char* file;
        int c, d;
        bool wide;
    } files[] = {{"wy_siphash_2_4.json", 2, 4, false}, {"wy_siphash_4_8.json", 4, 8, false}, {"wy_siphashx_2_4.json", 2, 4, true}, {"wy_siphashx_4_8.json", 4, 8, true}};
    for (const auto& f : files)
        for (const WycheproofCase& c : read_wycheproof(f.file)) {
            const Bytes key = c.bytes("key"), tag = c.bytes("tag");
            const std::uint64_t k0 = number_le(key.data()), k1 = number_le(key.data() + 8);
            if (f.wide) {
                const auto [low, high] = ref::siphash128(f.c, f.d, c.bytes("msg"), k0, k1);
                EXPECT_EQ(low, number_le(tag.data())) << f.file << ' ' << c.id;
                EXPECT_EQ(high, number_le(tag.data() + 8)) << f.file << ' ' << c.id;
            } else {
                EXPECT_EQ(ref::siphash(f.c, f.d, c.bytes("msg"), k0, k1), number_le(tag.data())) << f.file << ' ' << c.id;
            }
        }
}

// Bitcoin Core's own vectors; keys and results are numbers in big-endian text, inputs are byte strings.
TEST(Reference, SipHashOfBitcoinCore)
{
    LANECRYPT_NEED_TESTDATA();
    int checked_24 = 0, checked_13 = 0;
    for (const auto& row : nlohmann::json::parse(read_testdata<std::string>("siphash.json"))) {
        const std::uint64_t k0 = std::stoull(row["key"][0].get<std::string>(), nullptr, 16), k1 = std::stoull(row["key"][1].get<std::string>(), nullptr, 16);
        Bytes whole;
        ref::SipHash13UJRef jumbo(k0, k1);
        for (const auto& part : row["input"]) {
            const Bytes bytes = from_hex(part.get<std::string>());
            whole.insert(whole.end(), bytes.begin(), bytes.end());
            if (bytes.size() == 8) jumbo.word(number_le(bytes.data()));
            if (bytes.size() == 32) jumbo.jumbo({number_le(bytes.data()), number_le(bytes.data() + 8), number_le(bytes.data() + 16), number_le(bytes.data() + 24)});
        }
        const auto& want = row["expected"];
        EXPECT_EQ(ref::siphash(2, 4, whole, k0, k1), std::stoull(want["siphash24"].get<std::string>(), nullptr, 16)) << row;
        ++checked_24;
        if (!want.contains("siphash13uj")) continue;
        EXPECT_EQ(jumbo.finish(), std::stoull(want["siphash13uj"].get<std::string>(), nullptr, 16)) << row;
        ++checked_13;
    }
    EXPECT_EQ(checked_24, 146);
    EXPECT_EQ(checked_13, 64);
}

// BIP158: the filter of testnet's first block is built from its one script; all published filters survive decoding
// and coding again.
TEST(Reference, GolombCodedSets)
{
    EXPECT_EQ(ref::high_product(~std::uint64_t{0}, ~std::uint64_t{0}), ~std::uint64_t{0} - 1);
    EXPECT_EQ(to_hex(ref::gcs_build({}, 0, 0, 19, 784931)), "00");
    LANECRYPT_NEED_TESTDATA();
    const auto rows = nlohmann::json::parse(read_testdata<std::string>("blockfilters.json"));
    Bytes hash = from_hex(rows[1][1].get<std::string>());
    std::reverse(hash.begin(), hash.end());
    const Bytes script = from_hex(
        "4104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac");
    EXPECT_EQ(to_hex(ref::gcs_build({script}, number_le(hash.data()), number_le(hash.data() + 8), 19, 784931)), rows[1][5].get<std::string>());
    int checked = 0;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        const Bytes filter = from_hex(rows[i][5].get<std::string>());
        ASSERT_LT(filter[0], 0xfd);
        std::size_t left = 99;
        const auto values = ref::golomb_decode(filter, 1, filter[0], 19, &left);
        ASSERT_TRUE(values) << i;
        EXPECT_LT(left, 8u);
        Bytes again{filter[0]};
        const Bytes bits = ref::golomb_encode({values->begin(), values->end()}, 19);
        again.insert(again.end(), bits.begin(), bits.end());
        EXPECT_EQ(again, filter) << i;
        if (filter[0] != 0) {
            EXPECT_FALSE(ref::golomb_decode(Bytes(filter.begin(), filter.end() - 3), 1, filter[0], 19)) << i;
        }
        ++checked;
    }
    EXPECT_EQ(checked, 10);
}

// Key 00 … 1f, interval 224, empty packets and three-byte chunks of zeros; values computed with a model that was
// checked against the packets of BIP324.
TEST(Reference, ForwardSecureWrappers)
{
    ref::FSChaCha20Poly1305Ref packets(counting_key(), 224);
    ref::FSChaCha20Ref lengths(counting_key(), 224);
    const std::map<int, std::pair<std::string, std::string>> want = {
        {0, {"10324f800a160bd9a1794255be7ec29d", "39fd2b"}},   {1, {"ad4952f324e13bfaf72669500efe356c", "7dd9c5"}},
        {21, {"", "0c18b8"}},                                  {223, {"85b3904d6a3c7b152f1a7a3f0f50ac7a", "2f6ec9"}},
        {224, {"ab1c083eb7263195c491f1214644e133", "39ffff"}}, {225, {"fbfc8168782780c46a1bf0cda21b5101", "f29de5"}},
        {447, {"e5d7319623e71049e7649e1b9bfe02e3", "34a2ca"}}, {448, {"859754ade2f379e36a8694f0b38d1cc6", "448c69"}},
    };
    for (int i = 0; i <= 448; ++i) {
        const std::string tag = to_hex(packets.encrypt({}, {})), mask = to_hex(lengths.crypt(Bytes(3)));
        const auto at = want.find(i);
        if (at == want.end()) continue;
        if (!at->second.first.empty()) {
            EXPECT_EQ(tag, at->second.first) << i;
        }
        EXPECT_EQ(mask, at->second.second) << i;
    }
}

// Packets of BIP324; the two of megabytes are left to the tests of the library itself.
TEST(Reference, Bip324Packets)
{
    LANECRYPT_NEED_TESTDATA();
    int checked = 0;
    for (const Record& r : read_csv("bip324-packet_encoding_test_vectors.csv")) {
        if (r.text("in_multiply") != "1") continue;
        const std::string side = r.text("in_initiating") == "1" ? "mid_initiator_" : "mid_responder_";
        ref::Bip324Ref sender(ref::key_from(r.bytes(side + "l").data()), ref::key_from(r.bytes(side + "p").data()));
        ref::Bip324Ref receiver(ref::key_from(r.bytes(side + "l").data()), ref::key_from(r.bytes(side + "p").data()));
        for (int i = std::stoi(r.text("in_idx")); i > 0; --i) {
            const Bytes skipped = sender.seal({}, {}, false);
            EXPECT_EQ(receiver.open_length({skipped[0], skipped[1], skipped[2]}), 0u);
            EXPECT_TRUE(receiver.open(Bytes(skipped.begin() + 3, skipped.end()), {}));
        }
        const Bytes packet = sender.seal(r.bytes("in_contents"), r.bytes("in_aad"), r.text("in_ignore") == "1");
        const std::string hex = to_hex(packet), whole = r.text("out_ciphertext"), tail = r.text("out_ciphertext_endswith");
        ASSERT_FALSE(whole.empty() && tail.empty());
        if (!whole.empty()) {
            EXPECT_EQ(hex, whole);
        }
        EXPECT_TRUE(hex.ends_with(tail)) << r.line;
        EXPECT_EQ(receiver.open_length({packet[0], packet[1], packet[2]}), r.bytes("in_contents").size());
        const auto opened = receiver.open(Bytes(packet.begin() + 3, packet.end()), r.bytes("in_aad"));
        ASSERT_TRUE(opened);
        EXPECT_EQ(opened->contents, r.bytes("in_contents"));
        EXPECT_EQ(opened->ignore, r.text("in_ignore") == "1");
        ++checked;
    }
    EXPECT_EQ(checked, 5);
}

TEST(Reference, RecordsOfNistFiles)
{
    LANECRYPT_NEED_TESTDATA();
    const auto records = read_records("nist-SHA256ShortMsg.rsp");
    ASSERT_EQ(records.size(), 65u);
    EXPECT_EQ(records[1].text("Len"), "8");
    EXPECT_EQ(records[1].bytes("MD").size(), 32u);
}

TEST(Reference, GeneratorIsReproducible)
{
    Rng a(1), b(1), c(2);
    bool differs = false;
    for (int i = 0; i < 100; ++i) {
        const auto x = a();
        EXPECT_EQ(x, b());
        differs |= x != c();
    }
    EXPECT_TRUE(differs);
}

}  // namespace
}  // namespace lanecrypt::test
