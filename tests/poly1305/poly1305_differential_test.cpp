// Every implementation against the oracle.
#include <gtest/gtest.h>

#include <cstring>

#include "poly1305/poly1305_impls.h"
#include "ref/aead_ref.h"
#include "support/guard.h"
#include "support/hex.h"
#include "support/rng.h"

namespace lanecrypt::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

// Keys with r at its extremes.
std::vector<Bytes> extreme_keys()
{
    std::vector<Bytes> keys;
    for (const char* const r : {"ffffffffffffffffffffffffffffffff", "00000000000000000000000000000000", "ffffff0ffcffff0ffcffff0ffcffff0f",
                                "01000000000000000000000000000000", "000000000000000000000000fcffff0f"})
        for (const char* const s : {"00000000000000000000000000000000", "ffffffffffffffffffffffffffffffff"})
            keys.push_back(from_hex(std::string(r) + s));
    return keys;
}

// All lengths around and between every threshold.
TEST(Poly1305Differential, EveryLength)
{
    Rng rng(1);
    const Bytes key = rng.bytes(32), data = rng.bytes(4300);
    const std::size_t limit = quick() ? 1100 : 4200;
    // The oracle's accumulator is not reachable, so prefixes are computed one by one, once for all implementations.
    std::vector<Bytes> want;
    for (std::size_t len = 0; len <= limit; ++len) {
        const auto tag = ref::poly1305(Bytes(data.begin(), data.begin() + static_cast<long>(len)), key.data());
        want.emplace_back(tag.begin(), tag.end());
    }
    for_each_poly1305([&](const Poly1305Ops& ops, const std::string&) {
        // In place 0 and three more of a vector.
        for (const std::size_t offset : {0u, 1u, 24u, 61u}) {
            Bytes moved(offset + limit);
            std::copy_n(data.begin(), limit, moved.begin() + static_cast<long>(offset));
            for (std::size_t len = 0; len <= limit; ++len)
                ASSERT_EQ(poly1305_tag_of(ops, key.data(), moved.data() + offset, len), want[len]) << len << " at " << offset;
        }
    });
    std::printf("[   grid   ] lengths 0 to %zu at 4 offsets\n", limit);
}

TEST(Poly1305Differential, RandomLengthsTo64KiB)
{
    Rng rng(7);
    const Bytes data = rng.bytes(65536 + 64);
    struct Case {
        Bytes key, tag;
        std::size_t at, len;
    };
    std::vector<Case> cases;
    for (int i = 0; i < (quick() ? 6 : 60); ++i) {
        const std::size_t at = rng.below(64), len = i == 0 ? 65536 : rng.below(65537);
        const Bytes key = rng.bytes(32);
        const auto tag = ref::poly1305(Bytes(data.begin() + static_cast<long>(at), data.begin() + static_cast<long>(at + len)), key.data());
        cases.push_back({key, Bytes(tag.begin(), tag.end()), at, len});
    }
    for_each_poly1305([&](const Poly1305Ops& ops, const std::string&) {
        for (const Case& c : cases) ASSERT_EQ(poly1305_tag_of(ops, c.key.data(), data.data() + c.at, c.len), c.tag) << c.len << " at " << c.at;
    });
}

// Keys and messages full of 00 and ff: the limbs at their extremes.
TEST(Poly1305Differential, ExtremeLimbs)
{
    Rng rng(2);
    struct Case {
        Bytes key, message, tag;
    };
    std::vector<Case> cases;
    const auto put = [&](const Bytes& key, const Bytes& message) {
        const auto tag = ref::poly1305(message, key.data());
        cases.push_back({key, message, Bytes(tag.begin(), tag.end())});
    };
    for (const Bytes& key : extreme_keys())
        for (const std::size_t len : {15u, 16u, 17u, 64u, 128u, 255u, 256u, 320u, 512u, 1024u, 1040u, 2048u, 4096u})
            for (const std::uint8_t fill : {std::uint8_t{0x00}, std::uint8_t{0xff}, std::uint8_t{0xfb}}) put(key, Bytes(len, fill));
    const int random = quick() ? 300 : 3000;
    for (int i = 0; i < random; ++i) {
        Bytes key = rng.bytes(32), message = rng.bytes(rng.below(1400));
        // Runs of equal bytes: carries that go all the way.
        for (std::size_t at = 0; at < key.size(); ++at)
            if (!rng.one_in(4)) key[at] = static_cast<std::uint8_t>(rng.one_in(2) ? 0xff : 0);
        for (std::size_t at = 0; at < message.size();) {
            const std::size_t run = std::min<std::size_t>(rng.below(40), message.size() - at);
            if (!rng.one_in(3)) std::memset(message.data() + at, rng.one_in(2) ? 0xff : 0, run);
            at += run + 1;
        }
        put(key, message);
    }
    for_each_poly1305([&](const Poly1305Ops& ops, const std::string&) {
        for (const Case& c : cases) {
            ASSERT_EQ(poly1305_tag_of(ops, c.key.data(), c.message.data(), c.message.size()), c.tag)
                << "key " << to_hex(c.key) << " message " << to_hex(c.message);
        }
    });
}

