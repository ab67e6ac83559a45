// What the AEAD leaves on the stack: neither a key, the one-time key of a message or XChaCha20's subkey nor text that was decrypted ahead of the
// check, nor the right tag of a forgery. Only whole values are searched for, those that the source wipes: compilers may
// keep parts of numbers derived from them in spill slots (SECURITY.md).
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <new>

#include "aead/aead_core.h"
#include "aead_many/many.h"
#include "lanecrypt/aead.hpp"
#include "lanecrypt/lanecrypt.h"
#include "ref/aead_ref.h"
#include "support/impls.h"
#include "support/residue.h"
#include "support/rng.h"

namespace lanecrypt::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t lengths[] = {0, 1, 16, 64, 100, 200, 300, 448, 500, 700, 960, 1000, 1500, 3000, 8192, 9000, 20000};

// One message and all that may not stay of it. Nothing of this lies on the stack.
struct Secrets {
    Bytes key, nonce, long_nonce, aad, text, one_time_key, subkey, ciphertext, tag, forged, out;

    Secrets(Rng& rng, std::size_t len) : key(rng.bytes(32)), nonce(rng.bytes(12)), long_nonce(rng.bytes(24)), aad(rng.bytes(20)), text(rng.bytes(len)), out(len)
    {
        const auto block = ref::chacha20_block(key.data(), nonce.data(), 0);
        one_time_key.assign(block.begin(), block.begin() + 32);
        const auto sealed = ref::aead_seal(text, aad, nonce.data(), key.data());
        const auto inner = ref::xchacha_inner(key.data(), long_nonce.data());
        subkey.assign(inner.key.begin(), inner.key.end());
        ciphertext = sealed.ciphertext;
        tag.assign(sealed.tag.begin(), sealed.tag.end());
        forged = tag;
        forged[3] ^= 0x10;
    }
};

void expect_clean(const Secrets& s, const char* what)
{
    EXPECT_EQ(StackResidue::found(s.one_time_key.data(), 32, 32), 0) << what << ", " << s.text.size() << " bytes: one-time key";
    EXPECT_EQ(StackResidue::found(s.key.data(), 32, 32), 0) << what << ", " << s.text.size() << " bytes: key";
    EXPECT_EQ(StackResidue::found(s.subkey.data(), 32, 32), 0) << what << ", " << s.text.size() << " bytes: subkey";
    EXPECT_EQ(StackResidue::found(s.tag.data(), 16, 16), 0) << what << ", " << s.text.size() << " bytes: right tag";
    for (std::size_t at = 0; at + 64 <= s.text.size(); at += 64)
        ASSERT_EQ(StackResidue::found(s.text.data() + at, 64, 64), 0) << what << ", " << s.text.size() << " bytes: text";
}

template <class Call>
void clean_after(const Secrets& s, const char* what, Call call)
{
    StackResidue::fill();
    call();
    StackResidue::take();
    expect_clean(s, what);
}

class AeadResidue : public ::testing::Test {
protected:
    void SetUp() override
    {
        if (LANECRYPT_OTHER_STACK) GTEST_SKIP() << "sanitizers lay out the stack in their own way";
        Rng rng(60);
        for (const std::size_t len : lengths) messages.push_back(std::make_unique<Secrets>(rng, len));
    }
    std::vector<std::unique_ptr<Secrets>> messages;
};

TEST_F(AeadResidue, TheSearchSees)
{
    const Secrets& s = *messages.back();
    for (const Bytes& secret : {s.one_time_key, s.tag, Bytes(s.text.begin(), s.text.begin() + 64)}) {
        StackResidue::fill();
        StackResidue::leave(secret.data(), secret.size());
        StackResidue::take();
        EXPECT_GT(StackResidue::found(secret.data(), secret.size(), secret.size()), 0);
    }
}

TEST_F(AeadResidue, OneMessage)
{
    for_each_impl(dispatch::aead_slot, [&](const AeadOps& ops, const std::string&) {
        for (const auto& m : messages) {
            Secrets& s = *m;
            static std::uint8_t tag[16];
            const std::size_t len = s.text.size();
            const AeadPosition at = aead_position(s.nonce.data(), s.key.data());
            bool ok = false;
            clean_after(s, "seal", [&] { aead_seal(ops, s.out.data(), tag, s.text.data(), len, s.aad.data(), s.aad.size(), at); });
            clean_after(s, "open", [&] { ok = aead_open(ops, s.out.data(), s.ciphertext.data(), len, s.tag.data(), s.aad.data(), s.aad.size(), at); });
            EXPECT_TRUE(ok);
            clean_after(s, "open a forgery", [&] { ok = aead_open(ops, s.out.data(), s.ciphertext.data(), len, s.forged.data(), s.aad.data(), s.aad.size(), at); });
            EXPECT_FALSE(ok);
        }
    });
}

