// Random sets of messages against the textbook, for every pair of implementations by name.
#include <gtest/gtest.h>

#include <cstdio>

#include "aead_many/many.h"
#include "aead_many/message_set.h"
#include "support/guard.h"
#include "support/kernel_pairs.h"
#include "support/rng.h"

namespace lanecrypt::test {
namespace {

void seal_and_open(Rng& rng, const AeadOps& ops, std::size_t n, std::size_t longest)
{
    MessageSet set(rng, n, longest);
    set.put_plaintexts();
    const auto sealed = set.sealed_arena();
    auto items = set.items();
    ASSERT_EQ(many::seal(items.data(), n, ops), n);
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(items[i].status, LANECRYPT_OK) << i;
    ASSERT_EQ(set.arena, sealed) << n << " messages";

    set.put_ciphertexts(rng, rng.below(6));
    const auto opened = set.opened_arena();
    items = set.items();
    const std::size_t count = many::open(items.data(), n, ops);
    std::size_t good = 0;
    for (std::size_t i = 0; i < n; ++i) {
        ASSERT_EQ(items[i].status, set.messages[i].bad ? LANECRYPT_AUTHENTICATION_FAILED : LANECRYPT_OK) << i;
        good += !set.messages[i].bad;
    }
    ASSERT_EQ(count, good);
    ASSERT_EQ(set.arena, opened) << n << " messages";
}

TEST(AeadMany, EveryPairOfKernelsOnRandomSets)
{
    std::size_t sets = 0, pairs = 0;
    for_each_kernel_pair([&](const AeadOps& ops, const std::string& name) {
        SCOPED_TRACE(name);
        Rng rng(1);
        ++pairs;
        std::vector<std::pair<std::size_t, std::size_t>> shapes;  // messages, longest
        for (std::size_t n = 0; n <= (quick() ? 5u : 20u); ++n) shapes.push_back({n, 600});
        for (const std::size_t n : {63u, 64u, 65u}) shapes.push_back({n, 300});
        for (int i = 0; i < (quick() ? 1 : 6); ++i) shapes.push_back({rng.between(100, 300), 300});
        // Around the border to the one-message path, and well past it.
        for (int i = 0; i < 3; ++i) shapes.push_back({12, 5000});
        if (!quick()) shapes.push_back({3, 100000});
        for (const auto& [n, longest] : shapes) {
            ASSERT_NO_FATAL_FAILURE(seal_and_open(rng, ops, n, longest));
            ++sets;
        }
    });
    std::printf("%zu pairs, %zu random sets of 0 to 300 messages of 0 to 100000 bytes, each sealed and opened\n", pairs, sets);
}

TEST(AeadMany, EveryLengthBesideEveryOther)
{
    const std::size_t longest = quick() ? 200 : 700;
    for_each_kernel_pair(
        [&](const AeadOps& ops, const std::string& name) {
            SCOPED_TRACE(name);
            Rng rng(2);
            const ref::Bytes key = rng.bytes(32), nonce = rng.bytes(12), text = rng.bytes(longest + 3 * 64);
            for (std::size_t first = 0; first < longest; first += 64) {
                std::vector<ref::Bytes> outs(64), tags(64, ref::Bytes(16));
                std::vector<lanecrypt_aead_item> items(64);
                for (std::size_t i = 0; i < 64; ++i) {
                    outs[i].assign(first + i + 1, 0xee);
                    items[i] = {outs[i].data(), text.data() + i, first + i, text.data(), i, tags[i].data(), nonce.data(), key.data(), LANECRYPT_OK};
                }
                ASSERT_EQ(many::seal(items.data(), 64, ops), 64u);
                for (std::size_t i = 0; i < 64; ++i) {
                    const ref::Bytes plain(text.begin() + static_cast<long>(i), text.begin() + static_cast<long>(first + 2 * i));
                    auto want = ref::aead_seal(plain, ref::Bytes(text.begin(), text.begin() + static_cast<long>(i)), nonce.data(), key.data());
                    want.ciphertext.push_back(0xee);
                    ASSERT_EQ(outs[i], want.ciphertext) << first + i;
                    ASSERT_TRUE(std::equal(want.tag.begin(), want.tag.end(), tags[i].begin())) << first + i;
                }
            }
        },
        false);
    std::printf("every length from 0 to %zu, 64 in a call\n", (longest + 63) / 64 * 64 - 1);
}

// Every piece of every message right behind or right before a page that may not be touched.
TEST(AeadMany, TouchesNothingOutside)
{
    constexpr std::size_t n = 9, longest = 1100;
    struct Pages {
        GuardedPages out{longest}, in{longest}, aad{64}, tag{16}, nonce{12}, key{32};
    };
    const std::vector<Pages> pages(n);
    for_each_kernel_pair(
        [&](const AeadOps& ops, const std::string& name) {
            SCOPED_TRACE(name);
            Rng rng(3);
            for (std::size_t first = 0; first <= longest - n; first += quick() ? 41 : 3)
                for (const bool end : {false, true}) {
                    const auto put = [end](const GuardedPages& page, const ref::Bytes& bytes) {
                        std::uint8_t* const p = end ? page.at_end(bytes.size()) : page.at_start();
                        std::copy(bytes.begin(), bytes.end(), p);
                        return p;
                    };
                    std::vector<ref::Bytes> texts, tags;
                    std::vector<lanecrypt_aead_item> items;
                    for (std::size_t i = 0; i < n; ++i) {
                        const ref::Bytes key = rng.bytes(32), nonce = rng.bytes(12), aad = rng.bytes((first + i) % 50), text = rng.bytes(first + i);
                        const auto sealed = ref::aead_seal(text, aad, nonce.data(), key.data());
                        texts.push_back(text);
                        tags.emplace_back(sealed.tag.begin(), sealed.tag.end());
                        items.push_back({put(pages[i].out, ref::Bytes(text.size())), put(pages[i].in, text), text.size(), put(pages[i].aad, aad), aad.size(),
                                         put(pages[i].tag, ref::Bytes(16)), put(pages[i].nonce, nonce), put(pages[i].key, key), LANECRYPT_OK});
                    }
                    ASSERT_EQ(many::seal(items.data(), n, ops), n) << first;
                    for (std::size_t i = 0; i < n; ++i) ASSERT_TRUE(std::equal(tags[i].begin(), tags[i].end(), items[i].tag)) << first + i;
                    // The ciphertext goes where the text was, the text to where it comes from.
                    for (auto& item : items) {
                        std::uint8_t* const was_in = const_cast<std::uint8_t*>(item.in);
                        item.in = item.out;
                        item.out = was_in;
                        std::fill_n(item.out, item.len, std::uint8_t{0});
                    }
                    ASSERT_EQ(many::open(items.data(), n, ops), n) << first;
                    for (std::size_t i = 0; i < n; ++i) ASSERT_TRUE(std::equal(texts[i].begin(), texts[i].end(), items[i].out)) << first + i;
                }
        },
        false);
}

}  // namespace
}  // namespace lanecrypt::test