// One call of blocks or several: the accumulator between calls must lose nothing.
TEST(Poly1305Differential, SplitCalls)
{
    Rng rng(3);
    const Bytes key = rng.bytes(32), data = rng.bytes(16 * 300);
    for_each_poly1305([&](const Poly1305Ops& ops, const std::string&) {
        for (int round = 0; round < (quick() ? 60 : 600); ++round) {
            const std::size_t total = rng.below(300);
            Poly1305State state;
            ops.init(state, key.data());
            for (std::size_t done = 0; done < total;) {
                const std::size_t n = std::min<std::size_t>(1 + rng.below(rng.one_in(3) ? 120 : 12), total - done);
                ops.blocks(state, data.data() + 16 * done, n);
                done += n;
            }
            Bytes tag(16);
            ops.finish(state, data.data(), 0, tag.data());
            const auto want = ref::poly1305(Bytes(data.begin(), data.begin() + static_cast<long>(16 * total)), key.data());
            ASSERT_EQ(to_hex(tag), to_hex(want)) << total << " blocks";
        }
    });
}

TEST(Poly1305Differential, AlignmentAndGuardPages)
{
    Rng rng(4);
    const GuardedPages pages(4096), key_page(32), tag_page(16);
    const Bytes data = rng.bytes(2048), key = rng.bytes(32);
    std::memcpy(key_page.at_end(32), key.data(), 32);
    for_each_poly1305([&](const Poly1305Ops& ops, const std::string&) {
        for (std::size_t len = 0; len <= (quick() ? 400u : 1100u); ++len) {
            const auto want = poly1305_tag_of(ops, key.data(), data.data(), len);
            for (std::uint8_t* const p : {pages.at_start(), pages.at_end(len)}) {
                std::memcpy(p, data.data(), len);
                Poly1305State state;
                ops.init(state, key_page.at_end(32));
                ops.blocks(state, p, len / 16);
                ops.finish(state, p + len / 16 * 16, len % 16, tag_page.at_end(16));
                ASSERT_EQ(std::memcmp(tag_page.at_end(16), want.data(), 16), 0) << len;
            }
        }
        for (std::size_t offset = 0; offset < 64; ++offset) {
            std::memcpy(pages.at_start() + offset, data.data(), 1300);
            ASSERT_EQ(poly1305_tag_of(ops, key.data(), pages.at_start() + offset, 1300), poly1305_tag_of(ops, key.data(), data.data(), 1300)) << offset;
        }
    });
}

// Each of the 64 places of the aad in a vector with each of the text's, for 40 lengths of text, alone and among others.
TEST(Poly1305Differential, EveryPairOfOffsets)
{
    Rng rng(8);
    const Bytes key = rng.bytes(32), data = rng.bytes(1200);
    std::vector<std::size_t> lengths = {0, 1, 15, 16, 17, 31, 33, 47, 100, 130};
    for (const std::size_t blocks : {4u, 7u, 8u, 9u, 10u, 16u, 20u, 32u, 40u, 64u}) lengths.insert(lengths.end(), {16 * blocks - 1, 16 * blocks, 16 * blocks + 1});
    ASSERT_EQ(lengths.size(), 40u);
    std::vector<Bytes> want;
    for (const std::size_t len : lengths) {
        Bytes whole(data.begin(), data.begin() + 21);
        whole.resize(32);
        whole.insert(whole.end(), data.begin(), data.begin() + static_cast<long>(len));
        whole.resize((whole.size() + 15) / 16 * 16);
        for (const std::size_t n : {std::size_t{21}, len})
            for (int i = 0; i < 8; ++i) whole.push_back(static_cast<std::uint8_t>(std::uint64_t{n} >> (8 * i)));
        const auto tag = ref::poly1305(whole, key.data());
        want.emplace_back(tag.begin(), tag.end());
    }
    const std::size_t step = quick() ? 9 : 1;
    for_each_poly1305([&](const Poly1305Ops& ops, const std::string&) {
        Bytes aad(64 + 21), text(64 + 1200);
        for (std::size_t a = 0; a < 64; a += step) {
            std::copy_n(data.begin(), 21, aad.begin() + static_cast<long>(a));
            for (std::size_t b = 0; b < 64; b += step) {
                std::copy_n(data.begin(), 1100, text.begin() + static_cast<long>(b));
                Poly1305Message messages[40];
                std::uint8_t tags[40][16], alone[16];
                for (std::size_t i = 0; i < 40; ++i) messages[i] = {key.data(), aad.data() + a, 21, text.data() + b, lengths[i], tags[i]};
                ops.aead_tags(messages, 40);
                for (std::size_t i = 0; i < 40; ++i) {
                    ASSERT_EQ(std::memcmp(tags[i], want[i].data(), 16), 0) << "offsets " << a << ' ' << b << " length " << lengths[i];
                    messages[i].tag = alone;
                    ops.aead_tags(messages + i, 1);
                    ASSERT_EQ(std::memcmp(alone, want[i].data(), 16), 0) << "alone, offsets " << a << ' ' << b << " length " << lengths[i];
                }
            }
        }
    });
    std::printf("[   grid   ] %zu x %zu offsets at 40 lengths\n", 63 / step + 1, 63 / step + 1);
}

