// Misuse of the classes: every forbidden place of every argument calls the handler once and writes nothing.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <functional>
#include <new>

#include "aead/aead_check.h"
#include "lanecrypt/aead.hpp"
#include "lanecrypt/lanecrypt.h"
#include "lanecrypt/misuse.hpp"
#include "support/rng.h"

namespace lanecrypt::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

int misuses = 0;

class AeadMisuse : public ::testing::Test {
protected:
    void SetUp() override
    {
        misuses = 0;
        set_misuse_handler([](const char*, void*) { ++misuses; }, nullptr);
    }
    void TearDown() override { set_misuse_handler(nullptr, nullptr); }
};

enum class Way { seal, seal_parts, open };

// Everything at a known place in one piece of memory, the object with its key included.
template <class Aead>
struct Place {
    static constexpr std::size_t len = 300, aad_len = 20, nonce_len = Aead::nonce_size;

    alignas(16) std::uint8_t memory[4096];
    std::uint8_t *object, *out, *in, *aad, *nonce, *tag;
    std::size_t out_len = len, in_len = len;
    std::size_t first_part = 100;

    Place()
    {
        for (std::size_t i = 0; i < sizeof memory; ++i) memory[i] = static_cast<std::uint8_t>(i * 5 + 1);
        Bytes key(32, 3);
        object = memory + 400;
        new (object) Aead(std::span<const std::byte, 32>(reinterpret_cast<const std::byte*>(key.data()), 32));
        in = memory + 800;
        aad = memory + 1600;
        nonce = memory + 2000;
        tag = memory + 2400;
        out = memory + 3000;
    }

    // Runs it; for opening the result, else true.
    bool run(Way way)
    {
        const Aead& aead = *std::launder(reinterpret_cast<Aead*>(object));
        const auto input = [](const std::uint8_t* p, std::size_t n) { return std::span<const std::byte>(reinterpret_cast<const std::byte*>(p), n); };
        const std::span<std::byte> to(reinterpret_cast<std::byte*>(out), out_len);
        const std::span<const std::byte, nonce_len> n(reinterpret_cast<const std::byte*>(nonce), nonce_len);
        const std::span<std::byte, 16> t(reinterpret_cast<std::byte*>(tag), 16);
        if (way == Way::open) return aead.open(to, input(in, in_len), t, input(aad, aad_len), n);
        if (way == Way::seal) {
            aead.seal(to, t, input(in, in_len), input(aad, aad_len), n);
        } else {
            const std::span<const std::byte> parts[] = {input(in, first_part), {}, input(in == nullptr ? nullptr : in + first_part, in_len - first_part)};
            aead.seal(to, t, parts, input(aad, aad_len), n);
        }
        return true;
    }
};

template <class Aead>
using Change = std::function<void(Place<Aead>&)>;

template <class Aead>
void refused(const char* what, std::initializer_list<Way> ways, const Change<Aead>& change)
{
    for (const Way way : ways) {
        Place<Aead> p;
        change(p);
        const Bytes before(p.memory, p.memory + sizeof p.memory);
        misuses = 0;
        const bool result = p.run(way);
        EXPECT_EQ(misuses, 1) << what << ", way " << static_cast<int>(way);
        EXPECT_EQ(result, way != Way::open) << what;
        EXPECT_TRUE(std::equal(before.begin(), before.end(), p.memory)) << what << ", way " << static_cast<int>(way);
    }
}

template <class Aead>
void accepted(const char* what, const Change<Aead>& change)
{
    for (const Way way : {Way::seal, Way::seal_parts, Way::open}) {
        Place<Aead> p;
        change(p);
        const Bytes before(p.memory, p.memory + sizeof p.memory);
        misuses = 0;
        const bool result = p.run(way);
        EXPECT_EQ(misuses, 0) << what << ", way " << static_cast<int>(way);
        EXPECT_EQ(result, way != Way::open) << what;  // the tag is no tag
        EXPECT_FALSE(std::equal(before.begin(), before.end(), p.memory)) << what << ", way " << static_cast<int>(way);
    }
}

