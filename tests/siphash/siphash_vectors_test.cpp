// Published values. The files are read from the test data; single values are typed as published or computed elsewhere.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "lanecrypt/siphash.hpp"
#include "ref/siphash_ref.h"
#include "siphash/siphash_ops.h"
#include "siphash/siphash_words.h"
#include "support/impls.h"
#include "support/key_value.h"
#include "support/wycheproof.h"

namespace lanecrypt::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

std::span<const std::byte> view(const Bytes& b) { return {reinterpret_cast<const std::byte*>(b.data()), b.size()}; }
std::uint64_t word(const Bytes& b, std::size_t at) { return load64_le(b.data() + at); }

// One message through every entry point of every implementation that hashes it with 2 and 4 rounds.
void expect_siphash24(const Bytes& message, std::uint64_t k0, std::uint64_t k1, std::uint64_t want)
{
    EXPECT_EQ(SipHash24::hash(view(message), k0, k1), want);
    for (std::size_t i = 0; i < dispatch::siphash_slot.size(); ++i) {
        const dispatch::Impl& impl = dispatch::siphash_slot[i];
        if ((cpu::runnable() & cpu::row_bit(impl.isa)) == 0) continue;
        const SipHashOps& ops = dispatch::siphash_slot.impl(i);
        SCOPED_TRACE(isa_rows[static_cast<int>(impl.isa)].name);
        const std::uint8_t* at[siphash_group];
        std::uint64_t last[siphash_group], out[siphash_group];
        for (std::size_t k = 0; k < siphash_group; ++k) at[k] = message.data(), last[k] = siphash_last_word(message.data(), message.size());
        ops.sip24.group(out, at, last, message.size() / 8, siphash_group, k0, k1);
        for (const std::uint64_t hash : out) EXPECT_EQ(hash, want);
        std::uint64_t one;
        ops.sip24.items(&one, message.data(), message.size(), 1, k0, k1);
        EXPECT_EQ(one, want);
    }
}

// vectors_sip64 of the authors' reference code (github.com/veorq/SipHash, vectors.h; CC0): key 00 … 0f, message i is
// 00 … i - 1. That for 15 bytes is the example of the paper's appendix A.
TEST(SipHashVectors, OfficialTable)
{
    static constexpr const char* published[] = {
        "310e0edd47db6f72", "fd67dc93c539f874", "5a4fa9d909806c0d", "2d7efbd796666785", "b7877127e09427cf", "8da699cd64557618",
        "cee3fe586e46c9cb", "37d1018bf50002ab", "6224939a79f5f593", "b0e4a90bdf82009e", "f3b9dd94c5bb5d7a", "a7ad6b22462fb3f4",
        "fbe50e86bc8f1e75", "903d84c02756ea14", "eef27a8e90ca23f7", "e545be4961ca29a1", "db9bc2577fcc2a3f", "9447be2cf5e99a69",
        "9cd38d96f0b3c14b", "bd6179a71dc96dbb", "98eea21af25cd6be", "c7673b2eb0cbf2d0", "883ea3e395675393", "c8ce5ccd8c030ca8",
        "94af49f6c650adb8", "eab8858ade92e1bc", "f315bb5bb835d817", "adcf6b0763612e2f", "a5c91da7acaa4dde", "716595876650a2a6",
        "28ef495c53a387ad", "42c341d8fa92d832", "ce7cf2722f512771", "e37859f94623f3a7", "381205bb1ab0e012", "ae97a10fd434e015",
        "b4a31508beff4d31", "81396229f0907902", "4d0cf49ee5d4dcca", "5c73336a76d8bf9a", "d0a704536ba93e0e", "925958fcd6420cad",
        "a915c29bc8067318", "952b79f3bc0aa6d4", "f21df2e41d4535f9", "87577519048f53a9", "10a56cf5dfcd9adb", "eb75095ccd986cd0",
        "51a9cb9ecba312e6", "96afadfc2ce666c7", "72fe52975a4364ee", "5a1645b276d592a1", "b274cb8ebf87870a", "6f9bb4203de7b381",
        "eaecb2a30b22a87f", "9924a43cc1315724", "bd838d3aafbf8db7", "0b1a2a3265d51aea", "135079a3231ce660", "932b2846e4d70666",
        "e1915f5cb1eca46c", "f325965ca16d629f", "575ff28e60381be5", "724506eb4c328a95"};
    static_assert(std::size(published) == 64);
    Bytes message;
    for (const char* hex : published) {
        const std::uint64_t want = word(from_hex(hex), 0);
        EXPECT_EQ(ref::siphash(2, 4, message, 0x0706050403020100, 0x0f0e0d0c0b0a0908), want) << message.size();
        expect_siphash24(message, 0x0706050403020100, 0x0f0e0d0c0b0a0908, want);
        message.push_back(static_cast<std::uint8_t>(message.size()));
    }
}

