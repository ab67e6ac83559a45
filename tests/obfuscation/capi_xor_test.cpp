// The C function: values computed elsewhere, misuse.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "lanecrypt/lanecrypt.h"

namespace {

int misuses = 0;
void count_misuse(const char*, void*) { ++misuses; }

// Computed with an independent program: an 8-byte record header and 23 bytes of data.
TEST(CapiXor, KnownAnswer)
{
    const std::uint8_t key[8] = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef};
    std::uint8_t data[31] = {0xf9, 0xbe, 0xb4, 0xd9, 0x1d, 0x01, 0x00, 0x00};
    for (int i = 0; i < 23; ++i) data[8 + i] = static_cast<std::uint8_t>(i);
    const std::uint8_t want[31] = {0xf8, 0x9d, 0xf1, 0xbe, 0x94, 0xaa, 0xcd, 0xef, 0x01, 0x22, 0x47, 0x64, 0x8d, 0xae, 0xcb, 0xe8,
                                   0x09, 0x2a, 0x4f, 0x6c, 0x85, 0xa6, 0xc3, 0xe0, 0x11, 0x32, 0x57, 0x74, 0x9d, 0xbe, 0xdb};
    lanecrypt_xor(data, sizeof data, key, 0);
    EXPECT_EQ(std::memcmp(data, want, sizeof data), 0);
    lanecrypt_xor(data + 3, 8, key, 3);
    const std::uint8_t middle[8] = {0xd9, 0x1d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x02};
    EXPECT_EQ(std::memcmp(data + 3, middle, 8), 0);
}

TEST(CapiXor, Misuse)
{
    lanecrypt_set_misuse_handler(count_misuse, nullptr);
    misuses = 0;
    std::uint8_t data[16] = {1, 2, 3};
    const std::uint8_t before[16] = {1, 2, 3};
    lanecrypt_xor(nullptr, 0, nullptr, 0);
    EXPECT_EQ(misuses, 0);
    lanecrypt_xor(nullptr, 1, data, 0);
    lanecrypt_xor(data, 1, nullptr, 0);
    lanecrypt_xor(data, 16, data + 4, 0);
    EXPECT_EQ(misuses, 3);
    EXPECT_EQ(std::memcmp(data, before, 16), 0);
    lanecrypt_set_misuse_handler(nullptr, nullptr);
}

}  // namespace