template <class Aead>
void all_places()
{
    using P = Place<Aead>;
    constexpr auto seal = Way::seal, parts = Way::seal_parts, open = Way::open;
    constexpr std::size_t len = P::len;
    const auto every = {seal, parts, open};

    accepted<Aead>("nothing changed", [](P&) {});
    accepted<Aead>("in place", [](P& p) { p.out = p.in; });
    accepted<Aead>("side by side", [](P& p) { p.out = p.in + len, p.tag = p.out + len, p.aad = p.tag + 16, p.nonce = p.in - P::nonce_len; });
    accepted<Aead>("the object behind", [](P& p) { p.out = p.object - len; });
    accepted<Aead>("inputs that overlap", [](P& p) { p.aad = p.in + 10, p.nonce = p.in + 20; });

    refused<Aead>("no output", every, [](P& p) { p.out = nullptr; });
    refused<Aead>("no text", every, [](P& p) { p.in = nullptr; });
    refused<Aead>("no text, one part", {parts}, [](P& p) { p.in = nullptr, p.first_part = len; });
    refused<Aead>("no aad", every, [](P& p) { p.aad = nullptr; });
    refused<Aead>("no nonce", every, [](P& p) { p.nonce = nullptr; });
    refused<Aead>("no tag", every, [](P& p) { p.tag = nullptr; });
    refused<Aead>("output too small", every, [](P& p) { p.out_len = len - 1; });
    refused<Aead>("output too large", every, [](P& p) { p.out_len = len + 1; });
    refused<Aead>("output larger by 100", every, [](P& p) { p.out_len = len + 100; });
    refused<Aead>("text larger by 100", every, [](P& p) { p.in_len = len + 100; });
    refused<Aead>("no output, no size", every, [](P& p) { p.out = nullptr, p.out_len = 0; });

    for (const int d : {-299, -100, -64, -1, 1, 63, 64, 100, 299}) refused<Aead>("shifted", every, [d](P& p) { p.out = p.in + d; });
    // First and last byte of each other argument.
    refused<Aead>("output before the aad", every, [](P& p) { p.out = p.aad - (len - 1); });
    refused<Aead>("output behind the aad", every, [](P& p) { p.out = p.aad + P::aad_len - 1; });
    refused<Aead>("output before the nonce", every, [](P& p) { p.out = p.nonce - (len - 1); });
    refused<Aead>("output behind the nonce", every, [](P& p) { p.out = p.nonce + P::nonce_len - 1; });
    refused<Aead>("output before the key", every, [](P& p) { p.out = p.object - (len - 1); });
    refused<Aead>("output behind the key", every, [](P& p) { p.out = p.object + 31; });
    refused<Aead>("output before the tag", every, [](P& p) { p.out = p.tag - (len - 1); });
    refused<Aead>("output behind the tag", every, [](P& p) { p.out = p.tag + 15; });
    refused<Aead>("in place over the aad", every, [](P& p) { p.out = p.in, p.aad = p.in + 10; });
    // A tag that is written.
    const auto sealing = {seal, parts};
    refused<Aead>("tag before the text", sealing, [](P& p) { p.tag = p.in - 15; });
    refused<Aead>("tag behind the text", sealing, [](P& p) { p.tag = p.in + len - 1; });
    refused<Aead>("tag before the aad", sealing, [](P& p) { p.tag = p.aad - 15; });
    refused<Aead>("tag behind the aad", sealing, [](P& p) { p.tag = p.aad + P::aad_len - 1; });
    refused<Aead>("tag before the nonce", sealing, [](P& p) { p.tag = p.nonce - 15; });
    refused<Aead>("tag behind the nonce", sealing, [](P& p) { p.tag = p.nonce + P::nonce_len - 1; });
    refused<Aead>("tag before the key", sealing, [](P& p) { p.tag = p.object - 15; });
    refused<Aead>("tag behind the key", sealing, [](P& p) { p.tag = p.object + 31; });
    refused<Aead>("tag in the output, in place", sealing, [](P& p) { p.out = p.in, p.tag = p.in + 5; });
    // A tag that is read may lie in any input.
    for (const int where : {0, 1, 2, 3}) {
        P p;
        p.tag = where == 0 ? p.in + 7 : where == 1 ? p.aad : where == 2 ? p.nonce + 1 : p.object;
        misuses = 0;
        EXPECT_FALSE(p.run(open));
        EXPECT_EQ(misuses, 0);
    }
}

