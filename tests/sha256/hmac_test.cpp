// HMAC-SHA256 and HKDF-SHA256: RFC 4231, RFC 5869, Wycheproof.
#include "lanecrypt/hmac.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "lanecrypt/misuse.hpp"
#include "sha256/sha256_support.h"
#include "support/wycheproof.h"

namespace lanecrypt::test {
namespace {

Message repeated(std::size_t n, int byte) { return Message(n, static_cast<std::uint8_t>(byte)); }
Message counting(std::size_t n, int first)
{
    Message out(n);
    std::iota(out.begin(), out.end(), static_cast<std::uint8_t>(first));
    return out;
}

TEST(Hmac, Rfc4231)
{
    struct Case {
        Message key, data;
        const char* tag;
    };
    const Case cases[] = {
        {repeated(20, 0x0b), text("Hi There"), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
        {text("Jefe"), text("what do ya want for nothing?"), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
        {repeated(20, 0xaa), repeated(50, 0xdd), "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"},
        {counting(25, 1), repeated(50, 0xcd), "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"},
        {repeated(20, 0x0c), text("Test With Truncation"), "a3b6167473100ee06e0c796c2955552bfa6f7c0a6a8aef8b93f860aab0cd20c5"},
        {repeated(131, 0xaa), text("Test Using Larger Than Block-Size Key - Hash Key First"),
         "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"},
        {repeated(131, 0xaa),
         text("This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before "
              "being used by the HMAC algorithm."),
         "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"},
    };
    for (const Case& c : cases) EXPECT_EQ(hex_of(hmac_sha256(as_span(c.key), as_span(c.data))), c.tag);
}

TEST(Hmac, Wycheproof)
{
    LANECRYPT_NEED_TESTDATA();
    int valid = 0, invalid = 0;
    for (const WycheproofCase& c : read_wycheproof("wy_hmac_sha256.json")) {
        const Message key = c.bytes("key"), message = c.bytes("msg"), tag = c.bytes("tag");
        const auto got = hmac_sha256(as_span(key), as_span(message));
        const bool equal = tag.size() <= got.size() && hex_of(std::span(got).first(tag.size())) == to_hex(tag);
        EXPECT_EQ(equal, c.valid) << c.id << " " << c.comment;
        ++(c.valid ? valid : invalid);
    }
    EXPECT_EQ(valid, 66);
    EXPECT_EQ(invalid, 108);
}

TEST(Hmac, EveryKeyLengthAndSplit)
{
    Rng rng(40);
    for (std::size_t key_len = 0; key_len <= 140; ++key_len) {
        const Message key = rng.bytes(key_len), m = rng.bytes(rng.below(300));
        const std::string want = to_hex(ref::hmac_sha256(key, m));
        EXPECT_EQ(hex_of(hmac_sha256(as_span(key), as_span(m))), want) << key_len;
        HmacSha256 mac(as_span(key));
        for (int again = 0; again < 2; ++again) {
            const std::size_t cut = rng.below(m.size() + 1);
            mac.update(as_span(m).first(cut));
            HmacSha256 copy(mac);
            EXPECT_EQ(hex_of(mac.update(as_span(m).subspan(cut)).final()), want);
            EXPECT_EQ(hex_of(copy.update(as_span(m).subspan(cut)).final()), want);
        }
    }
}

TEST(Hkdf, Rfc5869)
{
    struct Case {
        Message material, salt, info;
        const char *key, *out;
    };
    const Case cases[] = {
        {repeated(22, 0x0b), counting(13, 0), counting(10, 0xf0), "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5",
         "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"},
        {counting(80, 0), counting(80, 0x60), counting(80, 0xb0), "06a6b88c5853361a06104c9ceb35b45cef760014904671014a193f40c15fc244",
         "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71"
         "cc30c58179ec3e87c14c01d5c1f3434f1d87"},
        {repeated(22, 0x0b), {}, {}, "19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04",
         "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"},
    };
    for (const Case& c : cases) {
        const auto key = hkdf_sha256_extract(as_span(c.salt), as_span(c.material));
        EXPECT_EQ(hex_of(key), c.key);
        const Message want = from_hex(c.out);
        for (std::size_t len = 0; len <= want.size(); ++len) {
            Message out(len + 1, 0x5a);
            ASSERT_TRUE(hkdf_sha256_expand(std::as_writable_bytes(std::span(out)).first(len), key, as_span(c.info)));
            EXPECT_EQ(to_hex(out.data(), len), to_hex(want.data(), len));
            EXPECT_EQ(out[len], 0x5a);
        }
    }
}

int misuses = 0;

TEST(Hkdf, Limits)
{
    const Message key = repeated(32, 1), info = text("label");
    Message out(255 * 32 + 1, 0x5a);
    const auto all = std::as_writable_bytes(std::span(out));
    EXPECT_FALSE(hkdf_sha256_expand(all, as_span(key), as_span(info)));
    EXPECT_EQ(out, repeated(255 * 32 + 1, 0x5a));
    ASSERT_TRUE(hkdf_sha256_expand(all.first(255 * 32), as_span(key), as_span(info)));
    // The last block by the definition.
    Message last(out.begin() + 253 * 32, out.begin() + 254 * 32);
    last.insert(last.end(), info.begin(), info.end());
    last.push_back(255);
    EXPECT_EQ(to_hex(out.data() + 254 * 32, 32), to_hex(ref::hmac_sha256(key, last)));
    set_misuse_handler([](const char*, void*) { ++misuses; }, nullptr);
    EXPECT_FALSE(hkdf_sha256_expand(all.first(40), as_span(key), as_span(out).subspan(39, 5)));
    EXPECT_EQ(misuses, 1);
    set_misuse_handler(nullptr, nullptr);
}

}  // namespace
}  // namespace lanecrypt::test
