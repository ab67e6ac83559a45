// The classes: any split, seeks, copies, misuse.
#include "lanecrypt/chacha20.hpp"

#include "chacha20/chacha20_tables.h"
#include "chacha20/xchacha_draft.h"
#include "lanecrypt/misuse.hpp"

namespace lanecrypt::test {
namespace {

template <std::size_t N>
std::span<const std::byte, N> fixed(const Bytes& b)
{
    return std::span<const std::byte, N>(reinterpret_cast<const std::byte*>(b.data()), N);
}
std::span<const std::byte> view(const Bytes& b, std::size_t at, std::size_t n) { return {reinterpret_cast<const std::byte*>(b.data()) + at, n}; }
std::span<std::byte> room(Bytes& b, std::size_t at, std::size_t n) { return {reinterpret_cast<std::byte*>(b.data()) + at, n}; }

struct Stream {
    Bytes key = Rng(31).bytes(32), nonce = Rng(32).bytes(12), text = Rng(33).bytes(5000);
    std::uint32_t block = 0xfffffffdu;
    Bytes want = ref::chacha20_xor(text, key.data(), nonce.data(), block);
    ChaCha20 cipher() const { return {fixed<32>(key), fixed<12>(nonce), block}; }
};

int misuses = 0;
class CountMisuse {
public:
    CountMisuse() { misuses = 0, set_misuse_handler([](const char*, void*) { ++misuses; }, nullptr); }
    ~CountMisuse() { set_misuse_handler(nullptr, nullptr); }
};

TEST(ChaCha20Class, EverySplitInThree)
{
    const Stream s;
    const std::size_t step = quick() ? 13 : 1;
    for (std::size_t a = 0; a <= 130; a += step)
        for (std::size_t b = 0; b <= 130; b += step) {
            const std::size_t c = (a * 7 + b * 3) % 131;
            ChaCha20 cipher = s.cipher();
            Bytes out(s.text.size());
            cipher.crypt(room(out, 0, a), view(s.text, 0, a));
            cipher.crypt(room(out, a, b), view(s.text, a, b));
            cipher.crypt(room(out, a + b, c), view(s.text, a + b, c));
            ASSERT_TRUE(std::equal(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(a + b + c), s.want.begin())) << a << ' ' << b << ' ' << c;
        }
}

TEST(ChaCha20Class, RandomSplits)
{
    const Stream s;
    Rng r(34);
    for (int round = 0; round < (quick() ? 300 : 10000); ++round) {
        ChaCha20 cipher = s.cipher();
        Bytes out = s.text;
        for (std::size_t at = 0; at < out.size();) {
            const std::size_t n = std::min<std::size_t>(out.size() - at, r.below(r.one_in(3) ? 2000 : 100));
            if (r.one_in(4)) {  // keystream: XOR it by hand
                Bytes k(n);
                cipher.keystream(room(k, 0, n));
                for (std::size_t i = 0; i < n; ++i) out[at + i] = static_cast<std::uint8_t>(out[at + i] ^ k[i]);
            } else {
                cipher.crypt(room(out, at, n));
            }
            at += n;
        }
        ASSERT_EQ(out, s.want) << round;
    }
}

TEST(ChaCha20Class, RandomWalk)
{
    const Stream s;
    ChaCha20 cipher = s.cipher();
    const std::uint64_t start = std::uint64_t{s.block} * 64;
    Rng r(35);
    for (int i = 0; i < (quick() ? 1000 : 20000); ++i) {
        std::size_t at = r.below(s.text.size());
        const std::size_t n = std::min<std::size_t>(s.text.size() - at, r.below(400));
        if (r.one_in(2)) {
            cipher.seek_bytes(start + at);
        } else {
            cipher.seek_blocks(std::uint64_t{s.block} + at / 64);
            Bytes skip(at % 64);
            cipher.keystream(room(skip, 0, skip.size()));
        }
        Bytes out(n);
        cipher.crypt(room(out, 0, n), view(s.text, at, n));
        ASSERT_TRUE(std::equal(out.begin(), out.end(), s.want.begin() + static_cast<std::ptrdiff_t>(at))) << at << ' ' << n;
    }
}

// Blocks around 2^32 from a seek, and many blocks at once.
TEST(ChaCha20Class, SeeksPast32Bits)
{
    const Stream s;
    for (const std::uint64_t block : {0xffffffffu - 0ull, 0xffffffffu - 1ull, 0xffffffffu - 15ull, 0x100000000ull, 0x123456789ull}) {
        ChaCha20 cipher(fixed<32>(s.key), fixed<12>(s.nonce));
        cipher.seek_blocks(block);
        Bytes out(17 * 64);
        cipher.keystream(room(out, 0, out.size()));
        EXPECT_EQ(out, ref::chacha20_keystream(s.key.data(), s.nonce.data(), block, out.size())) << block;
    }
}

TEST(ChaCha20Class, CopiesGoOnFromTheSamePlace)
{
    const Stream s;
    ChaCha20 a = s.cipher();
    Bytes out(100), x(100), y(100);
    a.keystream(room(out, 0, 77));
    ChaCha20 b = a;
    a.keystream(room(x, 0, 100));
    b.keystream(room(y, 0, 100));
    EXPECT_EQ(x, y);
    b = s.cipher();
    b.keystream(room(y, 0, 77));
    EXPECT_TRUE(std::equal(y.begin(), y.begin() + 77, out.begin()));
}

TEST(ChaCha20Class, KeyAndNonceCanBeReplaced)
{
    const Stream s;
    ChaCha20 cipher(fixed<32>(Rng(36).bytes(32)));
    Bytes out(70);
    cipher.keystream(room(out, 0, 70));
    cipher.set_key(fixed<32>(s.key));
    cipher.keystream(room(out, 0, 70));
    const Bytes zero(12);
    EXPECT_EQ(out, ref::chacha20_keystream(s.key.data(), zero.data(), 0, 70));
    cipher.set_nonce(fixed<12>(s.nonce), 5);
    cipher.keystream(room(out, 0, 70));
    EXPECT_EQ(out, ref::chacha20_keystream(s.key.data(), s.nonce.data(), 5, 70));
}

TEST(ChaCha20Class, DestructionWipes)
{
    const Stream s;
    alignas(ChaCha20) std::uint8_t memory[sizeof(ChaCha20)];
    auto* const cipher = new (memory) ChaCha20(s.cipher());
    Bytes out(10);
    cipher->keystream(room(out, 0, 10));
    cipher->~ChaCha20();
    int not_zero = 0;
    for (const volatile std::uint8_t& b : memory) not_zero += b != 0;
    EXPECT_EQ(not_zero, 0);
}

TEST(ChaCha20Class, Misuse)
{
    const Stream s;
    const CountMisuse counting;
    ChaCha20 cipher = s.cipher();
    Bytes buffer = s.text;
    for (std::size_t d = 1; d <= 130; ++d) {
        cipher.crypt(room(buffer, d, 600), view(buffer, 0, 600));
        cipher.crypt(room(buffer, 0, 600), view(buffer, d, 600));
    }
    EXPECT_EQ(misuses, 260);
    cipher.crypt(room(buffer, 0, 10), view(buffer, 20, 11));
    cipher.crypt({}, view(buffer, 0, 1));
    cipher.keystream({reinterpret_cast<std::byte*>(&cipher) + 40, 8});
    EXPECT_EQ(misuses, 263);
    EXPECT_EQ(buffer, s.text);
    cipher.crypt({}, {});
    cipher.crypt(room(buffer, 0, 600), view(buffer, 600, 600));  // apart, though next to each other
    EXPECT_EQ(misuses, 263);
    Bytes want(s.text.begin() + 600, s.text.begin() + 1200);
    want = ref::chacha20_xor(want, s.key.data(), s.nonce.data(), s.block);
    EXPECT_TRUE(std::equal(want.begin(), want.end(), buffer.begin()));  // the position had not moved
}

// The published text, through the class.
TEST(XChaCha20Class, Draft)
{
    const auto& [key, nonce, text, want] = xchacha_draft();
    XChaCha20 cipher(fixed<32>(key), fixed<24>(nonce));
    Bytes out(text.begin(), text.end());
    cipher.crypt(room(out, 0, out.size()));
    EXPECT_EQ(out, want);
    for (std::size_t i = 0; i < 24; ++i) {  // each byte of the nonce counts
        Bytes other = nonce;
        other[i] ^= 1;
        XChaCha20 changed(fixed<32>(key), fixed<24>(other));
        Bytes k(text.begin(), text.end());
        changed.crypt(room(k, 0, k.size()));
        EXPECT_NE(k, want) << i;
    }
}

TEST(XChaCha20Class, SeeksAndTheEnd)
{
    const Bytes key = Rng(41).bytes(32), nonce = Rng(42).bytes(24), text(700);
    XChaCha20 cipher(fixed<32>(key), fixed<24>(nonce), 3);
    Bytes out(700);
    cipher.keystream(room(out, 0, 700));
    EXPECT_EQ(out, ref::xchacha20_xor(text, key.data(), nonce.data(), 3));
    cipher.seek_bytes(64 * 7 + 9);
    cipher.crypt(room(out, 0, 100), view(text, 0, 100));
    const Bytes want = ref::xchacha20_xor(text, key.data(), nonce.data(), 7);
    EXPECT_TRUE(std::equal(out.begin(), out.begin() + 100, want.begin() + 9));

    const CountMisuse counting;
    const Bytes last = ref::xchacha20_xor(Bytes(128), key.data(), nonce.data(), ~std::uint64_t{1});
    cipher.seek_blocks(~std::uint64_t{1});
    std::fill(out.begin(), out.end(), std::uint8_t{0xee});
    cipher.keystream(room(out, 0, 129));
    EXPECT_EQ(misuses, 1);
    EXPECT_EQ(out[0], 0xee);
    cipher.keystream(room(out, 0, 70));
    cipher.keystream(room(out, 70, 59));
    EXPECT_EQ(misuses, 2);
    cipher.keystream(room(out, 70, 58));
    EXPECT_EQ(misuses, 2);
    EXPECT_TRUE(std::equal(last.begin(), last.end(), out.begin()));
    cipher.keystream(room(out, 0, 1));
    EXPECT_EQ(misuses, 3);
    cipher.seek_blocks(0);
    cipher.keystream(room(out, 0, 1));
    EXPECT_EQ(misuses, 3);
}

TEST(HChaCha20, Misuse)
{
    const CountMisuse counting;
    Bytes buffer(100);
    hchacha20(std::span<std::byte, 32>(room(buffer, 10, 32)), std::span<const std::byte, 16>(view(buffer, 0, 16)), std::span<const std::byte, 32>(view(buffer, 50, 32)));
    hchacha20(std::span<std::byte, 32>(room(buffer, 20, 32)), std::span<const std::byte, 16>(view(buffer, 0, 16)), std::span<const std::byte, 32>(view(buffer, 50, 32)));
    EXPECT_EQ(misuses, 2);
    EXPECT_EQ(buffer, Bytes(100));
}

}  // namespace
}  // namespace lanecrypt::test