// Messages in lanes: counts around every number of lanes, lengths mixed, the inputs at page ends.
TEST(Poly1305Differential, AeadTags)
{
    Rng rng(5);
    for_each_poly1305([&](const Poly1305Ops& ops, const std::string&) {
        for (std::size_t n = 0; n <= 40; ++n)
            for (int round = 0; round < (quick() ? 2 : 8); ++round) {
                struct Item {
                    Bytes key, aad, ct;
                };
                std::vector<Item> items;
                std::vector<Poly1305Message> messages;
                Bytes tags(16 * n + 16, 0xa5);
                const std::size_t longest = rng.one_in(8) ? 3000 : rng.one_in(2) ? 40 : 400;
                for (std::size_t i = 0; i < n; ++i)
                    items.push_back({rng.bytes(32), rng.bytes(rng.one_in(3) ? 0 : rng.below(rng.one_in(6) ? 2500 : 70)), rng.bytes(rng.one_in(6) ? 0 : rng.below(longest))});
                for (std::size_t i = 0; i < n; ++i)
                    messages.push_back({items[i].key.data(), items[i].aad.data(), items[i].aad.size(), items[i].ct.data(), items[i].ct.size(), tags.data() + 16 * i});
                ops.aead_tags(messages.data(), n);
                for (std::size_t i = 0; i < n; ++i) {
                    Bytes m = items[i].aad;
                    m.resize((m.size() + 15) / 16 * 16);
                    m.insert(m.end(), items[i].ct.begin(), items[i].ct.end());
                    m.resize((m.size() + 15) / 16 * 16);
                    for (const std::uint64_t len : {std::uint64_t{items[i].aad.size()}, std::uint64_t{items[i].ct.size()}})
                        for (int b = 0; b < 8; ++b) m.push_back(static_cast<std::uint8_t>(len >> 8 * b));
                    ASSERT_EQ(to_hex(tags.data() + 16 * i, 16), to_hex(ref::poly1305(m, items[i].key.data()))) << i << " of " << n;
                }
                ASSERT_EQ(tags.back(), 0xa5);
            }
    });
}

TEST(Poly1305Differential, AeadTagsGuardPages)
{
    const GuardedPages aad_page(512), ct_page(1024), tag_page(16);
    Rng rng(6);
    const Bytes key = rng.bytes(32);
    rng.fill(aad_page.at_start(), 512);
    rng.fill(ct_page.at_start(), 1024);
    for_each_poly1305([&](const Poly1305Ops& ops, const std::string&) {
        for (std::size_t aad = 0; aad <= 34; ++aad)
            for (std::size_t ct = 0; ct <= 200; ct += quick() ? 7 : 1) {
                for (const bool end : {false, true}) {
                    std::uint8_t* const a = end ? aad_page.at_end(aad) : aad_page.at_start();
                    std::uint8_t* const c = end ? ct_page.at_end(ct) : ct_page.at_start();
                    const Bytes whole_a(a, a + aad), whole_c(c, c + ct);
                    Bytes tag(16);
                    Poly1305Message inner{key.data(), whole_a.data(), aad, whole_c.data(), ct, tag.data()};
                    lanecrypt_poly1305_portable32_ops.aead_tags(&inner, 1);
                    // The same message in every lane.
                    Poly1305Message same[9];
                    for (auto& m : same) m = {key.data(), a, aad, c, ct, tag_page.at_end(16)};
                    ops.aead_tags(same, 9);
                    ASSERT_EQ(std::memcmp(tag_page.at_end(16), tag.data(), 16), 0) << aad << ' ' << ct;
                }
            }
    });
}

}  // namespace
}  // namespace lanecrypt::test
