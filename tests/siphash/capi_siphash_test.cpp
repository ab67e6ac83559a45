// The C functions.
#include <gtest/gtest.h>

#include <vector>

#include "lanecrypt/lanecrypt.h"
#include "ref/siphash_ref.h"
#include "support/rng.h"

namespace lanecrypt::test {
namespace {

int misuses = 0;
void count_misuse(const char*, void*) { ++misuses; }

TEST(CapiSipHash, EqualsTheOracle)
{
    const auto data = Rng(30).bytes(64 * 50);
    const std::uint64_t k0 = 0x0706050403020100, k1 = 0x0f0e0d0c0b0a0908;
    std::vector<const std::uint8_t*> in;
    std::vector<std::size_t> len;
    for (std::size_t i = 0; i < 64; ++i) {
        in.push_back(data.data() + 50 * i);
        len.push_back((i * 7) % 50);
        EXPECT_EQ(lanecrypt_siphash24(in[i], len[i], k0, k1), ref::siphash(2, 4, in[i], len[i], k0, k1));
        EXPECT_EQ(lanecrypt_siphash13(in[i], len[i], k0, k1), ref::siphash(1, 3, in[i], len[i], k0, k1));
        lanecrypt_siphash24_state state;
        lanecrypt_siphash24_init(&state, k0, k1);
        lanecrypt_siphash24_update(&state, in[i], len[i] / 2);
        EXPECT_EQ(lanecrypt_siphash24_final(&state), ref::siphash(2, 4, in[i], len[i] / 2, k0, k1));
        lanecrypt_siphash24_update(&state, in[i] + len[i] / 2, len[i] - len[i] / 2);
        EXPECT_EQ(lanecrypt_siphash24_final(&state), ref::siphash(2, 4, in[i], len[i], k0, k1));
    }
    std::vector<std::uint64_t> many(64), items(64);
    lanecrypt_siphash24_many(many.data(), in.data(), len.data(), 64, k0, k1);
    lanecrypt_siphash24_items(items.data(), data.data(), 50, 64, k0, k1);
    for (std::size_t i = 0; i < 64; ++i) {
        EXPECT_EQ(many[i], ref::siphash(2, 4, in[i], len[i], k0, k1));
        EXPECT_EQ(items[i], ref::siphash(2, 4, in[i], 50, k0, k1));
    }
}

TEST(CapiSipHash, NullAndMisuse)
{
    lanecrypt_set_misuse_handler(count_misuse, nullptr);
    misuses = 0;
    EXPECT_EQ(lanecrypt_siphash24(nullptr, 0, 0x0706050403020100, 0x0f0e0d0c0b0a0908), 0x726fdb47dd0e0e31u);
    lanecrypt_siphash24_many(nullptr, nullptr, nullptr, 0, 1, 2);
    lanecrypt_siphash24_items(nullptr, nullptr, 32, 0, 1, 2);
    std::uint64_t out[2] = {7, 7};
    lanecrypt_siphash24_items(out, nullptr, 0, 1, 0x0706050403020100, 0x0f0e0d0c0b0a0908);
    EXPECT_EQ(out[0], 0x726fdb47dd0e0e31u);
    lanecrypt_siphash24_state state;
    lanecrypt_siphash24_init(&state, 1, 2);
    lanecrypt_siphash24_update(&state, nullptr, 0);
    EXPECT_EQ(misuses, 0);

    const std::uint8_t byte = 0;
    const std::uint8_t* in[2] = {&byte, nullptr};
    const std::size_t len[2] = {1, 1};
    out[0] = 7;
    EXPECT_EQ(lanecrypt_siphash24(nullptr, 1, 0, 0), 0u);
    EXPECT_EQ(lanecrypt_siphash13(nullptr, 1, 0, 0), 0u);
    lanecrypt_siphash24_many(out, in, len, 2, 0, 0);
    lanecrypt_siphash24_many(out, nullptr, len, 2, 0, 0);
    lanecrypt_siphash24_many(reinterpret_cast<std::uint64_t*>(in), in, len, 1, 0, 0);
    lanecrypt_siphash24_items(out, nullptr, 1, 1, 0, 0);
    lanecrypt_siphash24_items(out, &byte, SIZE_MAX / 2, 3, 0, 0);
    lanecrypt_siphash24_update(&state, nullptr, 1);
    lanecrypt_siphash24_update(nullptr, &byte, 1);
    lanecrypt_siphash24_update(&state, reinterpret_cast<const std::uint8_t*>(&state), 4);
    EXPECT_EQ(misuses, 10);
    EXPECT_EQ(out[0], 7u);
    EXPECT_EQ(out[1], 7u);
    lanecrypt_set_misuse_handler(nullptr, nullptr);
}

}  // namespace
}  // namespace lanecrypt::test
