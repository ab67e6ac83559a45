// Every implementation of ChaCha20-Poly1305 against the oracle, and implementations against each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "aead/aead_core.h"
#include "ref/aead_ref.h"
#include "support/guard.h"
#include "support/hex.h"
#include "support/impls.h"
#include "support/rng.h"

namespace lanecrypt::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

struct Message {
    Bytes key, nonce, aad, text;
};
Message random_message(Rng& rng, std::size_t len, std::size_t aad_len) { return {rng.bytes(32), rng.bytes(12), rng.bytes(aad_len), rng.bytes(len)}; }

AeadPosition position(const Message& m) { return aead_position(m.nonce.data(), m.key.data()); }

// Seals and opens, apart and in place; everything must equal the oracle's.
void check(const AeadOps& ops, const Message& m, const ref::Sealed& want)
{
    const std::size_t len = m.text.size();
    Bytes ct(len), tag(16), back(len);
    aead_seal(ops, ct.data(), tag.data(), m.text.data(), len, m.aad.data(), m.aad.size(), position(m));
    ASSERT_EQ(to_hex(ct), to_hex(want.ciphertext)) << len << " bytes";
    ASSERT_EQ(to_hex(tag), to_hex(want.tag)) << len << " bytes, aad " << m.aad.size();
    ASSERT_TRUE(aead_open(ops, back.data(), ct.data(), len, tag.data(), m.aad.data(), m.aad.size(), position(m))) << len;
    ASSERT_EQ(back, m.text) << len;
    Bytes place = m.text;
    aead_seal(ops, place.data(), tag.data(), place.data(), len, m.aad.data(), m.aad.size(), position(m));
    ASSERT_EQ(place, ct) << len;
    ASSERT_EQ(to_hex(tag), to_hex(want.tag)) << len;
    ASSERT_TRUE(aead_open(ops, place.data(), place.data(), len, tag.data(), m.aad.data(), m.aad.size(), position(m))) << len;
    ASSERT_EQ(place, m.text) << len;
}

TEST(AeadDifferential, EveryLength)
{
    Rng rng(20);
    const std::size_t limit = quick() ? 1100 : 4200;
    std::vector<Message> messages;
    std::vector<ref::Sealed> want;
    for (std::size_t len = 0; len <= limit; ++len) {
        messages.push_back(random_message(rng, len, len % 5 == 0 ? 0 : rng.below(48)));
        const Message& m = messages.back();
        want.push_back(ref::aead_seal(m.text, m.aad, m.nonce.data(), m.key.data()));
    }
    for_each_impl(dispatch::aead_slot, [&](const AeadOps& ops, const std::string&) {
        for (std::size_t len = 0; len <= limit && !HasFatalFailure(); ++len) check(ops, messages[len], want[len]);
    });
    std::printf("[   grid   ] lengths 0 to %zu, in place and apart\n", limit);
}

TEST(AeadDifferential, LongMessagesAndLongAad)
{
    Rng rng(21);
    for (int i = 0; i < (quick() ? 6 : 60); ++i) {
        const Message m = random_message(rng, i < 6 ? 8192 * static_cast<std::size_t>(i) + (i % 2) : rng.below(65536), rng.one_in(3) ? rng.below(9000) : rng.below(64));
        const auto want = ref::aead_seal(m.text, m.aad, m.nonce.data(), m.key.data());
        for (std::size_t k = 0; k < dispatch::aead_slot.size(); ++k) {
            if ((cpu::runnable() & cpu::row_bit(dispatch::aead_slot[k].isa)) == 0) continue;
            SCOPED_TRACE(isa_rows[static_cast<int>(dispatch::aead_slot[k].isa)].name);
            check(dispatch::aead_slot.impl(k), m, want);
            if (HasFatalFailure()) return;
        }
    }
}

// Sealed by one implementation, opened by every other.
TEST(AeadDifferential, Cross)
{
    Rng rng(22);
    for_each_impl(dispatch::aead_slot, [&](const AeadOps& seal_with, const std::string&) {
        for (const std::size_t len : {0u, 1u, 64u, 65u, 300u, 512u, 1023u, 1500u, 4097u, 20000u}) {
            const Message m = random_message(rng, len, rng.below(40));
            Bytes ct(len), tag(16), back(len);
            aead_seal(seal_with, ct.data(), tag.data(), m.text.data(), len, m.aad.data(), m.aad.size(), position(m));
            for (std::size_t k = 0; k < dispatch::aead_slot.size(); ++k) {
                if ((cpu::runnable() & cpu::row_bit(dispatch::aead_slot[k].isa)) == 0) continue;
                ASSERT_TRUE(aead_open(dispatch::aead_slot.impl(k), back.data(), ct.data(), len, tag.data(), m.aad.data(), m.aad.size(), position(m)));
                ASSERT_EQ(back, m.text);
            }
        }
    });
}

