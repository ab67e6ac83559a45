// Known answers that reach every branch of a SipHash kernel: the published table's key and messages (00 01 02 …),
// computed one by one with the plain hasher that is itself checked against values of the table here.
#include "lanecrypt/siphash.hpp"
#include "siphash/siphash_ops.h"
#include "siphash/siphash_words.h"

namespace lanecrypt {
namespace {

constexpr std::uint64_t k0 = 0x0706050403020100, k1 = 0x0f0e0d0c0b0a0908;

std::span<const std::byte> view(const std::uint8_t* p, std::size_t len) { return {reinterpret_cast<const std::byte*>(p), len}; }

template <class Scalar>
bool check(const SipHashKernels& kernels, const std::uint8_t* data)
{
    std::uint64_t out[2 * siphash_group];
    for (const std::size_t len : {0u, 3u, 8u, 22u, 25u, 32u, 34u, 60u}) {
        for (const std::size_t n : {1u, 2u, 3u, 9u, 17u, 32u, 37u}) {
            kernels.items(out, data, len, n, k0, k1);
            for (std::size_t i = 0; i < n; ++i)
                if (out[i] != Scalar::hash(view(data + i * len, len), k0, k1)) return false;
        }
        // Different lengths with the same number of words, at odd addresses.
        const std::uint8_t* at[siphash_group];
        std::uint64_t last[siphash_group];
        const std::size_t words = len / 8;
        for (const std::size_t n : {1u, 4u, 11u, 23u, 32u}) {
            for (std::size_t i = 0; i < siphash_group; ++i) {
                at[i] = data + 5 * (i % n) + 1;
                last[i] = siphash_last_word(at[i], 8 * words + i % n % 8);
            }
            kernels.group(out, at, last, words, n, k0, k1);
            for (std::size_t i = 0; i < n; ++i)
                if (out[i] != Scalar::hash(view(at[i], 8 * words + i % 8), k0, k1)) return false;
        }
    }
    return true;
}

bool check_prepared(const SipHashPrepared& ops, const std::uint8_t* data)
{
    constexpr std::size_t words = 3, len = 8 * words;
    std::uint64_t packed[(words + 1) * siphash_group], out[siphash_group];
    for (std::size_t i = 0; i < siphash_group; ++i) {
        for (std::size_t w = 0; w < words; ++w) packed[w * siphash_group + i] = load64_le(data + i + 8 * w);
        packed[words * siphash_group + i] = siphash_last_word(data + i, len);
    }
    ops.packed(out, packed, words, 1, k0, k1);
    for (std::size_t i = 0; i < siphash_group; ++i)
        if (out[i] != SipHash24::hash(view(data + i, len), k0, k1)) return false;

    std::uint64_t first[siphash_group], second[siphash_group];
    for (std::size_t i = 0; i < siphash_group; ++i) first[i] = k0 * (i + 1), second[i] = k1 + i;
    for (const std::size_t n : {siphash_group, siphash_group - 3}) {
        ops.keys(out, data, siphash_last_word(data, len + 5), words, first, second, n);
        for (std::size_t i = 0; i < n; ++i)
            if (out[i] != SipHash24::hash(view(data, len + 5), first[i], second[i])) return false;
    }
    return true;
}

}  // namespace

bool siphash_self_test(const SipHashOps& ops)
{
    std::uint8_t data[37 * 60];
    for (std::size_t i = 0; i < sizeof data; ++i) data[i] = static_cast<std::uint8_t>(i);
    if (SipHash24::hash(view(data, 15), k0, k1) != 0xa129ca6149be45e5) return false;  // the paper's example
    if (SipHash24::hash(view(data, 32), k0, k1) != 0x7127512f72f27cce) return false;
    for (std::size_t i = 0; i < sizeof data; ++i) data[i] = static_cast<std::uint8_t>(i * 37 + (i >> 8));
    return check<SipHash24>(ops.sip24, data) && check<SipHash13>(ops.sip13, data) && check_prepared(ops.prepared24, data);
}

}  // namespace lanecrypt
