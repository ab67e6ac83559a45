// The classes and the C functions: agreement with the oracle, scatter lists, incremental sealing, aliasing rules.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "lanecrypt/aead.hpp"
#include "lanecrypt/lanecrypt.h"
#include "lanecrypt/misuse.hpp"
#include "ref/aead_ref.h"
#include "support/guard.h"
#include "support/hex.h"
#include "support/rng.h"

namespace lanecrypt::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

std::span<const std::byte> view(const Bytes& b) { return {reinterpret_cast<const std::byte*>(b.data()), b.size()}; }
std::span<std::byte> room(Bytes& b) { return {reinterpret_cast<std::byte*>(b.data()), b.size()}; }
template <std::size_t N>
std::span<const std::byte, N> fixed(const Bytes& b)
{
    return std::span<const std::byte, N>(view(b).data(), N);
}
std::span<std::byte, 16> tag_room(Bytes& b) { return std::span<std::byte, 16>(room(b).data(), 16); }

// Flips each bit of the tag in turn. `open` must refuse and set its output to zero every time, whatever lay there.
template <class Open>
void refuses_every_bit(Bytes& tag, std::size_t len, Open open)
{
    Bytes out(len);
    for (std::size_t bit = 0; bit < 128; ++bit) {
        tag[bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8);
        std::fill(out.begin(), out.end(), std::uint8_t{0xa5});
        EXPECT_FALSE(open(out)) << "bit " << bit;
        EXPECT_EQ(out, Bytes(len)) << "bit " << bit << " of the tag of " << len << " bytes";
        tag[bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8);
    }
}

int misuses = 0;
void count_misuse(const char*, void*) { ++misuses; }

class AeadApi : public ::testing::Test {
protected:
    void SetUp() override
    {
        misuses = 0;
        set_misuse_handler(count_misuse, nullptr);
    }
    void TearDown() override { set_misuse_handler(nullptr, nullptr); }

    Rng rng{30};
    Bytes key = rng.bytes(32), nonce = rng.bytes(12), long_nonce = rng.bytes(24), aad = rng.bytes(21);
};

TEST_F(AeadApi, ClassesAgreeWithTheOracle)
{
    const ChaCha20Poly1305 aead(fixed<32>(key));
    const XChaCha20Poly1305 xaead(fixed<32>(key));
    for (const std::size_t len : {0u, 1u, 63u, 64u, 65u, 1000u, 5000u, 40000u}) {
        const Bytes text = rng.bytes(len);
        Bytes ct(len), tag(16), back(len);
        const auto want = ref::aead_seal(text, aad, nonce.data(), key.data());
        aead.seal(room(ct), tag_room(tag), view(text), view(aad), fixed<12>(nonce));
        EXPECT_EQ(ct, want.ciphertext);
        EXPECT_EQ(to_hex(tag), to_hex(want.tag));
        EXPECT_TRUE(aead.open(room(back), view(ct), fixed<16>(tag), view(aad), fixed<12>(nonce)));
        EXPECT_EQ(back, text);
        const auto xwant = ref::xaead_seal(text, aad, long_nonce.data(), key.data());
        xaead.seal(room(ct), tag_room(tag), view(text), view(aad), fixed<24>(long_nonce));
        EXPECT_EQ(ct, xwant.ciphertext);
        EXPECT_EQ(to_hex(tag), to_hex(xwant.tag));
        EXPECT_TRUE(xaead.open(room(back), view(ct), fixed<16>(tag), view(aad), fixed<24>(long_nonce)));
        EXPECT_EQ(back, text);
        refuses_every_bit(tag, len, [&](Bytes& out) { return xaead.open(room(out), view(ct), fixed<16>(tag), view(aad), fixed<24>(long_nonce)); });
        refuses_every_bit(tag, len, [&](Bytes& out) {
            out = ct;  // in place
            return xaead.open(room(out), view(out), fixed<16>(tag), view(aad), fixed<24>(long_nonce));
        });
        aead.seal(room(ct), tag_room(tag), view(text), view(aad), fixed<12>(nonce));
        refuses_every_bit(tag, len, [&](Bytes& out) { return aead.open(room(out), view(ct), fixed<16>(tag), view(aad), fixed<12>(nonce)); });
        refuses_every_bit(tag, len, [&](Bytes& out) {
            out = ct;
            return aead.open(room(out), view(out), fixed<16>(tag), view(aad), fixed<12>(nonce));
        });
    }
    EXPECT_EQ(misuses, 0);
}

