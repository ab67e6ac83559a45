// No eight bytes of a key stay on the stack below a finished call.
#include "chacha20/chacha20_tables.h"
#include "support/residue.h"

namespace lanecrypt::test {
namespace {

// The places where eight bytes of the key lie in what the calls before left behind.
int found(const std::uint8_t* key)
{
    StackResidue::take();
    return StackResidue::found(key, 32, 8);
}

TEST(ChaCha20Residue, NoKeyOnTheStack)
{
#if LANECRYPT_OTHER_STACK
    GTEST_SKIP() << "sanitizers lay out the stack in their own way";
#else
    Bytes key(32);
    for (std::size_t i = 0; i < 32; ++i) key[i] = static_cast<std::uint8_t>(0x31 + 5 * i);
    StackResidue::fill();
    StackResidue::leave(key.data(), key.size());
    ASSERT_GT(found(key.data()), 0) << "the search is blind";
    static std::uint8_t in[4096], out[4096], head[64];
    for_each_table([&](const ChaCha20Ops& ops, const std::string&) {
        for (const std::size_t len : {1u, 64u, 65u, 128u, 200u, 300u, 400u, 512u, 577u, 700u, 1024u, 1100u, 2048u, 3000u}) {
            StackResidue::fill();
            ops.run({out, in, len, key.data(), 1, 2});
            EXPECT_EQ(found(key.data()), 0) << "run, " << len;
            StackResidue::fill();
            ops.head_and_run(head, {out, in, len, key.data(), 1, 2});
            EXPECT_EQ(found(key.data()), 0) << "head, " << len;
            const ChaCha20Run runs[3] = {{out, in, len, key.data(), 1, 2}, {out + 3000, in, 40, key.data(), 1, 3}, {out + 3100, in, 64, in, 1, 3}};
            StackResidue::fill();
            ops.runs(runs, 3);
            EXPECT_EQ(found(key.data()), 0) << "runs, " << len;
        }
        StackResidue::fill();
        ops.hchacha(out, in, key.data());
        EXPECT_EQ(found(key.data()), 0) << "hchacha";
    });
#endif
}

}  // namespace
}  // namespace lanecrypt::test
