// The C functions: values, in place, what is refused.
#include "chacha20/chacha20_tables.h"
#include "lanecrypt/lanecrypt.h"

namespace lanecrypt::test {
namespace {

TEST(CapiChaCha20, AgreesWithTheOracle)
{
    Rng r(51);
    for (int i = 0; i < 300; ++i) {
        const Bytes key = r.bytes(32), nonce = r.bytes(24), text = r.bytes(r.below(1500));
        const auto counter = static_cast<std::uint32_t>(i % 2 != 0 ? 0u - r.below(20) : r());
        Bytes out = text;
        ASSERT_EQ(lanecrypt_chacha20_xor(out.data(), out.data(), out.size(), nonce.data(), counter, key.data()), LANECRYPT_OK);
        ASSERT_EQ(out, ref::chacha20_xor(text, key.data(), nonce.data(), counter));
        ASSERT_EQ(lanecrypt_xchacha20_xor(out.data(), text.data(), out.size(), nonce.data(), counter, key.data()), LANECRYPT_OK);
        ASSERT_EQ(out, ref::xchacha20_xor(text, key.data(), nonce.data(), counter));
        const auto subkey = ref::hchacha20(key.data(), nonce.data());
        std::uint8_t got[32];
        lanecrypt_hchacha20(got, nonce.data(), key.data());
        ASSERT_EQ(std::memcmp(got, subkey.data(), 32), 0);
    }
}

// The last legal block of the 64-bit counter, and one byte more.
TEST(CapiChaCha20, XChaCha20EndsAtBlock64Bits)
{
    const Bytes key = Rng(52).bytes(32), nonce = Rng(53).bytes(24), text(200, 0x5a);
    Bytes out(200, 0xee);
    const std::uint64_t last = ~std::uint64_t{0};
    for (const std::uint64_t blocks : {1, 2, 3}) {
        const std::uint64_t counter = last - (blocks - 1);
        ASSERT_EQ(lanecrypt_xchacha20_xor(out.data(), text.data(), 64 * blocks + 1, nonce.data(), counter, key.data()), LANECRYPT_BAD_ARGUMENT);
        ASSERT_EQ(out, Bytes(200, 0xee));
    }
    ASSERT_EQ(lanecrypt_xchacha20_xor(out.data(), text.data(), 192, nonce.data(), last - 2, key.data()), LANECRYPT_OK);
    EXPECT_EQ(Bytes(out.begin(), out.begin() + 192), ref::xchacha20_xor(Bytes(192, 0x5a), key.data(), nonce.data(), last - 2));
}

TEST(CapiChaCha20, OverlapIsRefused)
{
    const Bytes start = Rng(54).bytes(1200);
    Bytes b = start;
    std::uint8_t* const p = b.data();
    const Bytes key = Rng(55).bytes(32), nonce = Rng(56).bytes(24);
    for (std::size_t len = 0; len <= 600; len += 23)
        for (std::size_t d = 0; d <= 130; ++d)
            for (const bool forward : {false, true}) {
                std::uint8_t* const out = forward ? p + 200 + d : p + 200 - d;
                const lanecrypt_status want = d == 0 || d >= len ? LANECRYPT_OK : LANECRYPT_BAD_ARGUMENT;
                for (const bool extended : {false, true}) {
                    b = start;
                    const lanecrypt_status got = extended ? lanecrypt_xchacha20_xor(out, p + 200, len, nonce.data(), 1, key.data())
                                                          : lanecrypt_chacha20_xor(out, p + 200, len, nonce.data(), 1, key.data());
                    ASSERT_EQ(got, want) << len << ' ' << d;
                    if (want != LANECRYPT_OK) {
                        ASSERT_EQ(b, start);
                    }
                }
            }
    // Key and nonce inside the output.
    b = start;
    EXPECT_EQ(lanecrypt_chacha20_xor(p, p + 200, 100, p + 89, 0, key.data()), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(lanecrypt_chacha20_xor(p, p + 200, 100, nonce.data(), 0, p + 99), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(lanecrypt_xchacha20_xor(p + 24, p + 200, 100, p + 1, 0, key.data()), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(lanecrypt_xchacha20_xor(p + 24, p + 200, 100, nonce.data(), 0, p + 100), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(b, start);
    EXPECT_EQ(lanecrypt_chacha20_xor(p, p + 200, 100, p + 100, 0, p + 112), LANECRYPT_OK);  // next to it
}

TEST(CapiChaCha20, NullPointers)
{
    Bytes b(64);
    const Bytes key(32), nonce(24);
    EXPECT_EQ(lanecrypt_chacha20_xor(nullptr, nullptr, 0, nullptr, 0, nullptr), LANECRYPT_OK);
    EXPECT_EQ(lanecrypt_xchacha20_xor(nullptr, nullptr, 0, nullptr, 0, nullptr), LANECRYPT_OK);
    EXPECT_EQ(lanecrypt_chacha20_xor(nullptr, b.data(), 1, nonce.data(), 0, key.data()), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(lanecrypt_chacha20_xor(b.data(), nullptr, 1, nonce.data(), 0, key.data()), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(lanecrypt_chacha20_xor(b.data(), b.data(), 1, nullptr, 0, key.data()), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(lanecrypt_xchacha20_xor(b.data(), b.data(), 1, nonce.data(), 0, nullptr), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(b, Bytes(64));
    int misuses = 0;
    lanecrypt_set_misuse_handler([](const char*, void* n) { ++*static_cast<int*>(n); }, &misuses);
    lanecrypt_hchacha20(nullptr, nonce.data(), key.data());
    lanecrypt_hchacha20(b.data(), b.data() + 31, key.data());
    lanecrypt_hchacha20(b.data() + 8, nonce.data(), b.data());
    lanecrypt_set_misuse_handler(nullptr, nullptr);
    EXPECT_EQ(misuses, 3);
    EXPECT_EQ(b, Bytes(64));
}

}  // namespace
}  // namespace lanecrypt::test
