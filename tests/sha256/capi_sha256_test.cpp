// The C functions: values, aliasing, misuse.
#include <gtest/gtest.h>

#include <cstring>

#include "lanecrypt/lanecrypt.h"
#include "sha256/sha256_support.h"

namespace lanecrypt::test {
namespace {

int misuses = 0;
void count_misuse(const char*, void*) { ++misuses; }

class CapiSha256 : public testing::Test {
protected:
    void SetUp() override
    {
        misuses = 0;
        lanecrypt_set_misuse_handler(count_misuse, nullptr);
    }
    void TearDown() override { lanecrypt_set_misuse_handler(nullptr, nullptr); }
};

TEST_F(CapiSha256, EveryLengthAndState)
{
    Rng rng(50);
    for (std::size_t len = 0; len <= 200; ++len) {
        const Message m = rng.bytes(len);
        const auto once = ref::sha256(m), twice = ref::sha256d(m);
        std::uint8_t out[32];
        lanecrypt_sha256(out, m.data(), len);
        EXPECT_EQ(std::memcmp(out, once.data(), 32), 0) << len;
        lanecrypt_sha256d(out, m.data(), len);
        EXPECT_EQ(std::memcmp(out, twice.data(), 32), 0) << len;
        lanecrypt_sha256_state state;
        std::memset(&state, 0xff, sizeof state);
        lanecrypt_sha256_init(&state);
        for (int again = 0; again < 2; ++again) {
            const std::size_t cut = rng.below(len + 1);
            lanecrypt_sha256_update(&state, m.data(), cut);
            lanecrypt_sha256_state copy = state;
            lanecrypt_sha256_update(&state, m.data() + cut, len - cut);
            lanecrypt_sha256_final(&state, out);
            EXPECT_EQ(std::memcmp(out, once.data(), 32), 0) << len;
            lanecrypt_sha256_update(&copy, m.data() + cut, len - cut);
            lanecrypt_sha256_final(&copy, out);
            EXPECT_EQ(std::memcmp(out, once.data(), 32), 0) << len;
        }
    }
    EXPECT_EQ(misuses, 0);
}

TEST_F(CapiSha256, Many)
{
    Rng rng(51);
    std::vector<Message> messages(50);
    std::vector<const std::uint8_t*> in;
    std::vector<std::size_t> len;
    for (Message& m : messages) {
        m = rng.bytes(rng.below(500));
        in.push_back(m.empty() ? nullptr : m.data());
        len.push_back(m.size());
    }
    Message once(50 * 32), twice(50 * 32);
    lanecrypt_sha256_many(once.data(), in.data(), len.data(), 50);
    lanecrypt_sha256d_many(twice.data(), in.data(), len.data(), 50);
    for (std::size_t i = 0; i < 50; ++i) {
        EXPECT_EQ(to_hex(once.data() + 32 * i, 32), to_hex(ref::sha256(messages[i]))) << i;
        EXPECT_EQ(to_hex(twice.data() + 32 * i, 32), to_hex(ref::sha256d(messages[i]))) << i;
    }
    EXPECT_EQ(misuses, 0);
}

TEST_F(CapiSha256, NullIsLegalWhereTheCountIsZero)
{
    std::uint8_t out[32];
    lanecrypt_sha256(out, nullptr, 0);
    EXPECT_EQ(to_hex(out, 32), to_hex(ref::sha256({})));
    lanecrypt_sha256_many(nullptr, nullptr, nullptr, 0);
    lanecrypt_sha256d_many(nullptr, nullptr, nullptr, 0);
    lanecrypt_sha256d64(nullptr, nullptr, 0);
    int mutated = 9;
    lanecrypt_merkle_root(out, nullptr, 0, &mutated);
    EXPECT_EQ(to_hex(out, 32), std::string(64, '0'));
    EXPECT_EQ(mutated, 0);
    lanecrypt_merkle_root(out, nullptr, 0, nullptr);
    lanecrypt_sha256_state state;
    lanecrypt_sha256_init(&state);
    lanecrypt_sha256_update(&state, nullptr, 0);
    EXPECT_EQ(misuses, 0);
}

TEST_F(CapiSha256, MisuseWritesNothing)
{
    std::uint8_t out[64];
    std::memset(out, 0x5a, sizeof out);
    const std::uint8_t in[128] = {1, 2, 3};
    lanecrypt_sha256(nullptr, in, 3);
    lanecrypt_sha256(out, nullptr, 1);
    lanecrypt_sha256d(nullptr, in, 3);
    lanecrypt_sha256d(out, nullptr, 1);
    EXPECT_EQ(misuses, 4);
    const std::uint8_t* inputs[2] = {in, nullptr};
    std::size_t lengths[2] = {3, 1};
    lanecrypt_sha256_many(out, inputs, lengths, 2);
    lanecrypt_sha256_many(nullptr, inputs, lengths, 1);
    lanecrypt_sha256_many(out, nullptr, lengths, 1);
    lanecrypt_sha256d_many(out, inputs, nullptr, 1);
    EXPECT_EQ(misuses, 8);
    inputs[1] = out + 31;  // the second message touches the first hash
    lengths[1] = 1;
    lanecrypt_sha256_many(out, inputs, lengths, 2);
    lanecrypt_sha256d_many(out, inputs, lengths, 2);
    inputs[1] = in;
    lanecrypt_sha256_many(reinterpret_cast<std::uint8_t*>(inputs), inputs, lengths, 1);
    lanecrypt_sha256_many(reinterpret_cast<std::uint8_t*>(lengths), inputs, lengths, 1);
    EXPECT_EQ(misuses, 12);
    EXPECT_EQ(inputs[0], in);
    EXPECT_EQ(lengths[0], 3u);
    lanecrypt_sha256d64(nullptr, in, 1);
    lanecrypt_sha256d64(out, nullptr, 1);
    std::uint8_t both[192] = {};
    lanecrypt_sha256d64(both + 32, both, 2);
    lanecrypt_sha256d64(both + 127, both, 2);
    EXPECT_EQ(misuses, 16);
    lanecrypt_merkle_root(nullptr, in, 1, nullptr);
    lanecrypt_merkle_root(out, nullptr, 1, nullptr);
    alignas(int) std::uint8_t leaves[64] = {};
    lanecrypt_merkle_root(out, leaves, 2, reinterpret_cast<int*>(leaves + 32));
    EXPECT_EQ(misuses, 19);
    lanecrypt_sha256_init(nullptr);
    lanecrypt_sha256_update(nullptr, in, 1);
    lanecrypt_sha256_final(nullptr, out);
    lanecrypt_sha256_state state;
    lanecrypt_sha256_init(&state);
    lanecrypt_sha256_update(&state, nullptr, 1);
    lanecrypt_sha256_update(&state, reinterpret_cast<const std::uint8_t*>(&state), 1);
    lanecrypt_sha256_final(&state, nullptr);
    lanecrypt_sha256_final(&state, reinterpret_cast<std::uint8_t*>(&state) + 8);
    EXPECT_EQ(misuses, 26);
    for (const std::uint8_t b : out) EXPECT_EQ(b, 0x5a);
    for (const std::uint8_t b : both) EXPECT_EQ(b, 0);
    for (const std::uint8_t b : leaves) EXPECT_EQ(b, 0);
    lanecrypt_sha256_final(&state, out);
    EXPECT_EQ(to_hex(out, 32), to_hex(ref::sha256({})));
}

TEST_F(CapiSha256, OutputsInsideTheirInput)
{
    Rng rng(52);
    for (std::size_t at = 0; at + 32 <= 150; at += 7) {
        Message m = rng.bytes(150);
        const auto want = ref::sha256d(m);
        lanecrypt_sha256d(m.data() + at, m.data(), m.size());
        EXPECT_EQ(std::memcmp(m.data() + at, want.data(), 32), 0);
    }
    for (std::size_t n = 1; n <= 40; ++n) {
        Message data = rng.bytes(64 * n);
        std::vector<ref::Hash256> leaves(2 * n);
        std::memcpy(leaves.data(), data.data(), data.size());
        const auto root = ref::merkle_root(leaves).root;
        Message tree = data;
        lanecrypt_merkle_root(tree.data() + rng.below(64 * n - 31), tree.data(), 2 * n, nullptr);
        lanecrypt_merkle_root(data.data(), data.data(), 2 * n, nullptr);
        EXPECT_EQ(std::memcmp(data.data(), root.data(), 32), 0);
    }
    Message data = rng.bytes(64 * 33);
    std::vector<ref::Hash256> want;
    for (std::size_t i = 0; i < 33; ++i) want.push_back(ref::sha256d(std::span(data).subspan(64 * i, 64)));
    lanecrypt_sha256d64(data.data(), data.data(), 33);
    for (std::size_t i = 0; i < 33; ++i) EXPECT_EQ(std::memcmp(data.data() + 32 * i, want[i].data(), 32), 0) << i;
    EXPECT_EQ(misuses, 0);
}

}  // namespace
}  // namespace lanecrypt::test
