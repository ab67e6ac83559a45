// Null rules, aliasing within an item and between items, groups, limits, statuses.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "lanecrypt/aead_many.hpp"
#include "ref/aead_ref.h"
#include "support/hex.h"

namespace lanecrypt::test {
namespace {

using ref::Bytes;

constexpr std::size_t len = 40;

// `n` messages one after another: header of 16 bytes (nonce in its last 12), text in place, tag.
struct Packets {
    static constexpr std::size_t stride = 16 + len + 16;
    Bytes memory, key;
    std::vector<AeadItem> items;

    explicit Packets(std::size_t n) : memory(n * stride + 128), key(32), items(n)
    {
        for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<std::uint8_t>(i * 131);
        for (std::size_t i = 0; i < 32; ++i) key[i] = static_cast<std::uint8_t>(i);
        for (std::size_t i = 0; i < n; ++i) {
            std::uint8_t* const p = memory.data() + i * stride;
            items[i] = {p + 16, p + 16, len, nullptr, 0, p + 16 + len, p + 4, key.data(), LANECRYPT_MALFORMED_DATA};
        }
    }
    Bytes text(std::size_t i) const
    {
        const auto at = memory.begin() + static_cast<long>(i * stride + 16);
        return Bytes(at, at + len);
    }
    std::vector<int> statuses() const
    {
        std::vector<int> out;
        for (const AeadItem& item : items) out.push_back(item.status);
        return out;
    }
};

using Statuses = std::vector<int>;

TEST(AeadManyContract, NothingToDo)
{
    EXPECT_EQ(lanecrypt_aead_seal_many(nullptr, 0), 0u);
    EXPECT_EQ(lanecrypt_aead_open_many(nullptr, 0), 0u);
    EXPECT_EQ(lanecrypt_aead_seal_many(nullptr, 5), 0u);
    EXPECT_EQ(seal_many({}), 0u);
}

// An empty message with no additional data needs no pointer but tag, nonce and key. Key 00 … 1f, nonce zero: the tags
// were computed with an independent program.
TEST(AeadManyContract, EmptyMessages)
{
    Bytes key(32);
    for (std::size_t i = 0; i < 32; ++i) key[i] = static_cast<std::uint8_t>(i);
    const Bytes nonce(12), aad(33);
    const std::vector<std::pair<std::size_t, std::string>> want = {
        {0, "10324f800a160bd9a1794255be7ec29d"},  {1, "70b7bb86eef073f9b490f74772ed7847"},  {15, "9390233fbfc2dc865dee2baa82ff90c9"},
        {16, "cc8d4f4c9788f690e9ab2fb13adcdbd2"}, {17, "c032e184245ca3c53ca33686cb7b2b2d"}, {31, "e30b493df52d0c53e5006be8db8d43af"},
        {32, "1c09754acdf3255d71be6eef936a8eb8"}, {33, "ad3920d80762fd219e3a91a6713748b1"}};
    std::vector<AeadItem> items;
    std::vector<Bytes> tags(want.size(), Bytes(16));
    for (std::size_t i = 0; i < want.size(); ++i)
        items.push_back({nullptr, nullptr, 0, want[i].first == 0 ? nullptr : aad.data(), want[i].first, tags[i].data(), nonce.data(), key.data(), LANECRYPT_OK});
    EXPECT_EQ(lanecrypt_aead_seal_many(items.data(), items.size()), items.size());
    for (std::size_t i = 0; i < want.size(); ++i) EXPECT_EQ(to_hex(tags[i]), want[i].second);
    EXPECT_EQ(lanecrypt_aead_open_many(items.data(), items.size()), items.size());
}

TEST(AeadManyContract, NullPointersCostOnlyTheirItem)
{
    Packets p(8);
    const Bytes before = p.memory;
    p.items[1].out = nullptr;
    p.items[2].in = nullptr;
    p.items[3].tag = nullptr;
    p.items[4].nonce = nullptr;
    p.items[5].key = nullptr;
    p.items[6].aad_len = 1;
    if constexpr (sizeof(std::size_t) > 4) {
        p.items[7].len = static_cast<std::size_t>((std::uint64_t{1} << 38) - 63);
    } else {
        p.items[7].aad = p.memory.data();
        p.items[7].aad_len = SIZE_MAX;
    }
    EXPECT_EQ(lanecrypt_aead_seal_many(p.items.data(), 8), 1u);
    EXPECT_EQ(p.statuses(), (Statuses{0, 2, 2, 2, 2, 2, 2, 2}));
    EXPECT_TRUE(std::equal(before.begin() + Packets::stride, before.end(), p.memory.begin() + Packets::stride));
    EXPECT_FALSE(std::equal(before.begin(), before.begin() + Packets::stride, p.memory.begin()));
}

// Each way in which an item can overlap itself.
TEST(AeadManyContract, OverlapInsideAnItem)
{
    const auto one = [](auto change, bool open, int want) {
        Packets p(3);
        change(p.items[1], p);
        const Bytes before = p.memory;
        const Bytes key_before = p.key;
        open ? lanecrypt_aead_open_many(p.items.data(), 3) : lanecrypt_aead_seal_many(p.items.data(), 3);
        EXPECT_EQ(p.items[1].status, want);
        EXPECT_EQ(p.items[0].status, open ? 1 : 0);
        EXPECT_EQ(p.items[2].status, open ? 1 : 0);
        if (want == 2) {
            EXPECT_TRUE(std::equal(before.begin() + Packets::stride, before.begin() + 2 * Packets::stride, p.memory.begin() + Packets::stride));
        }
        EXPECT_EQ(p.key, key_before);
    };
    for (const bool open : {false, true}) {
        one([](AeadItem& i, Packets&) { i.in = i.out + 1; }, open, 2);
        one([](AeadItem& i, Packets&) { i.in = i.out - 1; }, open, 2);
        one([](AeadItem& i, Packets&) { i.aad = i.out + len - 1, i.aad_len = 1; }, open, 2);
        one([](AeadItem& i, Packets&) { i.aad = i.out - 8, i.aad_len = 8; }, open, open ? 1 : 0);
        one([](AeadItem& i, Packets&) { i.nonce = i.out - 11; }, open, 2);
        one([](AeadItem& i, Packets&) { i.key = i.out + 4; }, open, 2);
        one([](AeadItem& i, Packets&) { i.tag = i.out + len - 1; }, open, 2);
        one([](AeadItem& i, Packets&) { i.tag = i.out - 15; }, open, 2);
    }
    // A tag that is only read may share its place with other inputs.
    one([](AeadItem& i, Packets&) { i.aad = i.tag, i.aad_len = 16; }, true, 1);
    one([](AeadItem& i, Packets&) { i.aad = i.tag, i.aad_len = 16; }, false, 2);
    one([](AeadItem& i, Packets& p) { i.tag = p.key.data() + 16; }, false, 2);
}

// An output that meets another item's memory: the whole group is refused, other groups are not.
TEST(AeadManyContract, OverlapBetweenItems)
{
    const auto refused = [](auto change, bool open) {
        Packets p(130);
        change(p);
        const Bytes before = p.memory;
        open ? open_many(p.items) : seal_many(p.items);
        for (std::size_t i = 0; i < 64; ++i) EXPECT_EQ(p.items[i].status, open ? 1 : 0) << i;
        for (std::size_t i = 64; i < 128; ++i) EXPECT_EQ(p.items[i].status, 2) << i;
        for (std::size_t i = 128; i < 130; ++i) EXPECT_EQ(p.items[i].status, open ? 1 : 0) << i;
        EXPECT_TRUE(std::equal(before.begin() + 64 * Packets::stride, before.begin() + 128 * Packets::stride, p.memory.begin() + 64 * Packets::stride));
    };
    for (const bool open : {false, true}) {
        refused([](Packets& p) { p.items[70].out = p.items[70].out + Packets::stride; }, open);
        refused([](Packets& p) { p.items[100].aad = p.items[66].out + 3, p.items[100].aad_len = 2; }, open);
        refused([](Packets& p) { p.items[64].nonce = p.items[127].out; }, open);
        refused([](Packets& p) { p.items[127].in = p.items[64].out; }, open);
        refused([](Packets& p) { p.items[90].key = p.items[91].out; }, open);
    }
    refused([](Packets& p) { p.items[90].tag = p.items[91].tag + 3; }, false);
    refused([](Packets& p) { p.items[90].aad = p.items[91].tag, p.items[90].aad_len = 4; }, false);
    // The same tag may be read by many.
    Packets p(4);
    for (AeadItem& item : p.items) item.tag = p.items[0].tag;
    EXPECT_EQ(open_many(p.items), 0u);
    EXPECT_EQ(p.statuses(), (Statuses{1, 1, 1, 1}));
}

// Order of memory does not matter, only overlap.
TEST(AeadManyContract, AnyOrderOfMemory)
{
    Packets p(64);
    std::vector<Bytes> texts;
    for (std::size_t i = 0; i < 64; ++i) texts.push_back(p.text(i));
    for (std::size_t i = 0; i < 64; ++i) std::swap(p.items[i], p.items[(i * 37 + 11) % 64]);
    EXPECT_EQ(seal_many(p.items), 64u);
    EXPECT_EQ(open_many(p.items), 64u);
    for (std::size_t i = 0; i < 64; ++i) EXPECT_EQ(p.text(i), texts[i]);
}

TEST(AeadManyContract, SharedInputs)
{
    const Bytes text(100, 7), nonce(12, 3);
    Bytes key(32, 9);
    std::vector<Bytes> outs(70, Bytes(100)), tags(70, Bytes(16));
    std::vector<AeadItem> items;
    for (std::size_t i = 0; i < 70; ++i)
        items.push_back({outs[i].data(), text.data(), 100, text.data(), i, tags[i].data(), nonce.data(), key.data(), LANECRYPT_OK});
    EXPECT_EQ(seal_many(items), 70u);
    for (std::size_t i = 0; i < 70; ++i) {
        const auto want = ref::aead_seal(text, Bytes(text.begin(), text.begin() + static_cast<long>(i)), nonce.data(), key.data());
        EXPECT_EQ(outs[i], want.ciphertext);
        EXPECT_EQ(to_hex(tags[i]), to_hex(want.tag));
    }
}

// A later group may read what an earlier one wrote.
TEST(AeadManyContract, GroupsRunInOrder)
{
    Packets p(65);
    p.items[64].in = p.items[0].out;
    p.items[64].out = p.memory.data() + 64 * Packets::stride + 16;
    const auto first = ref::aead_seal(p.text(0), {}, p.items[0].nonce, p.key.data());
    const auto last = ref::aead_seal(first.ciphertext, {}, p.items[64].nonce, p.key.data());
    EXPECT_EQ(seal_many(p.items), 65u);
    EXPECT_EQ(p.text(64), last.ciphertext);
}

TEST(AeadManyContract, EveryTagBit)
{
    Packets p(128);
    const Bytes clean = p.memory;
    ASSERT_EQ(seal_many(p.items), 128u);
    for (std::size_t i = 0; i < 128; ++i) p.items[i].tag[i / 8] ^= static_cast<std::uint8_t>(1 << i % 8);
    EXPECT_EQ(open_many(p.items), 0u);
    for (std::size_t i = 0; i < 128; ++i) {
        EXPECT_EQ(p.items[i].status, LANECRYPT_AUTHENTICATION_FAILED);
        EXPECT_EQ(p.text(i), Bytes(len));
    }
}

TEST(AeadManyContract, ItemsFromSpans)
{
    std::vector<std::byte> text(33, std::byte{5}), out(33), wrong(32);
    std::array<std::byte, 16> tag{};
    std::array<std::byte, 12> nonce{};
    std::array<std::byte, 32> key{};
    AeadItem items[] = {aead_item(out, text, {}, tag, nonce, key), aead_item(wrong, text, {}, tag, nonce, key), aead_item(text, {}, {}, tag, nonce, key)};
    EXPECT_EQ(seal_many(std::span(items).first(1)), 1u);
    EXPECT_EQ(seal_many(std::span(items).subspan(1)), 0u);
    AeadItem back[] = {aead_item(out, out, {}, tag, nonce, key)};
    EXPECT_EQ(open_many(back), 1u);
    EXPECT_EQ(out, text);
}

}  // namespace
}  // namespace lanecrypt::test
