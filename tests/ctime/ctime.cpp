// Constant time: every secret is marked undefined for valgrind's memcheck, which then reports each branch and each
// address that depends on one. Covers every kernel that valgrind can run (up to AVX2), by name. Nothing is suppressed:
// the one public answer, whether a tag is right, is declared public where the comparison returns it. Fails outside valgrind.
//
// ctime             all kernels; fails when anything was reported, or when a kernel that valgrind can run did not run
// ctime --planted   a branch, a table look-up and a comparison that ends early; fails when one was not reported
#include <valgrind/memcheck.h>

#include <cstdio>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "aead/aead_core.h"
#include "aead_many/many.h"
#include "base/equal.h"
#include "cpu/policy.h"
#include "lanecrypt/aead.hpp"
#include "lanecrypt/bip324.hpp"
#include "lanecrypt/lanecrypt.h"

// The linker leads all calls of lanecrypt::equal16 here (--wrap). What it returns is no secret; what it compares is.
extern "C" bool __real__ZN9lanecrypt7equal16EPKvS1_(const void* a, const void* b);
extern "C" bool __wrap__ZN9lanecrypt7equal16EPKvS1_(const void* a, const void* b);
namespace {
int comparisons = 0;
}
bool __wrap__ZN9lanecrypt7equal16EPKvS1_(const void* a, const void* b)
{
    bool same = __real__ZN9lanecrypt7equal16EPKvS1_(a, b);
    VALGRIND_MAKE_MEM_DEFINED(&same, sizeof same);
    ++comparisons;
    return same;
}

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

// The first four bytes of a 12-byte nonce are the upper half of ChaCha20's block counter. Compilers end loops over blocks
// by comparing counters: the difference is public, but memcheck knows no difference of numbers that it does not know. So
// these four bytes alone stay defined.
Bytes secret_nonce()
{
    Bytes b = secret(12);
    VALGRIND_MAKE_MEM_DEFINED(b.data(), 4);
    return b;
}

constexpr std::size_t lengths[] = {0, 1, 15, 16, 17, 63, 64, 65, 130, 200, 255, 320, 448, 449, 500, 700, 960, 961, 1100, 1500, 2100, 9000};

unsigned long reported = 0;
std::set<std::string> ran;
bool ok = true;

void report(const std::string& primitive, const std::string& name)
{
    const unsigned long now = VALGRIND_COUNT_ERRORS;
    if (now != reported) {
        std::printf("FAILED %s %s: time depends on a secret\n", primitive.c_str(), name.c_str());
        ok = false;
    } else {
        std::printf("ok     %s %s\n", primitive.c_str(), name.c_str());
    }
    reported = now;
    ran.insert(primitive + ' ' + name);
}

// Every table in the slot, and each that stands behind it for other processors.
template <class Ops, class Check>
void for_each(dispatch::Slot<Ops>& slot, Check check)
{
    for (std::size_t i = 0; i < slot.size(); ++i) {
        const char* const name = isa_rows[static_cast<int>(slot[i].isa)].name;
        if ((cpu::runnable() & cpu::row_bit(slot[i].isa)) == 0) {
            std::printf("skip   %s %s: not under valgrind\n", slot.primitive(), name);
            continue;
        }
        check(*static_cast<const Ops*>(slot[i].ops), name);
    }
}

