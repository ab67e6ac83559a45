// The stream: splits, copies, midstates.
#include <gtest/gtest.h>

#include <memory>
#include <new>

#include "lanecrypt/misuse.hpp"
#include "lanecrypt/sha256.hpp"
#include "sha256/sha256_support.h"

namespace lanecrypt::test {
namespace {

TEST(Sha256Stream, EverySplitInTwo)
{
    Rng rng(20);
    for (std::size_t len = 0; len <= 200; ++len) {
        const Message m = rng.bytes(len);
        const std::string want = to_hex(ref::sha256(m));
        for (std::size_t cut = 0; cut <= len; ++cut) {
            Sha256 h;
            h.update(as_span(m).first(cut)).update({}).update(as_span(m).subspan(cut));
            ASSERT_EQ(h.bytes(), len);
            ASSERT_EQ(hex_of(h.final()), want) << len << " cut at " << cut;
        }
    }
}

TEST(Sha256Stream, RandomSplitsAndReuse)
{
    Rng rng(21);
    Sha256 h;
    for (int round = 0; round < 300; ++round) {
        const Message m = rng.bytes(rng.below(2000));
        for (std::size_t at = 0; at < m.size();) {
            const std::size_t len = std::min<std::size_t>(m.size() - at, rng.below(rng.one_in(3) ? 300 : 70));
            h.update(as_span(m).subspan(at, len));
            at += len;
        }
        ASSERT_EQ(hex_of(h.final()), to_hex(ref::sha256(m)));
    }
}

TEST(Sha256Stream, CopiesGoTheirOwnWays)
{
    Rng rng(22);
    const Message head = rng.bytes(100), one = rng.bytes(77), two = rng.bytes(3);
    Sha256 a;
    a.update(as_span(head));
    Sha256 b(a), c;
    c.update(as_span(two));
    c = a;
    a.update(as_span(one));
    b.update(as_span(two));
    const auto joined = [&](const Message& tail) {
        Message m = head;
        m.insert(m.end(), tail.begin(), tail.end());
        return to_hex(ref::sha256(m));
    };
    EXPECT_EQ(hex_of(a.final()), joined(one));
    EXPECT_EQ(hex_of(b.final()), joined(two));
    EXPECT_EQ(hex_of(c.final()), joined({}));
    c.update(as_span(one));
    c.reset();
    EXPECT_EQ(hex_of(c.final()), to_hex(ref::sha256({})));
}

TEST(Sha256Stream, Midstate)
{
    Rng rng(23);
    for (std::size_t blocks = 0; blocks <= 5; ++blocks) {
        const Message head = rng.bytes(64 * blocks), tail = rng.bytes(rng.below(200));
        Sha256 h;
        h.update(as_span(head));
        const Sha256::Midstate middle = h.midstate();
        EXPECT_EQ(middle.bytes, 64 * blocks);
        auto want = ref::sha256_numbers().h;
        for (std::size_t i = 0; i < blocks; ++i) ref::sha256_block(want, head.data() + 64 * i);
        EXPECT_EQ(middle.words, want);
        Message m = head;
        m.insert(m.end(), tail.begin(), tail.end());
        EXPECT_EQ(hex_of(Sha256(middle).update(as_span(tail)).final()), to_hex(ref::sha256(m)));
    }
}

int misuses = 0;

TEST(Sha256Stream, MidstateMisuse)
{
    set_misuse_handler([](const char*, void*) { ++misuses; }, nullptr);
    misuses = 0;
    Sha256 h;
    h.update(as_span(text("abc")));
    EXPECT_EQ(h.midstate(), Sha256().midstate());
    EXPECT_EQ(misuses, 1);
    EXPECT_EQ(hex_of(h.final()), to_hex(ref::sha256(text("abc"))));
    Sha256::Midstate odd = Sha256().midstate();
    odd.bytes = 65;
    Sha256 fresh(odd);
    EXPECT_EQ(misuses, 2);
    EXPECT_EQ(hex_of(fresh.final()), to_hex(ref::sha256({})));
    set_misuse_handler(nullptr, nullptr);
}

TEST(Sha256Stream, OutputInsideTheInput)
{
    Rng rng(24);
    for (std::size_t at = 0; at <= 100; ++at) {
        Message m = rng.bytes(132);
        const auto once = to_hex(ref::sha256(m)), twice = to_hex(ref::sha256d(m));
        Message other = m;
        sha256(std::as_writable_bytes(std::span(m)).subspan(at).first<32>(), as_span(m));
        sha256d(std::as_writable_bytes(std::span(other)).subspan(at).first<32>(), as_span(other));
        EXPECT_EQ(to_hex(m.data() + at, 32), once);
        EXPECT_EQ(to_hex(other.data() + at, 32), twice);
    }
}

TEST(Sha256Stream, WipedWhenDestroyed)
{
    alignas(Sha256) unsigned char room[sizeof(Sha256)];
    auto* const h = new (room) Sha256();
    h->update(as_span(text("a secret that must not stay in memory after its stream is gone: 0123456789")));
    h->~Sha256();
    for (std::size_t i = 0; i < sizeof room; ++i) {
        const unsigned char left = *static_cast<volatile unsigned char*>(room + i);
        ASSERT_EQ(left, 0) << i;
    }
}

}  // namespace
}  // namespace lanecrypt::test