TEST_F(AeadApi, ScatterLists)
{
    const ChaCha20Poly1305 aead(fixed<32>(key));
    const XChaCha20Poly1305 xaead(fixed<32>(key));
    for (int round = 0; round < 300; ++round) {
        const Bytes text = rng.bytes(rng.below(round < 30 ? 20 : 3000));
        std::vector<std::span<const std::byte>> parts;
        Bytes ct(text.size()), tag(16);
        for (std::size_t at = 0; at < text.size() || rng.one_in(3);) {
            const std::size_t n = std::min<std::size_t>(rng.below(rng.one_in(4) ? 2000 : 40), text.size() - at);
            // Some parts lie where their ciphertext goes.
            if (rng.one_in(4)) {
                std::copy_n(text.begin() + static_cast<long>(at), n, ct.begin() + static_cast<long>(at));
                parts.push_back(view(ct).subspan(at, n));
            } else {
                parts.push_back(view(text).subspan(at, n));
            }
            at += n;
        }
        const auto want = ref::aead_seal(text, aad, nonce.data(), key.data());
        aead.seal(room(ct), tag_room(tag), parts, view(aad), fixed<12>(nonce));
        ASSERT_EQ(ct, want.ciphertext) << round;
        ASSERT_EQ(to_hex(tag), to_hex(want.tag)) << round;
    }
    EXPECT_EQ(misuses, 0);
    Bytes text = rng.bytes(100), ct(100), tag(16);
    const std::span<const std::byte> two[2] = {view(text).first(30), view(text).subspan(30)};
    xaead.seal(room(ct), tag_room(tag), two, view(aad), fixed<24>(long_nonce));
    EXPECT_EQ(ct, ref::xaead_seal(text, aad, long_nonce.data(), key.data()).ciphertext);
    // Wrong sums, null, and parts inside the output at another place.
    const Bytes before = ct;
    const std::span<const std::byte> one[1] = {view(text).first(30)};
    aead.seal(room(ct), tag_room(tag), one, view(aad), fixed<12>(nonce));
    const std::span<const std::byte> three[3] = {view(text), view(text), view(text)};
    aead.seal(room(ct), tag_room(tag), three, view(aad), fixed<12>(nonce));
    const std::span<const std::byte> moved[2] = {view(ct).subspan(50), view(ct).first(50)};
    aead.seal(room(ct), tag_room(tag), moved, view(aad), fixed<12>(nonce));
    EXPECT_EQ(misuses, 3);
    EXPECT_EQ(ct, before);
}

TEST_F(AeadApi, IncrementalSealing)
{
    for (int round = 0; round < 400; ++round) {
        const Bytes text = rng.bytes(rng.below(round < 100 ? 200 : round < 390 ? 3000 : 40000));
        const Bytes data = rng.bytes(rng.below(60));
        const bool extended = rng.one_in(3);
        const auto want = extended ? ref::xaead_seal(text, data, long_nonce.data(), key.data()) : ref::aead_seal(text, data, nonce.data(), key.data());
        Bytes ct(text.size()), tag(16);
        const bool in_place = rng.one_in(2);
        if (in_place) ct = text;
        const auto run = [&](ChaCha20Poly1305Sealer& sealer) {
            const std::size_t longest = 1 + rng.below(rng.one_in(2) ? 30 : 700);
            for (std::size_t at = 0; at < text.size() || rng.one_in(5);) {
                const std::size_t n = std::min<std::size_t>(rng.below(longest + 1), text.size() - at);
                sealer.update(room(ct).subspan(at, n), (in_place ? view(ct) : view(text)).subspan(at, n));
                at += n;
            }
            sealer.finalize(tag_room(tag));
        };
        if (extended) {
            ChaCha20Poly1305Sealer sealer(fixed<32>(key), fixed<24>(long_nonce), view(data));
            run(sealer);
        } else {
            ChaCha20Poly1305Sealer sealer(fixed<32>(key), fixed<12>(nonce), view(data));
            run(sealer);
        }
        ASSERT_EQ(ct, want.ciphertext) << round;
        ASSERT_EQ(to_hex(tag), to_hex(want.tag)) << round;
    }
    EXPECT_EQ(misuses, 0);
}