// Each buffer ends exactly at, or begins right after, a page that may not be touched; every alignment.
TEST(AeadDifferential, GuardPages)
{
    const GuardedPages in(4096), out(4096), aad(256), tag(16), key(32), nonce(12);
    Rng rng(23);
    for_each_impl(dispatch::aead_slot, [&](const AeadOps& ops, const std::string&) {
        for (std::size_t len = 0; len <= 1100; len += quick() ? 5 : 1) {
            const Message m = random_message(rng, len, len % 50);
            const auto want = [&] {
                Bytes ct(len), t(16);
                aead_seal(dispatch::aead_slot.impl(dispatch::aead_slot.size() - 1), ct.data(), t.data(), m.text.data(), len, m.aad.data(), m.aad.size(), position(m));
                return std::pair(ct, t);
            }();
            for (const bool end : {false, true}) {
                const auto put = [&](const GuardedPages& pages, const Bytes& bytes) {
                    std::uint8_t* const p = end ? pages.at_end(bytes.size()) : pages.at_start();
                    std::copy(bytes.begin(), bytes.end(), p);
                    return p;
                };
                std::uint8_t* const pin = put(in, m.text);
                std::uint8_t* const pout = end ? out.at_end(len) : out.at_start();
                std::uint8_t* const paad = put(aad, m.aad);
                const AeadPosition at = aead_position(put(nonce, m.nonce), put(key, m.key));
                std::uint8_t* const ptag = end ? tag.at_end(16) : tag.at_start();
                aead_seal(ops, pout, ptag, pin, len, paad, m.aad.size(), at);
                ASSERT_EQ(std::memcmp(ptag, want.second.data(), 16), 0) << len;
                ASSERT_TRUE(std::equal(want.first.begin(), want.first.end(), pout)) << len;
                ASSERT_TRUE(aead_open(ops, pin, pout, len, ptag, paad, m.aad.size(), at)) << len;
                ASSERT_TRUE(std::equal(m.text.begin(), m.text.end(), pin)) << len;
            }
        }
    });
}

// Seals from one place of a vector to another and opens back, lengths as given, one message for all.
void check_offsets(const AeadOps& ops, const Message& m, const Bytes& ciphertext, const std::vector<Bytes>& tags, const std::vector<std::size_t>& lengths, std::size_t a,
                   std::size_t b)
{
    static Bytes in(64 + 4300), out(64 + 4300 + 64), back(64 + 4300);
    const AeadPosition at = position(m);
    std::copy(m.text.begin(), m.text.end(), in.begin() + static_cast<long>(a));
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        const std::size_t len = lengths[i];
        std::uint8_t tag[16];
        std::memset(out.data() + b + len, 0xee, 64);
        aead_seal(ops, out.data() + b, tag, in.data() + a, len, m.aad.data(), m.aad.size(), at);
        ASSERT_EQ(std::memcmp(tag, tags[i].data(), 16), 0) << "offsets " << a << ' ' << b << " length " << len;
        ASSERT_EQ(std::memcmp(out.data() + b, ciphertext.data(), len), 0) << "offsets " << a << ' ' << b << " length " << len;
        ASSERT_EQ(std::count(out.begin() + static_cast<long>(b + len), out.begin() + static_cast<long>(b + len + 64), 0xee), 64) << len;
        ASSERT_TRUE(aead_open(ops, back.data() + a, out.data() + b, len, tag, m.aad.data(), m.aad.size(), at)) << "offsets " << a << ' ' << b << " length " << len;
        ASSERT_EQ(std::memcmp(back.data() + a, m.text.data(), len), 0) << "offsets " << a << ' ' << b << " length " << len;
    }
}

