// Profiles: every number at both ends of its limits and between, all at once at their ends, and at random. The results stay
// what the oracles say.
#include <gtest/gtest.h>

#include <vector>

#include "lanecrypt/lanecrypt.h"
#include "lanecrypt/poly1305.hpp"
#include "lanecrypt/tuning.hpp"
#include "measure/stats.h"
#include "ref/aead_ref.h"
#include "ref/bip324_ref.h"
#include "ref/chacha20_ref.h"
#include "ref/sha256_ref.h"
#include "ref/siphash_ref.h"
#include "support/rng.h"

namespace lanecrypt::test {
namespace {

using ref::Bytes;

bool same(const Bytes& a, const std::uint8_t* b) { return std::equal(a.begin(), a.end(), b); }

// Questions with the oracles' answers, asked under every profile.
class Cases {
public:
    Cases()
    {
        for (const std::size_t len : {1u, 63u, 64u, 100u, 256u, 513u, 700u, 1024u, 2049u, 2600u, 4200u}) {
            Text t{rng_.bytes(len), {}};
            t.cipher = ref::chacha20_xor(t.plain, key_.data(), nonce_.data(), 3);
            chacha20_.push_back(std::move(t));
        }
        for (const std::size_t len : {0u, 15u, 16u, 100u, 160u, 255u, 384u, 500u, 640u, 1008u, 1030u, 2100u, 5000u, 20000u}) {
            Tagged t{rng_.bytes(len), {}, {}};
            const auto tag = ref::poly1305(t.plain, key_.data());
            t.tag.assign(tag.begin(), tag.end());
            poly1305_.push_back(std::move(t));
        }
        for (const std::size_t len : {0u, 1u, 64u, 65u, 226u, 448u, 449u, 460u, 512u, 700u, 960u, 1000u, 1024u, 1420u, 2000u, 4096u, 8200u, 17000u}) aead_.push_back(tagged(len));
        for (std::size_t i = 0; i < 70; ++i) many_.push_back(tagged(i % 9 == 0 ? rng_.below(18000) : i % 3 == 0 ? rng_.below(3000) : rng_.below(300)));
        for (std::size_t i = 0; i < 70; ++i) {
            hashed_.push_back(rng_.bytes(rng_.below(i % 2 == 0 ? 60 : 400)));
            hashes_.push_back(ref::sha256(hashed_.back()));
            sip_.push_back(ref::siphash(2, 4, hashed_.back(), 5, 6));
        }
        leaves_ = rng_.bytes(64 * 70);
        for (std::size_t i = 0; i < 70; ++i) doubled_.push_back(ref::sha256d(std::span(leaves_).subspan(64 * i, 64)));
        for (std::size_t i = 0; i < 45; ++i) items_.push_back(ref::siphash(2, 4, leaves_.data() + 29 * i, 29, 5, 6));
        // More packets than an epoch has, with lengths that move the estimate up and down.
        ref::FSChaCha20Ref lengths(ref::key_from(key_.data()), 224);
        ref::FSChaCha20Poly1305Ref packets(ref::key_from(key_.data()), 224);
        for (std::size_t i = 0; i < 300; ++i) {
            const std::size_t len = i % 50 == 7 ? 9000 : (i / 40) % 2 == 0 ? rng_.below(80) : rng_.below(1100);
            Bytes contents = rng_.bytes(len), plain(1, 0);
            plain.insert(plain.end(), contents.begin(), contents.end());
            Bytes packet = lengths.crypt({static_cast<std::uint8_t>(len), static_cast<std::uint8_t>(len >> 8), static_cast<std::uint8_t>(len >> 16)});
            const Bytes sealed = packets.encrypt(plain, {});
            packet.insert(packet.end(), sealed.begin(), sealed.end());
            packets_.push_back({std::move(contents), std::move(packet)});
        }
    }