void chacha20(const ChaCha20Ops& ops)
{
    const Bytes key = secret(32), nonce = secret_nonce(), long_nonce = secret(16);
    const AeadPosition at = aead_position(nonce.data(), key.data());
    for (const std::size_t len : lengths) {
        const Bytes text = secret(len);
        Bytes out(len + 1);
        std::uint8_t head[64];
        ops.run({out.data(), text.data(), len, key.data(), at.counter + 1, at.nonce});
        ops.head_and_run(head, {out.data(), text.data(), len, key.data(), at.counter, at.nonce});
        const ChaCha20Run runs[3] = {{out.data(), text.data(), len, key.data(), at.counter, at.nonce}, {head, nullptr, 64, key.data(), at.counter + 9, at.nonce}, {}};
        ops.runs(runs, 2);
    }
    std::uint8_t subkey[32];
    ops.hchacha(subkey, long_nonce.data(), key.data());
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
    const Bytes key = secret(32), nonce = secret_nonce(), long_nonce = secret(24), aad = secret(30);
    for (const std::size_t len : lengths) {
        Bytes text = secret(len + 1), ct(len + 1);
        std::uint8_t tag[16], subkey[32];
        aead_seal(ops, ct.data(), tag, text.data(), len, aad.data(), aad.size(), aead_position(nonce.data(), key.data()));
        (void)aead_open(ops, text.data(), ct.data(), len, tag, aad.data(), aad.size(), aead_position(nonce.data(), key.data()));
        tag[3] ^= 1;
        (void)aead_open(ops, text.data(), ct.data(), len, tag, aad.data(), aad.size(), aead_position(nonce.data(), key.data()));
        aead_seal(ops, ct.data(), tag, text.data(), len, aad.data(), aad.size(), xaead_position(ops, subkey, long_nonce.data(), key.data()));
    }
}

// Messages in shared lanes and long ones, every third with a wrong tag.
void several(const AeadOps& ops)
{
    constexpr std::size_t n = 30;
    std::vector<Bytes> keys, nonces, aads, texts, tags;
    std::vector<lanecrypt_aead_item> items(n);
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t len = i == 7 || i == 8 ? 5000 : 47 * i;
        keys.push_back(secret(32));
        nonces.push_back(secret_nonce());
        aads.push_back(secret(i % 20));
        texts.push_back(secret(len));
        tags.push_back(Bytes(16));
    }
    for (std::size_t i = 0; i < n; ++i)
        items[i] = {texts[i].data(), texts[i].data(), texts[i].size(), aads[i].data(), aads[i].size(), tags[i].data(), nonces[i].data(), keys[i].data(), LANECRYPT_OK};
    const std::size_t sealed = lanecrypt::many::seal(items.data(), n, ops);
    for (std::size_t i = 1; i < n; i += 3) tags[i][5] ^= 1;
    const std::size_t opened = lanecrypt::many::open(items.data(), n, ops);
    if (sealed != n || opened != n - n / 3) std::printf("FAILED: sealed %zu, opened %zu\n", sealed, opened), ok = false;
}

std::span<const std::byte> view(const Bytes& b) { return {reinterpret_cast<const std::byte*>(b.data()), b.size()}; }
std::span<std::byte> room(Bytes& b) { return {reinterpret_cast<std::byte*>(b.data()), b.size()}; }

// Beyond a change of key, every seventh packet with a wrong tag, as chosen by the dispatcher.
void packets()
{
    const Bytes length_key = secret(32), packet_key = secret(32), aad = secret(9);
    Bip324Cipher sender(view(length_key).first<32>(), view(packet_key).first<32>()), receiver(view(length_key).first<32>(), view(packet_key).first<32>());
    for (std::size_t i = 0; i < 240; ++i) {
        const std::size_t len = i % 50 == 49 ? 3000 : i * 13 % 200;
        const Bytes contents = secret(len);
        Bytes packet(len + 20), back(len);
        sender.seal(room(packet), view(contents), view(aad), i % 3 == 0);
        const std::uint32_t length = receiver.open_length(view(packet).first<3>());
        static_cast<void>(length);  // a number to the caller, who decides what is public
        const bool damaged = i % 7 == 6;
        if (damaged) packet[packet.size() - 3] ^= 1;
        bool ignore = false;
        if (receiver.open(room(back), ignore, view(packet).subspan(3), view(aad)) == damaged) std::printf("FAILED: packet %zu\n", i), ok = false;
    }
    report("bip324", "as chosen");
}

