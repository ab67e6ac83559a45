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
// unless a profile says otherwise. With a `Wide` of 1 there is no difference between the latter and full groups.
template <class V, int Wide, std::size_t Single, std::size_t Scalar>
struct SipHashShapes {
    static constexpr std::size_t lanes = V::lanes;
    static constexpr std::size_t width = lanes * Wide;
    static_assert(siphash_group % width == 0);

    template <int C, int D>
    static LANECRYPT_NOINLINE void group(std::uint64_t* out, const std::uint8_t* const* at, const std::uint64_t* last, std::size_t words,
                                         std::size_t n, std::uint64_t k0, std::uint64_t k1)
    {
        std::size_t i = 0;
        if (n <= limit_in_force(tuning::Tuned::siphash_lanes_from, Scalar)) {
            for (; i + 2 <= n; i += 2) scattered<C, D, U64x1, 2>(out + i, at + i, last + i, words, k0, k1);
            if (i < n) scattered<C, D, U64x1, 1>(out + i, at + i, last + i, words, k0, k1);
            return;
        }
        const std::size_t single = limit_in_force(tuning::Tuned::siphash_wide_from, Single);
        while (i < n) {
            const std::size_t left = n - i;
            if (Wide == 1 || left > single) {
                scattered<C, D, V, Wide>(out + i, at + i, last + i, words, k0, k1);
                i += width;
            } else {
                scattered<C, D, V, 1>(out + i, at + i, last + i, words, k0, k1);
                i += lanes;
            }
        }
    }

    template <int C, int D>
    static void items(std::uint64_t* out, const std::uint8_t* in, std::size_t len, std::size_t n, std::uint64_t k0, std::uint64_t k1)
    {
        if (len >= 8)
            for (; n >= width; n -= width, in += width * len, out += width) {
                const Contiguous at = {in, len};
                hash_messages<C, D, V, Wide>(out, at, len / 8, CutLast{at}, k0, k1);
            }
        if (n != 0) items_by_group(out, in, len, n, k0, k1, group<C, D>);
    }

    // The same without code of its own for messages in a row.
    template <int C, int D>
    static void grouped_items(std::uint64_t* out, const std::uint8_t* in, std::size_t len, std::size_t n, std::uint64_t k0, std::uint64_t k1)
    {
        items_by_group(out, in, len, n, k0, k1, group<C, D>);
    }

    static void packed(std::uint64_t* out, const std::uint64_t* in, std::size_t words, std::size_t groups, std::uint64_t k0, std::uint64_t k1)
    {
        for (; groups != 0; --groups, in += (words + 1) * siphash_group, out += siphash_group)
            for (std::size_t i = 0; i < siphash_group; i += width) hash_packed<2, 4, V, Wide>(out + i, in + i, words, k0, k1);
    }

    static void keys(std::uint64_t* out, const std::uint8_t* at, std::uint64_t last, std::size_t words, const std::uint64_t* k0,
                     const std::uint64_t* k1, std::size_t n)
    {
        for (; n >= width; n -= width, k0 += width, k1 += width, out += width) hash_keys<2, 4, V, Wide>(out, at, last, words, k0, k1);
        while (n > Scalar) {
            if (Wide > 1 && n >= lanes) {
                hash_keys<2, 4, V, 1>(out, at, last, words, k0, k1);
                n -= lanes, k0 += lanes, k1 += lanes, out += lanes;
                continue;
            }
            std::uint64_t first[lanes], second[lanes], hashes[lanes];
            for (std::size_t i = 0; i < lanes; ++i) {
                first[i] = k0[i < n ? i : 0];
                second[i] = k1[i < n ? i : 0];
            }
            hash_keys<2, 4, V, 1>(hashes, at, last, words, first, second);
            copy(out, hashes, n);
            return;
        }
        for (; n != 0; --n) hash_keys<2, 4, U64x1, 1>(out++, at, last, words, k0++, k1++);
    }

    static constexpr SipHashKernels sip24 = {items<2, 4>, group<2, 4>};
    static constexpr SipHashKernels sip13 = {V::lanes == 1 ? items<1, 3> : grouped_items<1, 3>, group<1, 3>};
    static constexpr SipHashPrepared prepared24 = {packed, keys};

private:
    template <int C, int D, class U, int G>
    static LANECRYPT_MEMBER void scattered(std::uint64_t* out, const std::uint8_t* const* at, const std::uint64_t* last, std::size_t words,
                                           std::uint64_t k0, std::uint64_t k1)
    {
        hash_messages<C, D, U, G>(out, Scattered{at}, words, ReadyLast{last}, k0, k1);
    }

    // Messages of one length, one after another, through `hash`, which is a `group`.
    static LANECRYPT_NOINLINE void items_by_group(std::uint64_t* out, const std::uint8_t* in, std::size_t len, std::size_t n, std::uint64_t k0,
                                                  std::uint64_t k1, decltype(SipHashKernels::group) hash)
    {
        for (std::size_t used; n != 0; n -= used, in += used * len, out += used) {
            used = n < siphash_group ? n : siphash_group;
            const std::uint8_t* at[siphash_group];
            std::uint64_t last[siphash_group], hashes[siphash_group];
            last_words(last, in, len, used);
            const std::uint8_t* p = in;
            for (std::size_t i = 0; i < used; ++i, p += len) at[i] = plain(p);
            // Lanes that may be read and are not used.
            for (std::size_t i = used; i % width != 0; ++i) {
                at[i] = plain(in);
                last[i] = 0;
            }
            hash(used == siphash_group ? out : hashes, at, last, len / 8, used, k0, k1);
            if (used != siphash_group) copy(out, hashes, used);
        }
    }

    // The last words of n messages of one length, one after another.
    static LANECRYPT_MEMBER void last_words(std::uint64_t* last, const std::uint8_t* in, std::size_t len, std::size_t n)
    {
        const std::uint64_t top = static_cast<std::uint64_t>(len) << 56;
        if (len % 8 == 0)
            for (std::size_t i = 0; i < n; ++i) last[i] = plain(top);
        else if (len >= 8)
            for (std::size_t i = 0; i < n; ++i, in += len) last[i] = plain(load64_le(in + len - 8)) >> (64 - 8 * (len % 8)) | top;
        else
            for (std::size_t i = 0; i < n; ++i, in += len) last[i] = plain(siphash_last_word(in, len));
    }

    static LANECRYPT_MEMBER void copy(std::uint64_t* out, const std::uint64_t* hashes, std::size_t n)
    {
        for (std::size_t i = 0; i < n; ++i) out[i] = plain(hashes[i]);
    }

    // The value, from an ordinary register: compilers would make long vector code of these short loops, or string moves.
    template <class T>
    static LANECRYPT_MEMBER T plain(T x)
    {
        LANECRYPT_KEEP_WORD(x);
        return x;
    }
};

LANECRYPT_END_ISA
