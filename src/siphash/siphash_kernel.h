// SipHash-c-d over any vector type: a lane is a message, G registers side by side hide the latency of a round.
#pragma once
#include "simd/isa_scope.h"
#include "siphash/siphash_ops.h"
#include "siphash/siphash_words.h"

LANECRYPT_BEGIN_ISA

// The state of G times V::lanes messages.
template <class V, int G>
struct SipLanes {
    static constexpr std::size_t width = static_cast<std::size_t>(V::lanes) * G;
    V v0[G], v1[G], v2[G], v3[G];
};

// Words that are the same in all lanes.
template <class V>
struct SameWord {
    V word;
    LANECRYPT_MEMBER V operator()(int) const { return word; }
};

// Words that lie in a row in memory, one for each lane.
template <class V>
struct RowOfWords {
    const std::uint64_t* at;
    LANECRYPT_MEMBER V operator()(int g) const { return V::load(at + g * V::lanes); }
};

template <class V, int G, class K0, class K1>
LANECRYPT_FN void start(SipLanes<V, G>& s, K0 k0, K1 k1)
{
    LANECRYPT_UNROLL
    for (int g = 0; g < G; ++g) {
        s.v0[g] = bxor(k0(g), V::splat(0x736f6d6570736575));
        s.v1[g] = bxor(k1(g), V::splat(0x646f72616e646f6d));
        s.v2[g] = bxor(k0(g), V::splat(0x6c7967656e657261));
        s.v3[g] = bxor(k1(g), V::splat(0x7465646279746573));
    }
}

template <class V, int G>
LANECRYPT_FN void round(SipLanes<V, G>& s)
{
    LANECRYPT_UNROLL
    for (int g = 0; g < G; ++g) {
        s.v0[g] = add(s.v0[g], s.v1[g]);
        s.v2[g] = add(s.v2[g], s.v3[g]);
        s.v1[g] = bxor(rotl<13>(s.v1[g]), s.v0[g]);
        s.v3[g] = bxor(rotl<16>(s.v3[g]), s.v2[g]);
        s.v0[g] = rotl<32>(s.v0[g]);
    }
    LANECRYPT_UNROLL
    for (int g = 0; g < G; ++g) {
        s.v2[g] = add(s.v2[g], s.v1[g]);
        s.v0[g] = add(s.v0[g], s.v3[g]);
        s.v1[g] = bxor(rotl<17>(s.v1[g]), s.v2[g]);
        s.v3[g] = bxor(rotl<21>(s.v3[g]), s.v0[g]);
        s.v2[g] = rotl<32>(s.v2[g]);
    }
}

template <int C, class V, int G, class Word>
LANECRYPT_FN void compress(SipLanes<V, G>& s, Word word)
{
    V m[G];
    LANECRYPT_UNROLL
    for (int g = 0; g < G; ++g) {
        m[g] = word(g);
        s.v3[g] = bxor(s.v3[g], m[g]);
    }
    LANECRYPT_UNROLL
    for (int i = 0; i < C; ++i) round(s);
    LANECRYPT_UNROLL
    for (int g = 0; g < G; ++g) s.v0[g] = bxor(s.v0[g], m[g]);
}

template <int D, class V, int G>
LANECRYPT_FN void finish(SipLanes<V, G>& s, std::uint64_t* out)
{
    LANECRYPT_UNROLL
    for (int g = 0; g < G; ++g) s.v2[g] = bxor(s.v2[g], V::splat(0xff));
    LANECRYPT_UNROLL
    for (int i = 0; i < D; ++i) round(s);
    LANECRYPT_UNROLL
    for (int g = 0; g < G; ++g) store(out + g * V::lanes, bxor(bxor(s.v0[g], s.v1[g]), bxor(s.v2[g], s.v3[g])));
}

// Lanes 0 … of register g of a group whose messages lie where `at` says.
template <class V, class At>
struct LanesOf {
    At at;
    int g;
    LANECRYPT_MEMBER const std::uint8_t* operator()(int lane) const { return at(g * V::lanes + lane); }
};

