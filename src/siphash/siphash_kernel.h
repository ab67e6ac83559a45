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

// `count` rows of words, `stride` words from one to the next.
template <int C, class V, int G>
LANECRYPT_FN void compress_rows(SipLanes<V, G>& s, const std::uint64_t* rows, std::size_t stride, std::size_t count)
{
    for (; count != 0; --count, rows += stride) compress<C>(s, RowOfWords<V>{rows});
}

// The rounds at the end. `Step` of them, D or fewer, are there as code: where speed matters least, one in a loop.
template <int D, int Step, class V, int G>
LANECRYPT_FN void finish(SipLanes<V, G>& s, std::uint64_t* out)
{
    static_assert(D % Step == 0);
    LANECRYPT_UNROLL
    for (int g = 0; g < G; ++g) s.v2[g] = bxor(s.v2[g], V::splat(0xff));
    if constexpr (Step == D) {
        LANECRYPT_UNROLL
        for (int i = 0; i < D; ++i) round(s);
    } else {
        int left = D / Step;
        LANECRYPT_KEEP_WORD(left);  // or compilers would unroll the loop
        LANECRYPT_NO_UNROLL
        for (; left != 0; --left) {
            LANECRYPT_UNROLL
            for (int i = 0; i < Step; ++i) round(s);
        }
    }
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

// Words in registers: word k of G registers.
template <class V, int G, int K>
struct Column {
    V (&x)[G][K];
    int k;
    LANECRYPT_MEMBER V operator()(int g) const { return x[g][k]; }
};

// K words of every message, from `offset` on.
template <int K, class V, int G, class At>
LANECRYPT_FN void load_words(V (&x)[G][K], At at, std::size_t offset)
{
    LANECRYPT_UNROLL
    for (int g = 0; g < G; ++g) load_columns(x[g], LanesOf<V, At>{at, g}, offset);
}

// Two words at a time save shuffles. One register alone is bound by latency and takes them one by one, and so do general
// registers.
template <class V, int G>
inline constexpr bool takes_pairs = G > 1 && V::lanes > 1;

// All words of G times V::lanes messages.
template <int C, class V, int G, class At, class Last>
LANECRYPT_FN void compress_messages(SipLanes<V, G>& s, At at, std::size_t words, Last last)
{
    std::size_t offset = 0;
    if constexpr (takes_pairs<V, G>) {
        for (; words >= 2; words -= 2, offset += 16) {
            V x[G][2];
            load_words(x, at, offset);
            compress<C>(s, Column<V, G, 2>{x, 0});
            compress<C>(s, Column<V, G, 2>{x, 1});
        }
    }
    if constexpr (V::lanes == 1) {
        for (; words != 0; --words, offset += 8) {
            V x[G][1];
            load_words(x, at, offset);
            compress<C>(s, Column<V, G, 1>{x, 0});
        }
    }
    // In vector registers there is one copy of the rounds, which are long, for the words that are left and the last one.
    for (;; --words, offset += 8) {
        V x[G][1];
        if (words != 0) load_words(x, at, offset);
        else last(x);
        compress<C>(s, Column<V, G, 1>{x, 0});
        if (words == 0) return;
    }
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

// Last words that were made before.
struct ReadyLast {
    const std::uint64_t* last;
    template <class V, int G>
    LANECRYPT_MEMBER void operator()(V (&x)[G][1]) const
    {
        LANECRYPT_UNROLL
        for (int g = 0; g < G; ++g) x[g][0] = V::load(last + g * V::lanes);
    }
};

// The last words of messages of one length, at least 8, cut out of their last 8 bytes as siphash_last_word does.
struct CutLast {
    Contiguous at;
    template <class V, int G>
    LANECRYPT_MEMBER void operator()(V (&x)[G][1]) const
    {
        const V top = V::splat(static_cast<std::uint64_t>(at.len) << 56);
        LANECRYPT_UNROLL
        for (int g = 0; g < G; ++g) x[g][0] = top;
        if (at.len % 8 == 0) return;
        load_words(x, at, at.len - 8);
        LANECRYPT_UNROLL
        for (int g = 0; g < G; ++g) x[g][0] = bor(shr_by(x[g][0], static_cast<int>(64 - 8 * (at.len % 8))), top);
    }
};

template <int C, int D, class V, int G, class At, class Last>
LANECRYPT_FN void hash_messages(std::uint64_t* out, At at, std::size_t words, Last last, std::uint64_t k0, std::uint64_t k1)
{
    SipLanes<V, G> s;
    start(s, SameWord<V>{V::splat(k0)}, SameWord<V>{V::splat(k1)});
    compress_messages<C>(s, at, words, last);
    finish<D, (C == 1 && V::lanes > 1 ? 1 : D)>(s, out);
}

template <int C, int D, class V, int G>
LANECRYPT_FN void hash_packed(std::uint64_t* out, const std::uint64_t* packed, std::size_t words, std::uint64_t k0, std::uint64_t k1)
{
    SipLanes<V, G> s;
    start(s, SameWord<V>{V::splat(k0)}, SameWord<V>{V::splat(k1)});
    compress_rows<C>(s, packed, siphash_group, words + 1);
    finish<D, D>(s, out);
}

template <int C, int D, class V, int G>
LANECRYPT_FN void hash_keys(std::uint64_t* out, const std::uint8_t* at, std::uint64_t last, std::size_t words, const std::uint64_t* k0,
                            const std::uint64_t* k1)
{
    SipLanes<V, G> s;
    start(s, RowOfWords<V>{k0}, RowOfWords<V>{k1});
    for (;; --words, at += 8) {
        compress<C>(s, SameWord<V>{V::splat(words != 0 ? load64_le(at) : last)});
        if (words == 0) break;
    }
    finish<D, 1>(s, out);
}

LANECRYPT_END_ISA