// Text, ciphertext, aad, key, nonce and tag of incremental sealing, each beside a page that may not be touched.
TEST_F(AeadApi, SealerTouchesNothingOutside)
{
    const GuardedPages text_page(1200), ct_page(1200), aad_page(64), key_page(32), nonce_page(12), tag_page(16);
    for (std::size_t len = 0; len <= 1100; len += quick() ? 7 : 1)
        for (const bool end : {false, true}) {
            const auto at = [end](const GuardedPages& page, std::size_t n) { return end ? page.at_end(n) : page.at_start(); };
            const auto put = [&at](const GuardedPages& page, const Bytes& bytes) {
                std::uint8_t* const p = at(page, bytes.size());
                std::copy(bytes.begin(), bytes.end(), p);
                return reinterpret_cast<const std::byte*>(p);
            };
            const Bytes text = rng.bytes(len);
            const auto want = ref::aead_seal(text, aad, nonce.data(), key.data());
            auto* const ct = at(ct_page, len);
            auto* const tag = at(tag_page, 16);
            const std::byte* const from = put(text_page, text);
            ChaCha20Poly1305Sealer sealer(std::span<const std::byte, 32>(put(key_page, key), 32), std::span<const std::byte, 12>(put(nonce_page, nonce), 12),
                                          {put(aad_page, aad), aad.size()});
            const std::size_t step = 1 + len / 3;
            for (std::size_t done = 0; done < len; done += step) {
                const std::size_t n = std::min(step, len - done);
                sealer.update({reinterpret_cast<std::byte*>(ct) + done, n}, {from + done, n});
            }
            sealer.finalize(std::span<std::byte, 16>(reinterpret_cast<std::byte*>(tag), 16));
            ASSERT_TRUE(std::equal(want.ciphertext.begin(), want.ciphertext.end(), ct)) << len;
            ASSERT_TRUE(std::equal(want.tag.begin(), want.tag.end(), tag)) << len;
        }
    EXPECT_EQ(misuses, 0);
}

TEST_F(AeadApi, SealerMisuseAndWiping)
{
    alignas(ChaCha20Poly1305Sealer) unsigned char place[sizeof(ChaCha20Poly1305Sealer)];
    auto* const sealer = new (place) ChaCha20Poly1305Sealer(fixed<32>(key), fixed<12>(nonce), view(aad));
    Bytes text(100, 5), ct(100), tag(16), untouched(16);
    sealer->update(room(ct), view(text));
    sealer->update(room(ct).first(99), view(text));
    sealer->update(room(ct).first(90), view(ct).subspan(10));
    EXPECT_EQ(misuses, 2);
    sealer->finalize(tag_room(tag));
    EXPECT_EQ(misuses, 2);
    EXPECT_EQ(to_hex(tag), to_hex(ref::aead_seal(text, aad, nonce.data(), key.data()).tag));
    const volatile unsigned char* const seen = place;
    for (std::size_t i = 0; i < sizeof place; ++i) ASSERT_EQ(seen[i], 0) << i;
    sealer->update(room(ct), view(text));
    sealer->finalize(tag_room(untouched));
    EXPECT_EQ(misuses, 4);
    EXPECT_EQ(untouched, Bytes(16));
    sealer->~ChaCha20Poly1305Sealer();
}

// One arena with every argument at a known place. Returns the status and whether anything was written.
struct Arena {
    Bytes memory = Bytes(4096);
    std::uint8_t *text, *aad, *nonce, *key, *tag, *out;
    Arena()
    {
        for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<std::uint8_t>(i * 5 + 1);
        text = memory.data() + 600;  // 300 bytes
        aad = memory.data() + 1600;  // 20
        nonce = memory.data() + 2000;
        key = memory.data() + 2400;
        tag = memory.data() + 2800;
        out = memory.data() + 3200;
    }
};

