// Every implementation against the definition, byte by byte.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "base/bytes.h"
#include "obfuscation/xor_ops.h"
#include "support/guard.h"
#include "support/impls.h"

namespace lanecrypt::test {
namespace {

constexpr std::uint8_t key_bytes[8] = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef};

TEST(XorKernel, EveryOffsetAndLength)
{
    for_each_impl(dispatch::xor_slot, [](const XorOps& ops, const std::string&) {
        std::vector<std::uint8_t> buffer(64 + 300 + 64);
        std::size_t cases = 0;
        for (std::size_t offset = 0; offset < 64; ++offset)
            for (std::size_t rotation = 0; rotation < 8; ++rotation) {
                std::uint8_t k[8];
                for (std::size_t i = 0; i < 8; ++i) k[i] = key_bytes[(i + rotation) % 8];
                for (std::size_t len = 0; len <= 300; ++len, ++cases) {
                    for (std::size_t i = 0; i < buffer.size(); ++i) buffer[i] = static_cast<std::uint8_t>(i * 37 + len);
                    ops.apply(buffer.data() + offset, len, load64(k));
                    for (std::size_t i = 0; i < buffer.size(); ++i) {
                        auto want = static_cast<std::uint8_t>(i * 37 + len);
                        if (i >= offset && i < offset + len) want = static_cast<std::uint8_t>(want ^ k[(i - offset) % 8]);
                        ASSERT_EQ(buffer[i], want) << "offset " << offset << " rotation " << rotation << " length " << len << " byte " << i;
                    }
                }
            }
        EXPECT_EQ(cases, 64u * 8u * 301u);
    });
}

TEST(XorKernel, TouchesNothingOutside)
{
    const GuardedPages pages(4096);
    for_each_impl(dispatch::xor_slot, [&](const XorOps& ops, const std::string&) {
        for (std::size_t len = 0; len <= 1100; ++len) {
            for (std::uint8_t* const p : {pages.at_start(), pages.at_end(len)}) {
                std::memset(p, 0x5a, len);
                ops.apply(p, len, load64(key_bytes));
                for (std::size_t i = 0; i < len; ++i) ASSERT_EQ(p[i], 0x5a ^ key_bytes[i % 8]) << len;
            }
        }
    });
}

}  // namespace
}  // namespace lanecrypt::test