// Every length at four pairs of offsets, every pair of offsets at 40 lengths.
TEST(AeadDifferential, Offsets)
{
    Rng rng(25);
    std::vector<std::size_t> every, some = {0, 1, 15, 16, 17, 31, 33};
    for (std::size_t len = 0; len <= (quick() ? 700u : 4200u); ++len) every.push_back(len);
    for (const std::size_t blocks : {1u, 2u, 3u, 4u, 5u, 7u, 8u, 9u, 15u, 16u, 17u}) some.insert(some.end(), {64 * blocks - 1, 64 * blocks, 64 * blocks + 1});
    ASSERT_EQ(some.size(), 40u);
    const Message m = random_message(rng, 4200, 13);
    const Bytes ciphertext = ref::aead_seal(m.text, m.aad, m.nonce.data(), m.key.data()).ciphertext;
    const auto tags = [&](const std::vector<std::size_t>& lengths) {
        std::vector<Bytes> out;
        for (const std::size_t len : lengths) {
            const auto tag = ref::aead_tag(Bytes(ciphertext.begin(), ciphertext.begin() + static_cast<long>(len)), m.aad, m.nonce.data(), m.key.data());
            out.emplace_back(tag.begin(), tag.end());
        }
        return out;
    };
    const std::vector<Bytes> tags_of_every = tags(every), tags_of_some = tags(some);
    const std::size_t step = quick() ? 13 : 1;
    for_each_impl(dispatch::aead_slot, [&](const AeadOps& ops, const std::string&) {
        for (const auto& [a, b] : {std::pair<std::size_t, std::size_t>{0, 0}, {1, 0}, {0, 63}, {17, 40}}) {
            check_offsets(ops, m, ciphertext, tags_of_every, every, a, b);
            if (HasFatalFailure()) return;
        }
        for (std::size_t a = 0; a < 64; a += step)
            for (std::size_t b = 0; b < 64; b += step) {
                check_offsets(ops, m, ciphertext, tags_of_some, some, a, b);
                if (HasFatalFailure()) return;
            }
    });
    std::printf("[   grid   ] lengths 0 to %zu at 4 pairs of offsets, %zu x %zu offsets at 40 lengths\n", every.back(), 63 / step + 1, 63 / step + 1);
}

// Any bit of the tag, ciphertext, aad, nonce: status 1, and the output is all zero.
TEST(AeadDifferential, EveryTagBitAndZeroes)
{
    Rng rng(24);
    for_each_impl(dispatch::aead_slot, [&](const AeadOps& ops, const std::string&) {
        for (std::size_t len = 0; len <= 300; ++len) {
            Message m = random_message(rng, len, len % 20);
            Bytes ct(len), tag(16);
            aead_seal(ops, ct.data(), tag.data(), m.text.data(), len, m.aad.data(), m.aad.size(), position(m));
            const bool all = len % 50 == 0;
            for (int bit = 0; bit < 128; bit += all ? 1 : 31) {
                Bytes bad = tag, back(len + 1, 0xaa);
                bad[static_cast<std::size_t>(bit / 8)] ^= static_cast<std::uint8_t>(1 << bit % 8);
                ASSERT_FALSE(aead_open(ops, back.data(), ct.data(), len, bad.data(), m.aad.data(), m.aad.size(), position(m))) << len << " bit " << bit;
                ASSERT_EQ(std::count(back.begin(), back.end() - 1, 0), static_cast<long>(len)) << len;
                ASSERT_EQ(back.back(), 0xaa);
            }
            Bytes place = ct;
            tag[15] ^= 0x80;
            ASSERT_FALSE(aead_open(ops, place.data(), place.data(), len, tag.data(), m.aad.data(), m.aad.size(), position(m)));
            ASSERT_EQ(place, Bytes(len)) << len;
            tag[15] ^= 0x80;
            if (len != 0) {
                ct[rng.below(len)] ^= 1;
                Bytes back(len, 1);
                ASSERT_FALSE(aead_open(ops, back.data(), ct.data(), len, tag.data(), m.aad.data(), m.aad.size(), position(m)));
                ASSERT_EQ(back, Bytes(len));
            }
        }
        // Beyond what is decrypted ahead.
        const Message m = random_message(rng, 30000, 7);
        Bytes ct(30000), tag(16), back(30000, 3);
        aead_seal(ops, ct.data(), tag.data(), m.text.data(), ct.size(), m.aad.data(), 7, position(m));
        ct[29999] ^= 0x10;
        ASSERT_FALSE(aead_open(ops, back.data(), ct.data(), ct.size(), tag.data(), m.aad.data(), 7, position(m)));
        ASSERT_EQ(back, Bytes(30000));
    });
}

}  // namespace
}  // namespace lanecrypt::test