// K words of every message, from `offset` on.
template <int K, int C, class V, int G, class At>
LANECRYPT_FN void compress_columns(SipLanes<V, G>& s, At at, std::size_t offset)
{
    V x[G][K];
    LANECRYPT_UNROLL
    for (int g = 0; g < G; ++g) load_columns(x[g], LanesOf<V, At>{at, g}, offset);
    LANECRYPT_UNROLL
    for (int k = 0; k < K; ++k) {
        struct Column {
            V (&x)[G][K];
            int k;
            LANECRYPT_MEMBER V operator()(int g) const { return x[g][k]; }
        };
        compress<C>(s, Column{x, k});
    }
}

// All whole words of G times V::lanes messages. Four words at a time save shuffles in the widest registers only.
template <int C, class V, int G, class At>
LANECRYPT_FN void compress_messages(SipLanes<V, G>& s, At at, std::size_t words)
{
    constexpr int step = V::lanes == 8 ? 4 : 2;
    std::size_t offset = 0;
    for (; words >= step; words -= step, offset += 8 * step) compress_columns<step, C>(s, at, offset);
    if (step == 4 && (words & 2) != 0) {
        compress_columns<2, C>(s, at, offset);
        offset += 16;
    }
    if ((words & 1) != 0) compress_columns<1, C>(s, at, offset);
}

// Messages of one length, one after another.
struct Contiguous {
    const std::uint8_t* first;
    std::size_t len;
    LANECRYPT_MEMBER const std::uint8_t* operator()(int i) const { return first + static_cast<std::size_t>(i) * len; }
};

// Messages anywhere.
struct Scattered {
    const std::uint8_t* const* first;
    LANECRYPT_MEMBER const std::uint8_t* operator()(int i) const { return first[i]; }
};

template <int C, int D, class V, int G>
LANECRYPT_FN void hash_contiguous(std::uint64_t* out, const std::uint8_t* in, std::size_t len, std::uint64_t k0, std::uint64_t k1)
{
    SipLanes<V, G> s;
    start(s, SameWord<V>{V::splat(k0)}, SameWord<V>{V::splat(k1)});
    const std::uint64_t no_tail = static_cast<std::uint64_t>(len) << 56;
    std::uint64_t last[SipLanes<V, G>::width];
    for (std::size_t i = 0; i < SipLanes<V, G>::width; ++i) last[i] = len % 8 == 0 ? no_tail : siphash_last_word(in + i * len, len);
    compress_messages<C>(s, Contiguous{in, len}, len / 8);
    compress<C>(s, RowOfWords<V>{last});
    finish<D>(s, out);
}

template <int C, int D, class V, int G>
LANECRYPT_FN void hash_scattered(std::uint64_t* out, const std::uint8_t* const* at, const std::uint64_t* last, std::size_t words,
                                 std::uint64_t k0, std::uint64_t k1)
{
    SipLanes<V, G> s;
    start(s, SameWord<V>{V::splat(k0)}, SameWord<V>{V::splat(k1)});
    compress_messages<C>(s, Scattered{at}, words);
    compress<C>(s, RowOfWords<V>{last});
    finish<D>(s, out);
}

template <int C, int D, class V, int G>
LANECRYPT_FN void hash_packed(std::uint64_t* out, const std::uint64_t* packed, std::size_t words, std::uint64_t k0, std::uint64_t k1)
{
    SipLanes<V, G> s;
    start(s, SameWord<V>{V::splat(k0)}, SameWord<V>{V::splat(k1)});
    for (std::size_t w = 0; w <= words; ++w) compress<C>(s, RowOfWords<V>{packed + w * siphash_group});
    finish<D>(s, out);
}

template <int C, int D, class V, int G>
LANECRYPT_FN void hash_keys(std::uint64_t* out, const std::uint8_t* at, std::uint64_t last, std::size_t words, const std::uint64_t* k0,
                            const std::uint64_t* k1)
{
    SipLanes<V, G> s;
    start(s, RowOfWords<V>{k0}, RowOfWords<V>{k1});
    for (; words != 0; --words, at += 8) compress<C>(s, SameWord<V>{V::splat(load64_le(at))});
    compress<C>(s, SameWord<V>{V::splat(last)});
    finish<D>(s, out);
}

LANECRYPT_END_ISA
