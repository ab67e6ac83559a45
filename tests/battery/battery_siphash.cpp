// SipHash over many messages against the textbook oracle.
#include "battery/parts.h"
#include "ref/siphash_ref.h"
#include "siphash/siphash_ops.h"
#include "siphash/siphash_words.h"

namespace lanecrypt::battery {
namespace {

constexpr std::uint64_t k0 = 0x0706050403020100, k1 = 0xf0f1f2f3f4f5f6f7;
constexpr std::size_t longest = 300, most = 67;

void run_items(Group& group, const SipHashKernels& kernels, int c, int d)
{
    const Bytes data = pattern(longest * most + 8, 2);
    for (std::size_t len = 0; len <= longest; ++len)
        for (const std::size_t n : {1u, 2u, 3u, 8u, 9u, 17u, 31u, 32u, 33u, 67u}) {
            const std::uint8_t* const in = data.data() + (len + n) % 8;
            Canary out(8 * n, 0);
            auto* const hashes = reinterpret_cast<std::uint64_t*>(out.data());
            kernels.items(hashes, in, len, n, k0, k1);
            for (std::size_t i = 0; i < n; i += n < 20 || i + 9 > n || len % 8 == 1 ? 1 : 5)
                group.check(hashes[i] == ref::siphash(c, d, in + i * len, len, k0, k1), "length, count, item", static_cast<long>(len),
                            static_cast<long>(n), static_cast<long>(i));
            group.check(out.intact(), "wrote outside: length, count", static_cast<long>(len), static_cast<long>(n));
        }
}

void run_groups(Group& group, const SipHashKernels& kernels, int c, int d)
{
    const Bytes data = pattern(64 * siphash_group + longest, 3);
    for (std::size_t words = 0; words <= 36; ++words)
        for (std::size_t n = 1; n <= siphash_group; n += 1 + n / 9) {
            const std::uint8_t* at[siphash_group];
            std::uint64_t last[siphash_group], out[siphash_group];
            for (std::size_t i = 0; i < siphash_group; ++i) {
                at[i] = data.data() + (i < n ? 61 * i : 0);
                last[i] = siphash_last_word(at[i], 8 * words + (i + n) % 8);
            }
            kernels.group(out, at, last, words, n, k0, k1);
            for (std::size_t i = 0; i < n; ++i)
                group.check(out[i] == ref::siphash(c, d, at[i], 8 * words + (i + n) % 8, k0, k1), "words, count, message", static_cast<long>(words),
                            static_cast<long>(n), static_cast<long>(i));
        }
}

// Messages put in columns beforehand, and one message under many keys.
void run_prepared(Group& group, const SipHashPrepared& ops)
{
    const Bytes data = pattern(4096, 4);
    for (std::size_t words = 0; words <= 5; ++words)
        for (std::size_t groups = 0; groups <= 3; ++groups) {
            const std::size_t n = groups * siphash_group, len = 8 * words + 3;
            std::vector<std::uint64_t> packed, out(n);
            for (std::size_t first = 0; first < n; first += siphash_group) {
                const std::uint8_t* const at = data.data() + 11 * first;
                for (std::size_t w = 0; w < words; ++w)
                    for (std::size_t i = 0; i < siphash_group; ++i) packed.push_back(load64_le(at + 11 * i + 8 * w));
                for (std::size_t i = 0; i < siphash_group; ++i) packed.push_back(siphash_last_word(at + 11 * i, len));
            }
            ops.packed(out.data(), packed.data(), words, groups, k0, k1);
            for (std::size_t i = 0; i < n; ++i)
                group.check(out[i] == ref::siphash(2, 4, data.data() + 11 * i, len, k0, k1), "packed: words, groups, message",
                            static_cast<long>(words), static_cast<long>(groups), static_cast<long>(i));
        }
    for (std::size_t n = 0; n <= 70; ++n) {
        const std::size_t len = 20 + n % 13;
        std::vector<std::uint64_t> out(n), first(n), second(n);
        for (std::size_t i = 0; i < n; ++i) first[i] = k0 * (i + 1), second[i] = k1 - i;
        ops.keys(out.data(), data.data() + 1, siphash_last_word(data.data() + 1, len), len / 8, first.data(), second.data(), n);
        for (std::size_t i = 0; i < n; ++i)
            group.check(out[i] == ref::siphash(2, 4, data.data() + 1, len, first[i], second[i]), "keys, number", static_cast<long>(n), static_cast<long>(i));
    }
}

void run(const void* table, const char* isa)
{
    const SipHashOps& ops = *static_cast<const SipHashOps*>(table);
    Group items24("siphash", isa, "2-4 items");
    run_items(items24, ops.sip24, 2, 4);
    items24.finish("lengths 0-300, 1-67 items");
    Group items13("siphash", isa, "1-3 items");
    run_items(items13, ops.sip13, 1, 3);
    items13.finish("lengths 0-300, 1-67 items");
    Group groups("siphash", isa, "groups");
    run_groups(groups, ops.sip24, 2, 4);
    run_groups(groups, ops.sip13, 1, 3);
    groups.finish("0-36 words, 1-32 messages");
    Group prepared("siphash", isa, "prepared");
    run_prepared(prepared, ops.prepared24);
    prepared.finish("0-5 words, 0-3 groups; 0-70 keys");
}

}  // namespace

const Part siphash_part{&dispatch::siphash_slot, run};

}  // namespace lanecrypt::battery