TEST_F(AeadMisuse, ChaCha20Poly1305) { all_places<ChaCha20Poly1305>(); }
TEST_F(AeadMisuse, XChaCha20Poly1305) { all_places<XChaCha20Poly1305>(); }

// Address space that may not be touched, long enough for a text above the limit.
class Beyond {
public:
    static constexpr std::uint64_t size = aead_max_len + 4096;

    Beyond()
    {
        if constexpr (sizeof(std::size_t) > 4) {
            p_ = mmap(nullptr, static_cast<std::size_t>(size), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            if (p_ == MAP_FAILED) p_ = nullptr;
        }
    }
    ~Beyond()
    {
        if (p_ != nullptr) munmap(p_, static_cast<std::size_t>(size));
    }
    Beyond(const Beyond&) = delete;
    Beyond& operator=(const Beyond&) = delete;
    std::byte* get() const { return static_cast<std::byte*>(p_); }

private:
    void* p_ = nullptr;
};

// 2^38 - 63 bytes, apart from everything else: only the limit can be what refuses them.
TEST_F(AeadMisuse, TextTooLong)
{
    const Beyond beyond;
    if (beyond.get() == nullptr) GTEST_SKIP() << "no address space of 2^38 bytes here";
    constexpr auto too_long = static_cast<std::size_t>(aead_max_len + 1);
    const std::span<std::byte> text(beyond.get(), too_long);
    std::array<std::byte, 32> key{};
    std::array<std::byte, 24> nonce{};
    std::array<std::byte, 16> tag{}, untouched{};
    const auto nonce12 = std::span<const std::byte, 24>(nonce).first<12>();
    const ChaCha20Poly1305 aead(key);
    const XChaCha20Poly1305 xaead(key);
    const std::span<const std::byte> parts[] = {text.first(5), text.subspan(5)};
    aead.seal(text, tag, text, {}, nonce12);
    aead.seal(text, tag, parts, {}, nonce12);
    EXPECT_FALSE(aead.open(text, text, tag, {}, nonce12));
    xaead.seal(text, tag, text, {}, nonce);
    xaead.seal(text, tag, parts, {}, nonce);
    EXPECT_FALSE(xaead.open(text, text, tag, {}, nonce));
    EXPECT_EQ(misuses, 6);

    auto* const p = reinterpret_cast<std::uint8_t*>(beyond.get());
    auto* const t = reinterpret_cast<std::uint8_t*>(tag.data());
    const auto *const n = reinterpret_cast<const std::uint8_t*>(nonce.data()), *const k = reinterpret_cast<const std::uint8_t*>(key.data());
    EXPECT_EQ(lanecrypt_aead_seal(p, t, p, too_long, nullptr, 0, n, k), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(lanecrypt_aead_open(p, p, too_long, t, nullptr, 0, n, k), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(lanecrypt_xaead_seal(p, t, p, too_long, nullptr, 0, n, k), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(lanecrypt_xaead_open(p, p, too_long, t, nullptr, 0, n, k), LANECRYPT_BAD_ARGUMENT);
    lanecrypt_aead_item item = {p, p, too_long, nullptr, 0, t, n, k, LANECRYPT_OK};
    EXPECT_EQ(lanecrypt_aead_seal_many(&item, 1), 0u);
    EXPECT_EQ(item.status, LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(lanecrypt_aead_open_many(&item, 1), 0u);
    EXPECT_EQ(item.status, LANECRYPT_BAD_ARGUMENT);

    // All pieces of an incremental text together.
    ChaCha20Poly1305Sealer sealer(key, nonce12, {});
    std::array<std::byte, 100> small{};
    sealer.update(small, small);
    const auto after_one = small;
    EXPECT_EQ(misuses, 6);
    sealer.update(text.first(too_long - small.size()), text.first(too_long - small.size()));
    EXPECT_EQ(misuses, 7);
    sealer.update(text, text);
    EXPECT_EQ(misuses, 8);
    EXPECT_EQ(small, after_one);
    EXPECT_EQ(tag, untouched);

    // The longest text is none too long.
    const AeadMemory m = {p, p, static_cast<std::size_t>(aead_max_len), t, nullptr, 0, n, 12, k};
    EXPECT_TRUE(openable(m));
    EXPECT_TRUE(sealable(m));
    EXPECT_EQ(aead_max_len, ChaCha20Poly1305::max_size);
    EXPECT_EQ(aead_max_len, (std::uint64_t{1} << 38) - 64);
}

// The pieces of an incremental text, its tag and the object itself.
TEST_F(AeadMisuse, Sealer)
{
    alignas(64) static std::uint8_t memory[4096];
    for (std::size_t i = 0; i < sizeof memory; ++i) memory[i] = static_cast<std::uint8_t>(i * 7 + 3);
    std::array<std::byte, 32> key{};
    std::array<std::byte, 12> nonce{};
    auto* const object = memory + 1024;
    constexpr std::size_t size = sizeof(ChaCha20Poly1305Sealer);
    auto& sealer = *new (object) ChaCha20Poly1305Sealer(key, nonce, {});
    auto* const at = reinterpret_cast<std::byte*>(memory);
    const auto piece = [](std::byte* p, std::size_t n) { return std::span<std::byte>(p, n); };
    const Bytes before(memory, memory + sizeof memory);
    int want = 0;
    const auto refused_update = [&](const char* what, std::span<std::byte> ct, std::span<const std::byte> pt) {
        sealer.update(ct, pt);
        EXPECT_EQ(misuses, ++want) << what;
        EXPECT_TRUE(std::equal(before.begin(), before.end(), memory)) << what;
    };
    refused_update("no output", piece(nullptr, 50), piece(at, 50));
    refused_update("no text", piece(at, 50), piece(nullptr, 50));
    refused_update("output too small", piece(at, 49), piece(at + 100, 50));
    refused_update("output too large", piece(at, 51), piece(at + 100, 50));
    refused_update("nothing for a text", piece(nullptr, 0), piece(at, 50));
    for (const int d : {-49, -1, 1, 49}) refused_update("shifted", piece(at + 200 + d, 50), piece(at + 200, 50));
    refused_update("output before the object", piece(at + 1024 - 49, 50), piece(at, 50));
    refused_update("output behind the object", piece(at + 1024 + size - 1, 50), piece(at, 50));
    const auto refused_tag = [&](const char* what, std::byte* tag) {
        sealer.finalize(std::span<std::byte, 16>(tag, 16));
        EXPECT_EQ(misuses, ++want) << what;
        EXPECT_TRUE(std::equal(before.begin(), before.end(), memory)) << what;
    };
    refused_tag("tag before the end of the object", at + 1024 + size - 1);
    refused_tag("tag over the begin of the object", at + 1024 - 15);

    // All that has changed nothing: the object still seals.
    std::array<std::byte, 50> text{}, ct{}, other{};
    std::array<std::byte, 16> tag{}, other_tag{};
    sealer.update(ct, text);
    sealer.update(piece(nullptr, 0), piece(nullptr, 0));
    sealer.finalize(tag);
    ChaCha20Poly1305(key).seal(other, other_tag, text, {}, nonce);
    EXPECT_EQ(ct, other);
    EXPECT_EQ(tag, other_tag);
    EXPECT_EQ(misuses, want);
    sealer.~ChaCha20Poly1305Sealer();
}

}  // namespace
}  // namespace lanecrypt::test