// Computed with an independent program: 00 01 02 … modulo 256, and bytes of ff.
TEST(SipHashVectors, LengthByteWrapsAround)
{
    struct Case {
        std::size_t n;
        std::uint64_t counting, ones;
    };
    static constexpr Case cases[] = {
        {0, 0x726fdb47dd0e0e31, 0x726fdb47dd0e0e31},   {7, 0xab0200f58b01d137, 0x00ac323c9a55b1dc},   {8, 0x93f5f5799a932462, 0x2a68ff30a3d9da34},
        {9, 0x9e0082df0ba9e4b0, 0x30f4333b0ba8a712},   {31, 0x32d892fad841c342, 0x02af9c3a9a18c27b},  {32, 0x7127512f72f27cce, 0xe1041d47f898e431},
        {33, 0xa7f32346f95978e3, 0xd34f2ee6cfcaddb0},  {40, 0x0e3ea96b5304a7d0, 0xccf329a45ab38059},  {255, 0xa9c169fec74db21a, 0x0a13f5bfc90d46c4},
        {256, 0x999d0526d2a7bfd7, 0xa7eafdce7eaf859f}, {257, 0x8a817b8d55b29748, 0x7954351b0a747ab1}, {264, 0xe76e0db3fa0ee85c, 0x524b87adef710f37}};
    for (const Case& c : cases) {
        Bytes counting(c.n);
        for (std::size_t i = 0; i < c.n; ++i) counting[i] = static_cast<std::uint8_t>(i);
        expect_siphash24(counting, 0x0706050403020100, 0x0f0e0d0c0b0a0908, c.counting);
        expect_siphash24(Bytes(c.n, 0xff), 0x0706050403020100, 0x0f0e0d0c0b0a0908, c.ones);
    }
}

TEST(SipHashVectors, BoringSsl)
{
    LANECRYPT_NEED_TESTDATA();
    const auto records = read_records("boringssl-siphash_tests.txt");
    ASSERT_EQ(records.size(), 270u);
    for (const Record& r : records) {
        SCOPED_TRACE(r.line);
        const Bytes key = r.bytes("KEY");
        expect_siphash24(r.bytes("IN"), word(key, 0), word(key, 8), word(r.bytes("HASH"), 0));
    }
}

template <class Hasher>
void wycheproof(const char* file)
{
    const auto cases = read_wycheproof(file);
    ASSERT_EQ(cases.size(), 40u) << file;
    for (const WycheproofCase& c : cases) {
        const Bytes key = c.bytes("key"), tag = c.bytes("tag");
        ASSERT_TRUE(c.valid);
        const auto hash = Hasher::hash(view(c.bytes("msg")), word(key, 0), word(key, 8));
        ASSERT_EQ(tag.size(), sizeof hash) << file << ' ' << c.id;
        std::uint8_t bytes[sizeof hash];
        if constexpr (sizeof hash == 8) {
            store64_le(bytes, hash);
        } else {
            store64_le(bytes, hash[0]);
            store64_le(bytes + 8, hash[1]);
        }
        EXPECT_EQ(to_hex(bytes, sizeof bytes), to_hex(tag)) << file << ' ' << c.id;
    }
}

TEST(SipHashVectors, Wycheproof)
{
    LANECRYPT_NEED_TESTDATA();
    wycheproof<SipHash24>("wy_siphash_2_4.json");
    wycheproof<SipHash48>("wy_siphash_4_8.json");
    wycheproof<SipHash24_128>("wy_siphashx_2_4.json");
    wycheproof<SipHash48_128>("wy_siphashx_4_8.json");
}

// Bitcoin Core's file: keys and values as integers, the input in blocks; 13UJ where the blocks are words and jumbos.
TEST(SipHashVectors, BitcoinCore)
{
    LANECRYPT_NEED_TESTDATA();
    const auto rows = nlohmann::json::parse(read_testdata<std::string>("siphash.json"));
    ASSERT_EQ(rows.size(), 146u);
    std::size_t presalted = 0, unpadded = 0;
    const auto number = [](const nlohmann::json& hex) { return std::stoull(hex.get<std::string>(), nullptr, 16); };
    for (const auto& row : rows) {
        SCOPED_TRACE(row.dump());
        const std::uint64_t k0 = number(row.at("key")[0]), k1 = number(row.at("key")[1]), want = number(row.at("expected").at("siphash24"));
        Bytes whole;
        SipHash24 split(k0, k1);
        for (const auto& hex : row.at("input")) {
            const Bytes block = from_hex(hex.get<std::string>());
            split.update(view(block));
            whole.insert(whole.end(), block.begin(), block.end());
        }
        EXPECT_EQ(split.finalize(), want);
        expect_siphash24(whole, k0, k1, want);
        if (whole.size() == 32 || whole.size() == 36) {
            ++presalted;
            const PresaltedSipHash24 salted(k0, k1);
            const auto first = view(whole).first<32>();
            EXPECT_EQ(whole.size() == 32 ? salted(first) : salted(first, load32_le(whole.data() + 32)), want);
        }
        if (!row.at("expected").contains("siphash13uj")) continue;
        ++unpadded;
        SipHash13UJ uj(k0, k1);
        for (const auto& hex : row.at("input")) {
            const Bytes block = from_hex(hex.get<std::string>());
            if (block.size() == 8) uj.update_word(word(block, 0));
            else uj.update_jumbo(view(block).first<32>());
        }
        EXPECT_EQ(uj.finalize(), number(row.at("expected").at("siphash13uj")));
    }
    EXPECT_EQ(unpadded, 64u);
    EXPECT_GE(presalted, 20u);
}

}  // namespace
}  // namespace lanecrypt::test
