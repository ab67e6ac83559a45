// No eight bytes of a key stay on the stack below a finished call.
#include "chacha20/chacha20_tables.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LANECRYPT_OTHER_STACK 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define LANECRYPT_OTHER_STACK 1
#endif
#endif

namespace lanecrypt::test {
namespace {

constexpr std::size_t depth = 32768;

__attribute__((noinline)) void fill_stack()
{
    volatile std::uint8_t below[depth];
    for (std::size_t i = 0; i < depth; ++i) below[i] = 0xaa;
    __asm__ volatile("" : : "m"(below));
}

// The places where eight bytes of the key lie in what the calls before left behind.
__attribute__((noinline)) int found(const std::uint8_t* key)
{
    volatile std::uint8_t below[depth];
    __asm__ volatile("" : "+m"(below));
    int n = 0;
    for (std::size_t i = 0; i + 8 <= depth; ++i)
        for (std::size_t k = 0; k + 8 <= 32; ++k) {
            std::size_t same = 0;
            while (same < 8 && below[i + same] == key[k + same]) ++same;
            n += same == 8;
        }
    return n;
}

// Copies the key and leaves it behind: the search must see that.
__attribute__((noinline)) void leave(const std::uint8_t* key)
{
    volatile std::uint8_t copy[64];
    for (std::size_t i = 0; i < 64; ++i) copy[i] = key[i % 32];
    __asm__ volatile("" : : "m"(copy));
}

TEST(ChaCha20Residue, NoKeyOnTheStack)
{
#if defined(LANECRYPT_OTHER_STACK)
    GTEST_SKIP() << "sanitizers lay out the stack in their own way";
#else
    Bytes key(32);
    for (std::size_t i = 0; i < 32; ++i) key[i] = static_cast<std::uint8_t>(0x31 + 5 * i);
    fill_stack();
    leave(key.data());
    ASSERT_GT(found(key.data()), 0) << "the search is blind";
    static std::uint8_t in[4096], out[4096], head[64];
    for_each_table([&](const ChaCha20Ops& ops, const std::string&) {
        for (const std::size_t len : {1u, 64u, 65u, 128u, 200u, 300u, 400u, 512u, 577u, 700u, 1024u, 1100u, 2048u, 3000u}) {
            fill_stack();
            ops.run({out, in, len, key.data(), 1, 2});
            EXPECT_EQ(found(key.data()), 0) << "run, " << len;
            fill_stack();
            ops.head_and_run(head, {out, in, len, key.data(), 1, 2});
            EXPECT_EQ(found(key.data()), 0) << "head, " << len;
            const ChaCha20Run runs[3] = {{out, in, len, key.data(), 1, 2}, {out + 3000, in, 40, key.data(), 1, 3}, {out + 3100, in, 64, in, 1, 3}};
            fill_stack();
            ops.runs(runs, 3);
            EXPECT_EQ(found(key.data()), 0) << "runs, " << len;
        }
        fill_stack();
        ops.hchacha(out, in, key.data());
        EXPECT_EQ(found(key.data()), 0) << "hchacha";
    });
#endif
}

}  // namespace
}  // namespace lanecrypt::test
