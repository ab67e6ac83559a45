// The entry points of a table over groups of registers: `Wide` of them side by side for full groups, one after
// another for what is left, general registers for one or two messages where that is faster still.
#pragma once
#include "siphash/siphash_kernel.h"
#include "siphash/siphash_scalar.h"
#include "tuning/numbers.h"

LANECRYPT_BEGIN_ISA

// What a profile says, one less than the number from which something else begins, or what the row says.
LANECRYPT_FN std::size_t limit_in_force(tuning::Tuned from, std::size_t built_in)
{
    const std::uint32_t tuned = tuning::number(from);
    return tuned != 0 ? tuned - 1 : built_in;
}

// Up to `Scalar` messages of a group go through general registers, up to `Single` through one register after another,
// unless a profile says otherwise.
template <int C, int D, class V, int Wide, std::size_t Single, std::size_t Scalar>
struct SipHashShapes {
    static constexpr std::size_t lanes = V::lanes;
    static constexpr std::size_t width = lanes * Wide;
    static_assert(siphash_group % width == 0);

    static void group(std::uint64_t* out, const std::uint8_t* const* at, const std::uint64_t* last, std::size_t words, std::size_t n,
                      std::uint64_t k0, std::uint64_t k1)
    {
        std::size_t i = 0;
        if (n <= limit_in_force(tuning::Tuned::siphash_lanes_from, Scalar)) {
            for (; i + 2 <= n; i += 2) hash_scattered<C, D, U64x1, 2>(out + i, at + i, last + i, words, k0, k1);
            if (i < n) hash_scattered<C, D, U64x1, 1>(out + i, at + i, last + i, words, k0, k1);
            return;
        }
        const std::size_t single = limit_in_force(tuning::Tuned::siphash_wide_from, Single);
        while (i < n) {
            const std::size_t left = n - i;
            if (left > single) {
                hash_scattered<C, D, V, Wide>(out + i, at + i, last + i, words, k0, k1);
                i += width;
            } else {
                hash_scattered<C, D, V, 1>(out + i, at + i, last + i, words, k0, k1);
                i += lanes;
            }
        }
    }

    static void items(std::uint64_t* out, const std::uint8_t* in, std::size_t len, std::size_t n, std::uint64_t k0, std::uint64_t k1)
    {
        for (; n >= width; n -= width, in += width * len, out += width)
            hash_contiguous<C, D, V, Wide>(out, in, len, k0, k1);
        if (n == 0) return;
        const std::uint8_t* at[siphash_group];
        std::uint64_t last[siphash_group], hashes[siphash_group];
        for (std::size_t i = 0; i < siphash_group; ++i) {
            at[i] = i < n ? in + i * len : in;
            last[i] = siphash_last_word(at[i], len);
        }
        group(hashes, at, last, len / 8, n, k0, k1);
        std::memcpy(out, hashes, n * sizeof *out);
    }

    static void packed(std::uint64_t* out, const std::uint64_t* in, std::size_t words, std::size_t groups, std::uint64_t k0, std::uint64_t k1)
    {
        for (; groups != 0; --groups, in += (words + 1) * siphash_group, out += siphash_group)
            for (std::size_t i = 0; i < siphash_group; i += width)
                hash_packed<C, D, V, Wide>(out + i, in + i, words, k0, k1);
    }

    static void keys(std::uint64_t* out, const std::uint8_t* at, std::uint64_t last, std::size_t words, const std::uint64_t* k0,
                     const std::uint64_t* k1, std::size_t n)
    {
        for (; n >= width; n -= width, k0 += width, k1 += width, out += width) hash_keys<C, D, V, Wide>(out, at, last, words, k0, k1);
        for (; n >= lanes; n -= lanes, k0 += lanes, k1 += lanes, out += lanes) hash_keys<C, D, V, 1>(out, at, last, words, k0, k1);
        for (; n != 0; --n) hash_keys<C, D, U64x1, 1>(out++, at, last, words, k0++, k1++);
    }

    static constexpr SipHashKernels kernels = {items, group};
    static constexpr SipHashPrepared prepared = {packed, keys};
};

LANECRYPT_END_ISA