    void check_chacha20() const
    {
        for (const Text& t : chacha20_) {
            Bytes out(t.plain.size());
            ASSERT_EQ(lanecrypt_chacha20_xor(out.data(), t.plain.data(), out.size(), nonce_.data(), 3, key_.data()), LANECRYPT_OK);
            ASSERT_EQ(out, t.cipher) << out.size();
        }
    }
    // In one piece, and in pieces of growing size with the profile replaced in the middle.
    void check_poly1305(const std::string& profile) const
    {
        for (const Tagged& t : poly1305_) {
            std::uint8_t tag[16];
            lanecrypt_poly1305(tag, t.plain.data(), t.plain.size(), key_.data());
            ASSERT_TRUE(same(t.tag, tag)) << t.plain.size();
            const auto bytes = std::as_bytes(std::span(t.plain));
            Poly1305 mac(std::as_bytes(std::span<const std::uint8_t, 32>(key_.data(), 32)));
            for (std::size_t at = 0, step = 48; at < bytes.size(); at += step, step = 3 * step) {
                mac.update(bytes.subspan(at, std::min(step, bytes.size() - at)));
                if (at == 0) tuning::reset();
                else (void)tuning::load(profile);
            }
            mac.finalize(std::as_writable_bytes(std::span<std::uint8_t, 16>(tag)));
            ASSERT_TRUE(same(t.tag, tag)) << t.plain.size() << " in pieces";
        }
        ASSERT_EQ(tuning::load(profile), "");
    }
    void check_aead() const
    {
        for (const Tagged& t : aead_) {
            Bytes out(t.plain.size()), opened(t.plain.size());
            std::uint8_t tag[16];
            ASSERT_EQ(lanecrypt_aead_seal(out.data(), tag, t.plain.data(), out.size(), key_.data(), 20, nonce_.data(), key_.data()), LANECRYPT_OK);
            ASSERT_EQ(out, t.cipher) << out.size();
            ASSERT_TRUE(same(t.tag, tag)) << out.size();
            ASSERT_EQ(lanecrypt_aead_open(opened.data(), out.data(), out.size(), tag, key_.data(), 20, nonce_.data(), key_.data()), LANECRYPT_OK);
            ASSERT_EQ(opened, t.plain) << out.size();
            tag[5] ^= 1;
            ASSERT_EQ(lanecrypt_aead_open(opened.data(), out.data(), out.size(), tag, key_.data(), 20, nonce_.data(), key_.data()), LANECRYPT_AUTHENTICATION_FAILED);
            ASSERT_EQ(opened, Bytes(out.size())) << out.size();
        }
    }
    void check_aead_many() const
    {
        std::vector<Bytes> out, tags;
        std::vector<lanecrypt_aead_item> items;
        for (const Tagged& t : many_) {
            out.emplace_back(t.plain.size());
            tags.emplace_back(16);
        }
        for (std::size_t i = 0; i < many_.size(); ++i)
            items.push_back({out[i].data(), many_[i].plain.data(), out[i].size(), key_.data(), 20, tags[i].data(), nonce_.data(), key_.data(), LANECRYPT_OK});
        ASSERT_EQ(lanecrypt_aead_seal_many(items.data(), items.size()), items.size());
        for (std::size_t i = 0; i < many_.size(); ++i) {
            ASSERT_EQ(out[i], many_[i].cipher) << i << " " << out[i].size();
            ASSERT_EQ(tags[i], many_[i].tag) << i << " " << out[i].size();
            items[i].in = items[i].out;  // opened in place
        }
        ASSERT_EQ(lanecrypt_aead_open_many(items.data(), items.size()), items.size());
        for (std::size_t i = 0; i < many_.size(); ++i) ASSERT_EQ(out[i], many_[i].plain) << i;
    }
    void check_sha256() const
    {
        for (const std::size_t n : {1u, 2u, 3u, 5u, 8u, 17u, 70u}) {
            std::vector<const std::uint8_t*> in;
            std::vector<std::size_t> len;
            for (std::size_t i = 0; i < n; ++i) {
                in.push_back(hashed_[i].data());
                len.push_back(hashed_[i].size());
            }
            Bytes out(32 * n), doubled(32 * n);
            lanecrypt_sha256_many(out.data(), in.data(), len.data(), n);
            lanecrypt_sha256d64(doubled.data(), leaves_.data(), n);
            for (std::size_t i = 0; i < n; ++i) {
                ASSERT_TRUE(std::equal(hashes_[i].begin(), hashes_[i].end(), out.begin() + static_cast<std::ptrdiff_t>(32 * i))) << n << " " << i;
                ASSERT_TRUE(std::equal(doubled_[i].begin(), doubled_[i].end(), doubled.begin() + static_cast<std::ptrdiff_t>(32 * i))) << n << " " << i;
            }
        }
    }
    void check_siphash() const
    {
        for (const std::size_t n : {1u, 2u, 3u, 7u, 31u, 33u, 45u, 70u}) {
            std::vector<const std::uint8_t*> in;
            std::vector<std::size_t> len;
            for (std::size_t i = 0; i < n; ++i) {
                in.push_back(hashed_[i].data());
                len.push_back(hashed_[i].size());
            }
            std::vector<std::uint64_t> out(n);
            lanecrypt_siphash24_many(out.data(), in.data(), len.data(), n, 5, 6);
            for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(out[i], sip_[i]) << n << " " << i;
            if (n > items_.size()) continue;
            lanecrypt_siphash24_items(out.data(), leaves_.data(), 29, n, 5, 6);
            for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(out[i], items_[i]) << n << " " << i;
        }
    }
    void check_packets() const
    {
        lanecrypt_bip324_cipher sender, receiver;
        lanecrypt_bip324_init(&sender, key_.data(), key_.data());
        lanecrypt_bip324_init(&receiver, key_.data(), key_.data());
        for (std::size_t i = 0; i < packets_.size(); ++i) {
            const Packet& p = packets_[i];
            Bytes out(p.sealed.size()), contents(p.contents.size());
            lanecrypt_bip324_seal(&sender, out.data(), p.contents.data(), p.contents.size(), nullptr, 0, 0);
            ASSERT_EQ(out, p.sealed) << "packet " << i << " of " << p.contents.size();
            ASSERT_EQ(lanecrypt_bip324_open_length(&receiver, out.data()), p.contents.size());
            int ignore = 1;
            ASSERT_EQ(lanecrypt_bip324_open(&receiver, contents.data(), &ignore, out.data() + 3, contents.size(), nullptr, 0), LANECRYPT_OK) << i;
            ASSERT_EQ(contents, p.contents) << i;
        }
        lanecrypt_bip324_wipe(&sender);
        lanecrypt_bip324_wipe(&receiver);
    }

