// One run: every implementation against the oracle.
#include "chacha20/chacha20_tables.h"
#include "support/guard.h"

namespace lanecrypt::test {
namespace {

constexpr std::uint64_t nonce = 0x8081828384858687u;
constexpr std::size_t longest = 4200;

// Text whose keystream starts two blocks before word 12 wraps.
struct Case {
    Bytes key = Rng(1).bytes(32);
    Bytes text = Rng(2).bytes(longest);
    std::uint64_t counter = 0x5fffffffeu;
    Bytes keystream = ref_keystream(key.data(), counter, nonce, longest);

    ChaCha20Run run(std::uint8_t* out, const std::uint8_t* in, std::size_t len) const { return {out, in, len, key.data(), counter, nonce}; }
    bool right(const std::uint8_t* out, std::size_t len) const
    {
        for (std::size_t i = 0; i < len; ++i)
            if (out[i] != (text[i] ^ keystream[i])) return false;
        return true;
    }
};

bool all(const std::uint8_t* p, std::size_t n, std::uint8_t value)
{
    for (std::size_t i = 0; i < n; ++i)
        if (p[i] != value) return false;
    return true;
}

TEST(ChaCha20Kernel, EveryLengthTo4200)
{
    const Case c;
    const std::size_t step = quick() ? 7 : 1;
    std::size_t lengths = 0;
    for_each_table([&](const ChaCha20Ops& ops, const std::string&) {
        lengths = 0;
        Bytes out(longest + 64);
        for (std::size_t len = 0; len <= longest; len += (len < 1100 ? 1 : step), ++lengths) {
            std::fill(out.begin(), out.end(), std::uint8_t{0xee});
            ops.run(c.run(out.data(), c.text.data(), len));
            ASSERT_TRUE(c.right(out.data(), len)) << len;
            ASSERT_TRUE(all(out.data() + len, out.size() - len, 0xee)) << len;
            std::memcpy(out.data(), c.text.data(), len);  // in place
            ops.run(c.run(out.data(), out.data(), len));
            ASSERT_TRUE(c.right(out.data(), len)) << len;
            ASSERT_TRUE(all(out.data() + len, out.size() - len, 0xee)) << len;
            ops.run(c.run(out.data(), nullptr, len));  // keystream
            ASSERT_EQ(std::memcmp(out.data(), c.keystream.data(), len), 0) << len;
        }
    });
    std::printf("grid: %zu lengths in 0 … %zu, apart, in place and keystream only\n", lengths, longest);
}

TEST(ChaCha20Kernel, RandomLengthsTo64KiB)
{
    const Bytes key = Rng(3).bytes(32), text = Rng(4).bytes(65536);
    const Bytes keystream = ref_keystream(key.data(), 7, 9, text.size());
    for_each_table([&](const ChaCha20Ops& ops, const std::string&) {
        Rng s(5);
        Bytes out(text.size());
        for (int i = 0; i < (quick() ? 5 : 60); ++i) {
            const std::size_t skip = 64 * s.below(200), len = s.below(text.size() - skip + 1);
            ops.run({out.data(), text.data(), len, key.data(), 7 + skip / 64, 9});
            for (std::size_t k = 0; k < len; ++k) ASSERT_EQ(out[k], text[k] ^ keystream[skip + k]) << "length " << len << " byte " << k;
        }
    });
}

// Each of the 64 × 64 pairs of offsets at 40 lengths around the sizes of groups.
TEST(ChaCha20Kernel, EveryAlignment)
{
    const Case c;
    std::vector<std::size_t> lengths = {1, 2, 3, 7, 8, 15, 16, 17, 31, 33};
    for (const std::size_t blocks : {1, 2, 3, 4, 5, 6, 8, 9, 16, 17}) lengths.insert(lengths.end(), {64 * blocks - 1, 64 * blocks, 64 * blocks + 1});
    ASSERT_EQ(lengths.size(), 40u);
    const std::size_t step = quick() ? 9 : 1;
    for_each_table([&](const ChaCha20Ops& ops, const std::string&) {
        Bytes in(64 + longest), out(64 + longest + 64);
        for (std::size_t a = 0; a < 64; a += step) {
            std::copy(c.text.begin(), c.text.end(), in.begin() + static_cast<std::ptrdiff_t>(a));
            for (std::size_t b = 0; b < 64; b += step)
                for (const std::size_t len : lengths) {
                    std::memset(out.data(), 0xee, b + len + 64);
                    ops.run(c.run(out.data() + b, in.data() + a, len));
                    ASSERT_TRUE(c.right(out.data() + b, len)) << "offsets " << a << ' ' << b << " length " << len;
                    ASSERT_TRUE(all(out.data(), b, 0xee) && all(out.data() + b + len, 64, 0xee)) << "offsets " << a << ' ' << b << " length " << len;
                }
        }
    });
    std::printf("grid: %zu x %zu offsets at %zu lengths\n", (63 / step + 1), (63 / step + 1), lengths.size());
}

// Text, output, key, nonce and head each right before and right after a page that may not be touched.
TEST(ChaCha20Kernel, TouchesNothingOutside)
{
    const Case c;
    const GuardedPages in(1200), out(1200), key(32), head(64);
    for_each_table([&](const ChaCha20Ops& ops, const std::string&) {
        for (std::size_t len = 0; len <= 1100; ++len)
            for (const bool at_end : {false, true}) {
                std::uint8_t* const i = at_end ? in.at_end(len) : in.at_start();
                std::uint8_t* const o = at_end ? out.at_end(len) : out.at_start();
                std::uint8_t* const k = at_end ? key.at_end(32) : key.at_start();
                std::uint8_t* const h = at_end ? head.at_end(64) : head.at_start();
                std::memcpy(k, c.key.data(), 32);
                if (len != 0) std::memcpy(i, c.text.data(), len);
                ops.run({o, i, len, k, c.counter, nonce});
                ASSERT_TRUE(c.right(o, len)) << len;
                ops.head_and_run(h, {o, i, len, k, c.counter - 1, nonce});
                ASSERT_TRUE(c.right(o, len)) << len;
                const ChaCha20Run runs[2] = {{h, nullptr, 64, k, c.counter, nonce}, {o, i, len, k, c.counter, nonce}};
                ops.runs(runs, 2);
                ASSERT_TRUE(c.right(o, len)) << len;
                ASSERT_EQ(std::memcmp(h, c.keystream.data(), 64), 0) << len;
            }
        for (const bool at_end : {false, true}) {
            std::uint8_t* const n = at_end ? in.at_end(16) : in.at_start();
            std::uint8_t* const o = at_end ? out.at_end(32) : out.at_start();
            std::uint8_t* const k = at_end ? key.at_end(32) : key.at_start();
            std::memcpy(n, c.text.data(), 16);
            std::memcpy(k, c.key.data(), 32);
            ops.hchacha(o, n, k);
            const auto want = ref::hchacha20(c.key.data(), c.text.data());
            ASSERT_EQ(std::memcmp(o, want.data(), 32), 0);
        }
    });
}

TEST(ChaCha20Kernel, HeadAndRun)
{
    const Case c;
    const Bytes first = ref_keystream(c.key.data(), c.counter - 1, nonce, 64);
    for_each_table([&](const ChaCha20Ops& ops, const std::string&) {
        Bytes out(longest + 64);
        for (std::size_t len = 0; len <= 2700; len += len < 1100 || !quick() ? 1 : 13) {
            std::uint8_t head[64];
            std::fill(out.begin(), out.end(), std::uint8_t{0xee});
            ops.head_and_run(head, {out.data(), c.text.data(), len, c.key.data(), c.counter - 1, nonce});
            ASSERT_EQ(std::memcmp(head, first.data(), 64), 0) << len;
            ASSERT_TRUE(c.right(out.data(), len)) << len;
            ASSERT_TRUE(all(out.data() + len, 64, 0xee)) << len;
            ops.head_and_run(head, {out.data(), nullptr, len, c.key.data(), c.counter - 1, nonce});
            ASSERT_EQ(std::memcmp(out.data(), c.keystream.data(), len), 0) << len;
        }
    });
}

// The carry from word 12 to word 13, and the end of the 64-bit counter, in each lane of each shape.
TEST(ChaCha20Kernel, CounterWrapsInEveryLane)
{
    const Bytes key = Rng(6).bytes(32);
    for_each_table([&](const ChaCha20Ops& ops, const std::string&) {
        Bytes out(64 * 41);
        std::size_t cases = 0;
        for (const std::uint64_t edge : {std::uint64_t{0x100000000u}, std::uint64_t{0xabc00000000u}, std::uint64_t{0}})
            for (std::uint64_t before = 0; before <= 33; ++before) {
                const std::uint64_t counter = edge - before;
                const Bytes want = ref_keystream(key.data(), counter, nonce, 64 * 40);
                for (const std::uint8_t* shape = ops.shapes; *shape != 0; ++shape, ++cases) {
                    ChaCha20Plan plan = *ops.plan;
                    for (auto& n : plan.next) n = *shape;
                    ops.run_planned({out.data(), nullptr, 64 * 40, key.data(), counter, nonce}, plan);
                    ASSERT_EQ(std::memcmp(out.data(), want.data(), 64 * 40), 0) << "shape " << int{*shape} << " counter " << counter;
                }
                for (std::size_t blocks = 1; blocks <= 17; ++blocks) {  // one call and as many calls as blocks
                    ops.run({out.data(), nullptr, 64 * blocks, key.data(), counter, nonce});
                    ASSERT_EQ(std::memcmp(out.data(), want.data(), 64 * blocks), 0) << blocks << " from " << counter;
                    ops.head_and_run(out.data(), {out.data() + 64, nullptr, 64 * (blocks - 1), key.data(), counter, nonce});
                    ASSERT_EQ(std::memcmp(out.data(), want.data(), 64 * blocks), 0) << blocks << " after the head at " << counter;
                    for (std::size_t i = 0; i < blocks; ++i) ops.run({out.data() + 64 * i, nullptr, 64, key.data(), counter + i, nonce});
                    ASSERT_EQ(std::memcmp(out.data(), want.data(), 64 * blocks), 0) << blocks << " from " << counter;
                }
            }
        EXPECT_GE(cases, 3u * 34u);
    });
}

// Every shape alone, at every number of blocks and one byte more or less.
TEST(ChaCha20Kernel, EveryShapeAtEveryEnd)
{
    const Case c;
    for_each_table([&](const ChaCha20Ops& ops, const std::string&) {
        Bytes out(longest);
        for (const std::uint8_t* shape = ops.shapes; *shape != 0; ++shape) {
            ChaCha20Plan plan = *ops.plan;
            for (auto& n : plan.next) n = *shape;
            for (std::size_t blocks = 1; blocks <= 65; ++blocks)
                for (const std::size_t len : {64 * blocks - 1, 64 * blocks, 64 * blocks + 1}) {
                    std::fill(out.begin(), out.end(), std::uint8_t{0xee});
                    ops.run_planned(c.run(out.data(), c.text.data(), len), plan);
                    ASSERT_TRUE(c.right(out.data(), len)) << "shape " << int{*shape} << " length " << len;
                    ASSERT_TRUE(all(out.data() + len, longest - len, 0xee)) << "shape " << int{*shape} << " length " << len;
                }
        }
    });
}

TEST(ChaCha20Kernel, SelfTestPasses)
{
    for_each_table([](const ChaCha20Ops& ops, const std::string&) { ASSERT_TRUE(chacha20_self_test(ops)); });
}

}  // namespace
}  // namespace lanecrypt::test