// All messages in one call, each of them a forgery the second time.
TEST_F(AeadResidue, ManyMessages)
{
    for_each_impl(dispatch::aead_slot, [&](const AeadOps& ops, const std::string&) {
        static std::vector<lanecrypt_aead_item> items;
        static std::vector<Bytes> tags;
        tags.assign(messages.size(), Bytes(16));
        items.clear();
        for (std::size_t i = 0; i < messages.size(); ++i) {
            Secrets& s = *messages[i];
            items.push_back({s.out.data(), s.text.data(), s.text.size(), s.aad.data(), s.aad.size(), tags[i].data(), s.nonce.data(), s.key.data(), LANECRYPT_OK});
        }
        const auto clean_for_all = [&](const char* what, std::size_t want, auto call) {
            StackResidue::fill();
            const std::size_t done = call();
            StackResidue::take();
            EXPECT_EQ(done, want) << what;
            for (const auto& s : messages) expect_clean(*s, what);
        };
        clean_for_all("seal_many", items.size(), [&] { return many::seal(items.data(), items.size(), ops); });
        for (std::size_t i = 0; i < items.size(); ++i) items[i].in = messages[i]->ciphertext.data();
        for (std::size_t i = 0; i < items.size(); ++i) items[i].tag = messages[i]->tag.data();
        clean_for_all("open_many", items.size(), [&] { return many::open(items.data(), items.size(), ops); });
        for (std::size_t i = 0; i < items.size(); ++i) items[i].tag = messages[i]->forged.data();
        clean_for_all("open_many, forgeries", 0, [&] { return many::open(items.data(), items.size(), ops); });
    });
}

// As chosen: classes, C functions, incremental sealing.
TEST_F(AeadResidue, Interfaces)
{
    const auto view = [](const Bytes& b) { return std::span<const std::byte>(reinterpret_cast<const std::byte*>(b.data()), b.size()); };
    static std::byte tag[16];
    for (const auto& m : messages) {
        Secrets& s = *m;
        const std::span<std::byte> out(reinterpret_cast<std::byte*>(s.out.data()), s.out.size());
        bool ok = true;
        clean_after(s, "class seal", [&] { ChaCha20Poly1305(view(s.key).first<32>()).seal(out, tag, view(s.text), view(s.aad), view(s.nonce).first<12>()); });
        clean_after(s, "class open", [&] {
            ok = ChaCha20Poly1305(view(s.key).first<32>()).open(out, view(s.ciphertext), view(s.forged).first<16>(), view(s.aad), view(s.nonce).first<12>());
        });
        EXPECT_FALSE(ok);
        clean_after(s, "C open", [&] {
            ok = lanecrypt_aead_open(s.out.data(), s.ciphertext.data(), s.text.size(), s.forged.data(), s.aad.data(), s.aad.size(), s.nonce.data(), s.key.data()) == LANECRYPT_OK;
        });
        EXPECT_FALSE(ok);
        clean_after(s, "long nonce, class", [&] { XChaCha20Poly1305(view(s.key).first<32>()).seal(out, tag, view(s.text), view(s.aad), view(s.long_nonce).first<24>()); });
        clean_after(s, "long nonce, C", [&] {
            ok = lanecrypt_xaead_open(s.out.data(), s.ciphertext.data(), s.text.size(), s.forged.data(), s.aad.data(), s.aad.size(), s.long_nonce.data(), s.key.data()) == LANECRYPT_OK;
        });
        EXPECT_FALSE(ok);
        clean_after(s, "long nonce, C seal", [&] {
            (void)lanecrypt_xaead_seal(s.out.data(), reinterpret_cast<std::uint8_t*>(tag), s.text.data(), s.text.size(), s.aad.data(), s.aad.size(), s.long_nonce.data(), s.key.data());
        });
        clean_after(s, "XChaCha20, C", [&] { (void)lanecrypt_xchacha20_xor(s.out.data(), s.text.data(), s.text.size(), s.long_nonce.data(), 1, s.key.data()); });
        alignas(ChaCha20Poly1305Sealer) static unsigned char place[sizeof(ChaCha20Poly1305Sealer)];
        clean_after(s, "begin of a sealer", [&] { new (place) ChaCha20Poly1305Sealer(view(s.key).first<32>(), view(s.nonce).first<12>(), view(s.aad)); });
        std::launder(reinterpret_cast<ChaCha20Poly1305Sealer*>(place))->~ChaCha20Poly1305Sealer();
        clean_after(s, "begin of a sealer, long nonce", [&] { new (place) ChaCha20Poly1305Sealer(view(s.key).first<32>(), view(s.long_nonce).first<24>(), view(s.aad)); });
        std::launder(reinterpret_cast<ChaCha20Poly1305Sealer*>(place))->~ChaCha20Poly1305Sealer();
        clean_after(s, "sealer", [&] {
            ChaCha20Poly1305Sealer sealer(view(s.key).first<32>(), view(s.nonce).first<12>(), view(s.aad));
            for (std::size_t at = 0; at < s.text.size(); at += 333) {
                const std::size_t n = std::min<std::size_t>(333, s.text.size() - at);
                sealer.update(out.subspan(at, n), view(s.text).subspan(at, n));
            }
            sealer.finalize(tag);
        });
    }
}

}  // namespace
}  // namespace lanecrypt::test
