// Fixed workloads for counting instructions under Callgrind (scripts/instructions): every workload at every level that
// Callgrind can run, each dumped under the name "level/workload". Nothing in here depends on time or chance.
#include <valgrind/callgrind.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "cpu/policy.h"
#include "lanecrypt/lanecrypt.h"
#include "lanecrypt/tuning.hpp"

namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes pattern(std::size_t n)
{
    Bytes b(n);
    std::uint32_t x = 12345;
    for (std::uint8_t& v : b) v = static_cast<std::uint8_t>((x = x * 1664525u + 1013904223u) >> 24);
    return b;
}

struct Workload {
    const char* name;
    std::function<void()> run;
};

const Bytes data = pattern(1 << 17), key = pattern(32), nonces = pattern(12 * 256);
Bytes out(1 << 17), tags(16 * 256);

// Lengths of small packets and scripts, fixed.
std::vector<std::size_t> lengths(std::size_t n, std::size_t low, std::size_t high)
{
    std::vector<std::size_t> list;
    for (std::size_t i = 0; i < n; ++i) list.push_back(low + i * 7919 % (high - low + 1));
    return list;
}

void seal(std::size_t len)
{
    for (std::size_t i = 0; i < 16; ++i) (void)lanecrypt_aead_seal(out.data(), tags.data(), data.data(), len, nullptr, 0, nonces.data() + 12 * i, key.data());
}

void seal_many(const std::vector<std::size_t>& len)
{
    std::vector<lanecrypt_aead_item> items;
    std::size_t at = 0;
    for (std::size_t i = 0; i < len.size(); at += len[i++])
        items.push_back({out.data() + at, data.data() + at, len[i], nullptr, 0, tags.data() + 16 * i, nonces.data() + 12 * i, key.data(), LANECRYPT_OK});
    CALLGRIND_ZERO_STATS;
    (void)lanecrypt_aead_seal_many(items.data(), items.size());
}

void hash_many(const std::vector<std::size_t>& len)
{
    std::vector<const std::uint8_t*> in;
    std::size_t at = 0;
    for (const std::size_t n : len) {
        in.push_back(data.data() + at);
        at += n;
    }
    CALLGRIND_ZERO_STATS;
    lanecrypt_sha256_many(out.data(), in.data(), len.data(), len.size());
}

void siphash_many(const std::vector<std::size_t>& len)
{
    std::vector<const std::uint8_t*> in;
    std::vector<std::uint64_t> hashes(len.size());
    std::size_t at = 0;
    for (const std::size_t n : len) {
        in.push_back(data.data() + at);
        at += n;
    }
    CALLGRIND_ZERO_STATS;
    lanecrypt_siphash24_many(hashes.data(), in.data(), len.data(), len.size(), 1, 2);
}

void filter(std::size_t n)
{
    std::vector<const std::uint8_t*> in;
    std::vector<std::size_t> len(n, 25);
    for (std::size_t i = 0; i < n; ++i) in.push_back(data.data() + 25 * i);
    std::size_t used = 0;
    CALLGRIND_ZERO_STATS;
    (void)lanecrypt_gcs_build(out.data(), out.size(), &used, in.data(), len.data(), n, 1, 2, 19, 784931);
}

void packets(std::size_t n)
{
    lanecrypt_bip324_cipher cipher;
    lanecrypt_bip324_init(&cipher, key.data(), key.data());
    CALLGRIND_ZERO_STATS;
    for (std::size_t i = 0; i < n; ++i) lanecrypt_bip324_seal(&cipher, out.data(), data.data(), 20 + i % 40, nullptr, 0, 0);
    lanecrypt_bip324_wipe(&cipher);
}

const Workload workloads[] = {
    {"xor 36 B", [] { for (int i = 0; i < 64; ++i) lanecrypt_xor(out.data() + 40 * i, 36, key.data(), static_cast<std::uint64_t>(i)); }},
    {"xor 64 KiB", [] { lanecrypt_xor(out.data(), 1 << 16, key.data(), 3); }},
    {"sha256 64 B", [] { for (int i = 0; i < 16; ++i) lanecrypt_sha256(out.data(), data.data() + 64 * i, 64); }},
    {"sha256 64 KiB", [] { lanecrypt_sha256(out.data(), data.data(), 1 << 16); }},
    {"sha256d64 n = 64", [] { lanecrypt_sha256d64(out.data(), data.data(), 64); }},
    {"sha256_many 226 B", [] { hash_many(std::vector<std::size_t>(64, 226)); }},
    {"sha256_many mixed", [] { hash_many(lengths(100, 60, 700)); }},
    {"chacha20 64 B", [] { for (std::size_t i = 0; i < 16; ++i) (void)lanecrypt_chacha20_xor(out.data(), data.data(), 64, nonces.data() + 12 * i, 1, key.data()); }},
    {"chacha20 1420 B", [] { (void)lanecrypt_chacha20_xor(out.data(), data.data(), 1420, nonces.data(), 1, key.data()); }},
    {"chacha20 64 KiB", [] { (void)lanecrypt_chacha20_xor(out.data(), data.data(), 1 << 16, nonces.data(), 1, key.data()); }},
    {"poly1305 64 B", [] { for (int i = 0; i < 16; ++i) lanecrypt_poly1305(tags.data(), data.data(), 64, key.data()); }},
    {"poly1305 64 KiB", [] { lanecrypt_poly1305(tags.data(), data.data(), 1 << 16, key.data()); }},
    {"aead 64 B", [] { seal(64); }},
    {"aead 1420 B", [] { seal(1420); }},
    {"aead_many 40 to 120 B", [] { seal_many(lengths(128, 40, 120)); }},
    {"aead_many 1420 B", [] { seal_many(std::vector<std::size_t>(64, 1420)); }},
    {"siphash 32 B", [] { for (int i = 0; i < 64; ++i) (void)lanecrypt_siphash24(data.data() + 32 * i, 32, 1, 2); }},
    {"siphash_items 32 B", [] { lanecrypt_siphash24_items(reinterpret_cast<std::uint64_t*>(out.data()), data.data(), 32, 1000, 1, 2); }},
    {"siphash_many 20 to 35 B", [] { siphash_many(lengths(1000, 20, 35)); }},
    {"gcs_build n = 1000", [] { filter(1000); }},
    {"bip324 small packets", [] { packets(64); }},
};

}  // namespace

int main()
{
    lanecrypt::tuning::reset();
    for (const char* const level : {"portable", "sse2", "ssse3", "sse41", "avx2"}) {
        lanecrypt::cpu::RowSet rows;
        if (!lanecrypt::cpu::parse_limit(level, rows) || (rows & ~lanecrypt::cpu::runnable()) != 0 || lanecrypt_cpu_limit(level) != LANECRYPT_OK) {
            std::printf("not run: %s\n", level);
            continue;
        }
        for (const Workload& w : workloads) {
            w.run();  // chooses, tests itself, warms what is kept
            const std::string name = std::string(level) + "/" + w.name;
            CALLGRIND_ZERO_STATS;
            w.run();
            CALLGRIND_DUMP_STATS_AT(name.c_str());
        }
    }
    return 0;
}