    // What belongs to the number of this name; everything for an empty name.
    void check(const std::string& name, const std::string& profile) const
    {
        const std::string primitive = name.substr(0, name.find('.'));
        const auto is = [&](const char* p) { return name.empty() || primitive == "cpu" || primitive == p; };
        if (is("chacha20")) check_chacha20();
        if (is("poly1305")) check_poly1305(profile);
        if (is("chacha20") || is("poly1305") || is("aead")) check_aead();
        if (is("chacha20") || is("poly1305") || is("packets")) check_aead_many();
        if (is("sha256")) check_sha256();
        if (is("siphash")) check_siphash();
        if (is("chacha20") || is("packets") || name == "aead.piece_blocks") check_packets();
    }

private:
    struct Text {
        Bytes plain, cipher;
    };
    struct Tagged {
        Bytes plain, cipher, tag;
    };
    struct Packet {
        Bytes contents, sealed;
    };
    Tagged tagged(std::size_t len)
    {
        Tagged t{rng_.bytes(len), {}, {}};
        const auto want = ref::aead_seal(t.plain, Bytes(key_.begin(), key_.begin() + 20), nonce_.data(), key_.data());
        t.cipher = want.ciphertext;
        t.tag.assign(want.tag.begin(), want.tag.end());
        return t;
    }

    Rng rng_{83};
    Bytes key_ = rng_.bytes(32), nonce_ = rng_.bytes(12);
    std::vector<Text> chacha20_;
    std::vector<Tagged> poly1305_, aead_, many_;
    std::vector<Bytes> hashed_;
    std::vector<ref::Hash256> hashes_, doubled_;
    std::vector<std::uint64_t> sip_, items_;
    Bytes leaves_;
    std::vector<Packet> packets_;
};

// The implementations whose numbers a profile could not reach by the machine's own choice.
std::vector<std::string> choices()
{
    std::vector<std::string> list{""};
    for (const char* isa : {"portable", "sse2", "avx2", "avx512vl", "avx512ifma256", "avx512ifma", "neon"}) {
        std::string lines;
        for (const char* primitive : {"chacha20", "poly1305", "aead", "siphash", "sha256_lanes"}) {
            const std::string line = std::string(primitive) + ".isa = " + isa + "\n";
            if (tuning::load("lanecrypt-tuning 1\n" + line).empty()) lines += line;
        }
        if (!lines.empty()) list.push_back(lines);
    }
    tuning::reset();
    return list;
}

TEST(TunedResults, EveryNumberAtItsEndsAndBetween)
{
    const Cases cases;
    std::size_t profiles = 0;
    for (const std::string& isa : choices())
        for (const tuning::Number& number : tuning::numbers())
            for (const std::uint32_t value : {number.least, number.least + 1, number.least + (number.most - number.least) / 3, number.most}) {
                if (value > number.most || (quick() && value != number.least && value != number.most)) continue;
                const std::string profile = "lanecrypt-tuning 1\n" + isa + number.name + " = " + std::to_string(value) + "\n";
                SCOPED_TRACE(profile);
                ASSERT_EQ(tuning::load(profile), "");
                cases.check(number.name, profile);
                if (HasFatalFailure()) return;
                ++profiles;
            }
    tuning::reset();
    std::printf("grid: %zu profiles of one number\n", profiles);
}

TEST(TunedResults, AllNumbersAtOnce)
{
    const Cases cases;
    Rng rng(84);
    std::size_t profiles = 0;
    for (const std::string& isa : choices())
        for (int round = 0; round < (quick() ? 4 : 14); ++round) {
            std::string profile = "lanecrypt-tuning 1\n" + isa;
            for (const tuning::Number& n : tuning::numbers()) {
                // At random: near the lower end as often as anywhere.
                const std::uint64_t span = n.most - n.least;
                const std::uint64_t value = round == 0 ? n.least : round == 1 ? n.most : n.least + rng.below((rng.one_in(2) ? std::min<std::uint64_t>(span, 12) : span) + 1);
                profile += std::string(n.name) + " = " + std::to_string(value) + "\n";
            }
            SCOPED_TRACE(profile);
            ASSERT_EQ(tuning::load(profile), "");
            cases.check("", profile);
            if (HasFatalFailure()) return;
            ++profiles;
        }
    tuning::reset();
    std::printf("grid: %zu profiles of all numbers\n", profiles);
}

}  // namespace
}  // namespace lanecrypt::test
