// The class: keys, offsets, the serialised form.
#include "lanecrypt/obfuscation.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace lanecrypt::test {
namespace {

std::vector<std::byte> bytes(std::initializer_list<int> values)
{
    std::vector<std::byte> out;
    for (const int v : values) out.push_back(static_cast<std::byte>(v));
    return out;
}
Obfuscation make(const std::vector<std::byte>& key) { return Obfuscation(std::span<const std::byte, 8>(key.data(), 8)); }

// streams_tests.cpp of Bitcoin Core, xor_file: the published example.
TEST(Obfuscation, PublishedExample)
{
    const Obfuscation key = make(bytes({0xff, 0x00, 0xff, 0x00, 0xff, 0x00, 0xff, 0x00}));
    auto data = bytes({3, 1, 2, 3, 2, 4, 5});
    key(data);
    EXPECT_EQ(data, bytes({0xfc, 0x01, 0xfd, 0x03, 0xfd, 0x04, 0xfa}));
}

TEST(Obfuscation, FollowsTheFileOffset)
{
    const Obfuscation key = make(bytes({1, 2, 3, 4, 5, 6, 7, 8}));
    std::vector<std::byte> whole(5000, std::byte{0xa5});
    key(whole);
    for (const std::uint64_t start : {std::uint64_t{0}, std::uint64_t{3}, std::uint64_t{4093}}) {
        std::vector<std::byte> part(500, std::byte{0xa5});
        key(part, start);
        EXPECT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + static_cast<long>(start)));
    }
    std::vector<std::byte> far(9, std::byte{0}), near(9, std::byte{0});
    key(far, 0xfffffffffffffffdu);
    key(near, 5);
    EXPECT_EQ(far, near);
}

TEST(Obfuscation, ZeroKeyTouchesNothing)
{
    const Obfuscation none;
    EXPECT_FALSE(none);
    // The range is not readable: any access would end the test.
    none(std::span<std::byte>(reinterpret_cast<std::byte*>(16), 1000), 3);
}

TEST(Obfuscation, HexAndSerialisedForm)
{
    const auto raw = bytes({0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef});
    const Obfuscation key = make(raw);
    EXPECT_TRUE(key);
    EXPECT_EQ(key.hex_key(), "0123456789abcdef");
    const auto stored = key.serialise();
    EXPECT_EQ(stored[0], std::byte{8});
    std::span<const std::byte> in(stored);
    EXPECT_EQ(Obfuscation::unserialise(in), key);
    EXPECT_TRUE(in.empty());
}

void expect_refused(const std::vector<std::byte>& stream, const std::string& words)
{
    std::span<const std::byte> in(stream);
    try {
        (void)Obfuscation::unserialise(in);
        ADD_FAILURE() << "accepted";
    } catch (const std::invalid_argument& e) {
        EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
    }
    EXPECT_EQ(in.size(), stream.size());
}

TEST(Obfuscation, OtherLengthsAreRefused)
{
    expect_refused(bytes({7, 1, 2, 3, 4, 5, 6, 7}), "7 bytes instead of 8");
    expect_refused(bytes({9, 1, 2, 3, 4, 5, 6, 7, 8, 9}), "9 bytes instead of 8");
    expect_refused(bytes({0}), "0 bytes instead of 8");
    expect_refused(bytes({0xfd, 0x00, 0x01}), "256 bytes instead of 8");
    expect_refused(bytes({8, 1, 2, 3}), "3 bytes of the key instead of 8");
    expect_refused({}, "ends before the length");
    expect_refused(bytes({0xff, 1, 2}), "ends before the length");
}

}  // namespace
}  // namespace lanecrypt::test