// The C functions and the classes, as chosen: what lies between them and the kernels.
void interfaces()
{
    const Bytes key = secret(32), nonce = secret_nonce(), long_nonce = secret(24), aad = secret(20), text = secret(500);
    Bytes ct(500), tag(16), back(500);
    (void)lanecrypt_chacha20_xor(ct.data(), text.data(), 500, nonce.data(), 1, key.data());
    (void)lanecrypt_xchacha20_xor(ct.data(), text.data(), 500, long_nonce.data(), 1, key.data());
    lanecrypt_poly1305(tag.data(), text.data(), 500, key.data());
    (void)lanecrypt_aead_seal(ct.data(), tag.data(), text.data(), 500, aad.data(), 20, nonce.data(), key.data());
    if (lanecrypt_aead_open(back.data(), ct.data(), 500, tag.data(), aad.data(), 20, nonce.data(), key.data()) != LANECRYPT_OK) ok = false;
    (void)lanecrypt_xaead_seal(ct.data(), tag.data(), text.data(), 500, aad.data(), 20, long_nonce.data(), key.data());
    if (lanecrypt_xaead_open(back.data(), ct.data(), 500, tag.data(), aad.data(), 20, long_nonce.data(), key.data()) != LANECRYPT_OK) ok = false;
    ChaCha20Poly1305Sealer sealer(view(key).first<32>(), view(nonce).first<12>(), view(aad));
    for (std::size_t at = 0; at < 500; at += 50) sealer.update(room(ct).subspan(at, 50), view(text).subspan(at, 50));
    sealer.finalize(room(tag).first<16>());
    report("interfaces", "as chosen");
}

void comparison()
{
    const Bytes a = secret(16), b = secret(16);
    if (!equal16(a.data(), b.data())) std::printf("FAILED: equal tags differ\n"), ok = false;
    report("comparison", "of tags");
    if (comparisons == 0) std::printf("FAILED: the library's comparisons do not come by\n"), ok = false;
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
    const Bytes other = secret(32);
    for (std::size_t i = 0; i < 16 && key[i] == other[i]; ++i) sink = sink + 1;
    const unsigned long compared = VALGRIND_COUNT_ERRORS;
    const auto verdict = [](bool reported_it) { return reported_it ? "reported" : "MISSED"; };
    std::printf("planted branch %s, look-up %s, comparison %s\n", verdict(branch > before), verdict(look_up > branch), verdict(compared > look_up));
    return branch > before && look_up > branch && compared > look_up ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv)
{
    if (RUNNING_ON_VALGRIND == 0) {
        std::printf("FAILED: this test means nothing outside valgrind\n");
        return 1;
    }
    if (argc > 1 && std::strcmp(argv[1], "--planted") == 0) return planted();
    for_each(dispatch::chacha20_slot, [](const ChaCha20Ops& ops, const std::string& name) {
        chacha20(ops);
        report("chacha20", name);
        if (ops.slow_vectors == nullptr) return;
        chacha20(*ops.slow_vectors);
        report("chacha20", name + ", plan for slow vectors");
    });
    for_each(dispatch::poly1305_slot, [](const Poly1305Ops& ops, const std::string& name) {
        poly1305(ops);
        report("poly1305", name);
    });
    for_each(dispatch::aead_slot, [](const AeadOps& ops, const std::string& name) {
        aead(ops);
        report("aead", name);
        several(ops);
        report("aead_many", name);
        if (ops.chacha20->slow_vectors == nullptr) return;
        AeadOps slow = ops;
        slow.chacha20 = ops.chacha20->slow_vectors;
        aead(slow);
        several(slow);
        report("aead", name + ", plan for slow vectors");
    });
    packets();
    interfaces();
    comparison();
    hashes();
    // Whatever this processor is: valgrind runs these on every x86-64 with AVX2.
    const char* const required[] = {
        "chacha20 portable", "poly1305 portable", "aead portable", "aead_many portable",
#if LANECRYPT_HAVE_sse2
        "chacha20 sse2", "aead sse2", "aead_many sse2",
#endif
#if LANECRYPT_HAVE_ssse3
        "chacha20 ssse3", "aead ssse3", "aead_many ssse3",
#endif
#if LANECRYPT_HAVE_avx2
        "chacha20 avx2", "chacha20 avx2, plan for slow vectors", "poly1305 avx2", "aead avx2", "aead_many avx2", "aead avx2, plan for slow vectors",
#endif
#if LANECRYPT_HAVE_neon
        "chacha20 neon", "poly1305 neon", "aead neon", "aead_many neon",
#endif
    };
    for (const char* const name : required)
        if (ran.count(name) == 0) std::printf("FAILED: %s did not run\n", name), ok = false;
    std::printf("%zu checks, %d comparisons of tags\n", ran.size(), comparisons);
    return ok ? 0 : 1;
}
