// Every number of a profile, at both ends of its limits and between: the results stay the same.
#include <gtest/gtest.h>

#include <vector>

#include "lanecrypt/lanecrypt.h"
#include "lanecrypt/tuning.hpp"
#include "measure/stats.h"
#include "ref/aead_ref.h"
#include "ref/chacha20_ref.h"

namespace lanecrypt::test {
namespace {

using ref::Bytes;

Bytes random_bytes(measure::Random& random, std::size_t n)
{
    Bytes b(n + 1);
    for (std::uint8_t& x : b) x = static_cast<std::uint8_t>(random.next());
    b.resize(n);
    return b;
}

void check_chacha20(measure::Random& random)
{
    const Bytes key = random_bytes(random, 32), nonce = random_bytes(random, 12);
    for (const std::size_t len : {1u, 64u, 100u, 256u, 513u, 1024u, 2500u}) {
        const Bytes in = random_bytes(random, len);
        Bytes out(len);
        ASSERT_EQ(lanecrypt_chacha20_xor(out.data(), in.data(), len, nonce.data(), 3, key.data()), LANECRYPT_OK);
        ASSERT_EQ(out, ref::chacha20_xor(in, key.data(), nonce.data(), 3)) << len;
    }
}

void check_sha256_many(measure::Random& random)
{
    for (const std::size_t n : {1u, 2u, 5u, 8u, 17u, 70u}) {
        std::vector<Bytes> messages;
        std::vector<const std::uint8_t*> in;
        std::vector<std::size_t> len;
        for (std::size_t i = 0; i < n; ++i) messages.push_back(random_bytes(random, random.below(600)));
        for (const Bytes& m : messages) {
            in.push_back(m.data());
            len.push_back(m.size());
        }
        Bytes out(32 * n), leaves = random_bytes(random, 64 * n), doubled(32 * n), one(32);
        lanecrypt_sha256_many(out.data(), in.data(), len.data(), n);
        lanecrypt_sha256d64(doubled.data(), leaves.data(), n);
        for (std::size_t i = 0; i < n; ++i) {
            lanecrypt_sha256(one.data(), in[i], len[i]);
            ASSERT_TRUE(std::equal(one.begin(), one.end(), out.begin() + static_cast<long>(32 * i))) << n << " " << i;
            lanecrypt_sha256d(one.data(), leaves.data() + 64 * i, 64);
            ASSERT_TRUE(std::equal(one.begin(), one.end(), doubled.begin() + static_cast<long>(32 * i))) << n << " " << i;
        }
    }
}

void check_aead_many(measure::Random& random)
{
    const Bytes key = random_bytes(random, 32);
    constexpr std::size_t n = 90;
    std::vector<Bytes> plain, sealed, tags, nonces;
    std::vector<lanecrypt_aead_item> items;
    for (std::size_t i = 0; i < n; ++i) {
        plain.push_back(random_bytes(random, i % 9 == 0 ? random.below(20000) : random.below(3000)));
        sealed.emplace_back(plain[i].size());
        tags.emplace_back(16);
        nonces.push_back(random_bytes(random, 12));
    }
    for (std::size_t i = 0; i < n; ++i)
        items.push_back({sealed[i].data(), plain[i].data(), plain[i].size(), nullptr, 0, tags[i].data(), nonces[i].data(), key.data(), LANECRYPT_OK});
    ASSERT_EQ(lanecrypt_aead_seal_many(items.data(), n), n);
    for (std::size_t i = 0; i < n; ++i) {
        const auto want = ref::aead_seal(plain[i], {}, nonces[i].data(), key.data());
        ASSERT_EQ(sealed[i], want.ciphertext) << i << " " << plain[i].size();
        ASSERT_TRUE(std::equal(tags[i].begin(), tags[i].end(), want.tag.begin())) << i << " " << plain[i].size();
        items[i].in = items[i].out;  // opened in place
    }
    ASSERT_EQ(lanecrypt_aead_open_many(items.data(), n), n);
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(sealed[i], plain[i]) << i;
}

TEST(TunedResults, AreTheSameAtEveryValue)
{
    for (const tuning::Number& number : tuning::numbers())
        for (const std::uint32_t value : {number.least, number.least + 1, number.least + (number.most - number.least) / 3, number.most}) {
            if (value > number.most) continue;
            SCOPED_TRACE(std::string(number.name) + " = " + std::to_string(value));
            std::printf("[   ran    ] %s = %u\n", number.name, static_cast<unsigned>(value));
            ASSERT_EQ(tuning::load("lanecrypt-tuning 1\n" + std::string(number.name) + " = " + std::to_string(value)), "");
            measure::Random random(value);
            check_chacha20(random);
            check_sha256_many(random);
            check_aead_many(random);
        }
    tuning::reset();
}

}  // namespace
}  // namespace lanecrypt::test