TEST_F(AeadApi, CFunctionsRefuseForbiddenOverlap)
{
    constexpr std::size_t len = 300;
    const auto refused = [&](const char* what, auto set) {
        for (const bool open : {false, true})
            for (const bool extended : {false, true}) {
                Arena a;
                set(a);
                const Bytes before = a.memory;
                const lanecrypt_status status =
                    open ? (extended ? lanecrypt_xaead_open : lanecrypt_aead_open)(a.out, a.text, len, a.tag, a.aad, 20, a.nonce, a.key)
                         : (extended ? lanecrypt_xaead_seal : lanecrypt_aead_seal)(a.out, a.tag, a.text, len, a.aad, 20, a.nonce, a.key);
                EXPECT_EQ(status, LANECRYPT_BAD_ARGUMENT) << what << (open ? " open" : " seal");
                EXPECT_EQ(a.memory, before) << what;
            }
    };
    for (int d = -299; d < 300; ++d)
        if (d != 0) refused("shifted", [d](Arena& a) { a.out = a.text + d; });
    refused("out over aad", [](Arena& a) { a.out = a.aad - 299; });
    refused("out over aad", [](Arena& a) { a.out = a.aad + 19; });
    refused("out over nonce", [](Arena& a) { a.out = a.nonce - 299; });
    refused("out over key", [](Arena& a) { a.out = a.key + 31; });
    refused("out over tag", [](Arena& a) { a.out = a.tag + 15; });
    refused("out over tag", [](Arena& a) { a.out = a.tag - 299; });
    refused("null out", [](Arena& a) { a.out = nullptr; });
    refused("null text", [](Arena& a) { a.text = nullptr; });
    refused("null aad", [](Arena& a) { a.aad = nullptr; });
    refused("null tag", [](Arena& a) { a.tag = nullptr; });
    refused("null nonce", [](Arena& a) { a.nonce = nullptr; });
    refused("null key", [](Arena& a) { a.key = nullptr; });
    // The tag of sealing is an output: over an input it is misuse; in opening it may lie anywhere but in the output.
    const auto seal_refused = [&](auto set) {
        Arena a;
        set(a);
        const Bytes before = a.memory;
        EXPECT_EQ(lanecrypt_aead_seal(a.out, a.tag, a.text, len, a.aad, 20, a.nonce, a.key), LANECRYPT_BAD_ARGUMENT);
        EXPECT_EQ(a.memory, before);
        EXPECT_EQ(lanecrypt_aead_open(a.out, a.text, len, a.tag, a.aad, 20, a.nonce, a.key), LANECRYPT_AUTHENTICATION_FAILED);
    };
    seal_refused([](Arena& a) { a.tag = a.text + 299; });
    seal_refused([](Arena& a) { a.tag = a.aad - 15; });
    seal_refused([](Arena& a) { a.tag = a.nonce + 11; });
    seal_refused([](Arena& a) { a.tag = a.key; });
    if constexpr (sizeof(std::size_t) > 4) {
        Arena a;
        const Bytes before = a.memory;
        EXPECT_EQ(lanecrypt_aead_seal(a.out, a.tag, a.out, static_cast<std::size_t>((std::uint64_t{1} << 38) - 63), a.aad, 20, a.nonce, a.key), LANECRYPT_BAD_ARGUMENT);
        EXPECT_EQ(lanecrypt_aead_open(a.out, a.out, static_cast<std::size_t>((std::uint64_t{1} << 38) - 63), a.tag, a.aad, 20, a.nonce, a.key), LANECRYPT_BAD_ARGUMENT);
        EXPECT_EQ(a.memory, before);
    }
    EXPECT_EQ(misuses, 0);
}

TEST_F(AeadApi, CFunctions)
{
    for (const std::size_t len : {0u, 1u, 200u, 2000u}) {
        const Bytes text = rng.bytes(len);
        Bytes ct(len), tag(16), back(len);
        EXPECT_EQ(lanecrypt_aead_seal(len != 0 ? ct.data() : nullptr, tag.data(), len != 0 ? text.data() : nullptr, len, aad.data(), aad.size(), nonce.data(), key.data()), LANECRYPT_OK);
        EXPECT_EQ(to_hex(tag), to_hex(ref::aead_seal(text, aad, nonce.data(), key.data()).tag));
        EXPECT_EQ(lanecrypt_aead_open(len != 0 ? back.data() : nullptr, len != 0 ? ct.data() : nullptr, len, tag.data(), aad.data(), aad.size(), nonce.data(), key.data()), LANECRYPT_OK);
        EXPECT_EQ(back, text);
        EXPECT_EQ(lanecrypt_aead_seal(ct.data(), tag.data(), text.data(), len, nullptr, 0, nonce.data(), key.data()), LANECRYPT_OK);
        EXPECT_EQ(to_hex(tag), to_hex(ref::aead_seal(text, {}, nonce.data(), key.data()).tag));
        refuses_every_bit(tag, len, [&](Bytes& out) {
            return lanecrypt_aead_open(out.data(), ct.data(), len, tag.data(), nullptr, 0, nonce.data(), key.data()) != LANECRYPT_AUTHENTICATION_FAILED;
        });
        EXPECT_EQ(lanecrypt_xaead_seal(ct.data(), tag.data(), text.data(), len, aad.data(), aad.size(), long_nonce.data(), key.data()), LANECRYPT_OK);
        EXPECT_EQ(ct, ref::xaead_seal(text, aad, long_nonce.data(), key.data()).ciphertext);
        refuses_every_bit(tag, len, [&](Bytes& out) {
            return lanecrypt_xaead_open(out.data(), ct.data(), len, tag.data(), aad.data(), aad.size(), long_nonce.data(), key.data()) != LANECRYPT_AUTHENTICATION_FAILED;
        });
        EXPECT_EQ(lanecrypt_xaead_open(ct.data(), ct.data(), len, tag.data(), aad.data(), aad.size(), long_nonce.data(), key.data()), LANECRYPT_OK);
        EXPECT_EQ(ct, text);
    }
}

}  // namespace
}  // namespace lanecrypt::test
