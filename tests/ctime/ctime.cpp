// Constant time: every secret is marked undefined for valgrind's memcheck, which then reports each branch and each
// address that depends on one. Covers every kernel that valgrind can run (up to AVX2). Fails outside valgrind.
//
// ctime             all kernels; fails when anything was reported
// ctime --planted   a branch and a table look-up on a secret; fails when they were not reported
#include <valgrind/memcheck.h>

#include <cstdio>
#include <cstring>
#include <vector>

#include "aead/aead_core.h"
#include "base/equal.h"
#include "cpu/policy.h"
#include "lanecrypt/lanecrypt.h"

namespace {

using namespace lanecrypt;
using Bytes = std::vector<std::uint8_t>;

Bytes secret(std::size_t len)
{
    Bytes b(len);
    for (std::size_t i = 0; i < len; ++i) b[i] = static_cast<std::uint8_t>(i * 37 + len);
    if (len != 0) VALGRIND_MAKE_MEM_UNDEFINED(b.data(), len);
    return b;
}

constexpr std::size_t lengths[] = {0, 1, 15, 16, 17, 63, 64, 65, 130, 200, 255, 320, 448, 449, 500, 700, 960, 961, 1100, 1500, 2100, 9000};

unsigned long reported = 0;
int checks = 0;
bool ok = true;

void report(const char* primitive, const char* name)
{
    const unsigned long now = VALGRIND_COUNT_ERRORS;
    if (now != reported) {
        std::printf("FAILED %s %s: time depends on a secret\n", primitive, name);
        ok = false;
    } else {
        std::printf("ok     %s %s\n", primitive, name);
    }
    reported = now;
    ++checks;
}

template <class Ops, class Check>
void for_each(dispatch::Slot<Ops>& slot, Check check)
{
    for (std::size_t i = 0; i < slot.size(); ++i) {
        const char* const name = isa_rows[static_cast<int>(slot[i].isa)].name;
        if ((cpu::runnable() & cpu::row_bit(slot[i].isa)) == 0) {
            std::printf("skip   %s %s: not under valgrind\n", slot.primitive(), name);
            continue;
        }
        check(slot.impl(i));
        report(slot.primitive(), name);
    }
}

void chacha20(const ChaCha20Ops& ops)
{
    const Bytes key = secret(32), nonce = secret(16);
    std::uint64_t words;
    std::memcpy(&words, nonce.data(), 8);
    for (const std::size_t len : lengths) {
        const Bytes text = secret(len);
        Bytes out(len + 1);
        std::uint8_t head[64];
        ops.run({out.data(), text.data(), len, key.data(), 1, words});
        ops.head_and_run(head, {out.data(), text.data(), len, key.data(), 0, words});
        const ChaCha20Run runs[3] = {{out.data(), text.data(), len, key.data(), 0, words}, {head, nullptr, 64, key.data(), 9, words}, {}};
        ops.runs(runs, 2);
    }
    std::uint8_t subkey[32];
    ops.hchacha(subkey, nonce.data(), key.data());
}

void poly1305(const Poly1305Ops& ops)
{
    const Bytes key = secret(32);
    for (const std::size_t len : lengths) {
        const Bytes text = secret(len + 1);
        std::uint8_t tag[16];
        Poly1305State state;
        ops.init(state, key.data());
        ops.blocks(state, text.data(), len / 16);
        ops.finish(state, text.data() + len / 16 * 16, len % 16, tag);
        Poly1305Message messages[9];
        std::uint8_t tags[9][16];
        for (std::size_t i = 0; i < 9; ++i) messages[i] = {key.data(), text.data(), len % 50, text.data(), len * (i + 1) / 9, tags[i]};
        ops.aead_tags(messages, 9);
    }
}

void aead(const AeadOps& ops)
{
    const Bytes key = secret(32), long_nonce = secret(24), aad = secret(30);
    // The first four bytes of a 12-byte nonce are the upper half of ChaCha20's block counter. Counters are public: the
    // carry into the upper half may be a branch, which memcheck cannot tell from a branch on that half itself.
    Bytes nonce = secret(12);
    VALGRIND_MAKE_MEM_DEFINED(nonce.data(), 4);
    for (const std::size_t len : lengths) {
        Bytes text = secret(len + 1), ct(len + 1);
        std::uint8_t tag[16], subkey[32];
        aead_seal(ops, ct.data(), tag, text.data(), len, aad.data(), aad.size(), aead_position(nonce.data(), key.data()));
        // Whether the tag is right is public (ctime.supp); everything before and after is not.
        (void)aead_open(ops, text.data(), ct.data(), len, tag, aad.data(), aad.size(), aead_position(nonce.data(), key.data()));
        tag[3] ^= 1;
        (void)aead_open(ops, text.data(), ct.data(), len, tag, aad.data(), aad.size(), aead_position(nonce.data(), key.data()));
        aead_seal(ops, ct.data(), tag, text.data(), len, aad.data(), aad.size(), xaead_position(ops, subkey, long_nonce.data(), key.data()));
    }
}

void comparison()
{
    const Bytes a = secret(16), b = secret(16);
    bool same = equal16(a.data(), b.data());
    VALGRIND_MAKE_MEM_DEFINED(&same, sizeof same);
    if (!same) std::printf("unexpected\n");
    report("comparison", "of tags");
}

void hashes()
{
    for (const std::size_t len : lengths) {
        const Bytes text = secret(len + 1), key = secret(16);
        std::uint8_t hash[32];
        std::uint64_t k[2];
        std::memcpy(k, key.data(), 16);
        lanecrypt_sha256(hash, text.data(), len);
        (void)lanecrypt_siphash24(text.data(), len, k[0], k[1]);
    }
    report("hashes", "SHA-256 and SipHash-2-4 as chosen");
}

int planted()
{
    const Bytes key = secret(32);
    volatile int sink = 0;
    const unsigned long before = VALGRIND_COUNT_ERRORS;
    if (key[3] & 1) sink = 1;
    const unsigned long branch = VALGRIND_COUNT_ERRORS;
    static const std::uint8_t table[256] = {1, 2, 3};
    sink = sink + *static_cast<const volatile std::uint8_t*>(&table[key[5]]);
    const unsigned long look_up = VALGRIND_COUNT_ERRORS;
    std::printf("planted branch %s, planted look-up %s\n", branch > before ? "reported" : "MISSED", look_up > branch ? "reported" : "MISSED");
    return branch > before && look_up > branch ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv)
{
    if (RUNNING_ON_VALGRIND == 0) {
        std::printf("FAILED: this test means nothing outside valgrind\n");
        return 1;
    }
    if (argc > 1 && std::strcmp(argv[1], "--planted") == 0) return planted();
    for_each(dispatch::chacha20_slot, chacha20);
    for_each(dispatch::poly1305_slot, poly1305);
    for_each(dispatch::aead_slot, aead);
    comparison();
    hashes();
    std::printf("%d checks\n", checks);
    return ok && checks >= 5 ? 0 : 1;
}
