// ChaCha20 groups: some number of blocks computed together, over any vector type. A shape is one way to compute a
// group; where the state of its lanes comes from and where the keystream goes are parameters (chacha20_lanes.h).
//
// For fused kernels: vertical_group() takes a hook that runs 32 times per group, spread evenly over the first 16
// rounds, four times in each pair of rounds, and, if wanted, another for the last four rounds. Give it a functor whose
// operator() is LANECRYPT_MEMBER, so that both instruction streams end in one function.
#pragma once
#include "chacha20/chacha20_lanes.h"
#include "chacha20/chacha20_ops.h"
#include "chacha20/chacha20_rounds.h"
#include "simd/scalar.h"

LANECRYPT_BEGIN_ISA

alignas(16) constexpr std::uint32_t sigma[4] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};

// Puts L finished blocks, word i of each in x[i], at byte `at` and after.
template <class V, class Sink>
LANECRYPT_FN void put_blocks(const Sink& sink, std::size_t at, V (&a)[4], V (&b)[4], V (&c)[4], V (&d)[4])
{
    if constexpr (V::lanes == 1) {
        LANECRYPT_UNROLL
        for (int i = 0; i < 4; ++i) {
            sink.put(at + 4 * i, a[i]);
            sink.put(at + 4 * i + 16, b[i]);
            sink.put(at + 4 * i + 32, c[i]);
            sink.put(at + 4 * i + 48, d[i]);
        }
    } else if constexpr (V::lanes == 4) {
        transpose_in_groups(a[0], a[1], a[2], a[3]);
        transpose_in_groups(b[0], b[1], b[2], b[3]);
        transpose_in_groups(c[0], c[1], c[2], c[3]);
        transpose_in_groups(d[0], d[1], d[2], d[3]);
        LANECRYPT_UNROLL
        for (int i = 0; i < 4; ++i) {
            sink.put(at + 64 * i, a[i]);
            sink.put(at + 64 * i + 16, b[i]);
            sink.put(at + 64 * i + 32, c[i]);
            sink.put(at + 64 * i + 48, d[i]);
        }
    } else {
        constexpr std::size_t width = 4 * V::lanes;
        // Within each group of 128 bit, vector i of a row then holds that row of block 4 g + i.
        transpose_in_groups(a[0], a[1], a[2], a[3]);
        transpose_in_groups(b[0], b[1], b[2], b[3]);
        transpose_in_groups(c[0], c[1], c[2], c[3]);
        transpose_in_groups(d[0], d[1], d[2], d[3]);
        LANECRYPT_UNROLL
        for (int i = 0; i < 4; ++i) {
            transpose_groups(a[i], b[i], c[i], d[i]);
            // In memory order a, b, c, d are now blocks i, i + 4, i + 8, … of 64 bytes each.
            const V chunk[4] = {a[i], b[i], c[i], d[i]};
            LANECRYPT_UNROLL
            for (std::size_t k = 0; k < 4; ++k) {
                const std::size_t block = 4 * (k * width / 64) + static_cast<std::size_t>(i);
                sink.put(at + 64 * block + k * width % 64, chunk[k]);
            }
        }
    }
}

// The first state of the L lanes from `first` on.
template <class V, class Source>
LANECRYPT_FN void start_state(const Source& source, int first, V (&a)[4], V (&b)[4], V (&c)[4], V (&d)[4])
{
    // The key first, while all registers are free: nothing of it has to go to the stack on the way.
    key_half(source, first, 0, b);
    key_half(source, first, 1, c);
    source.template last_words<V>(first, d);
    LANECRYPT_UNROLL
    for (int i = 0; i < 4; ++i) a[i] = V::splat(sigma[i]);
}
template <class V>
LANECRYPT_FN void add_four(V (&x)[4], const V (&y)[4])
{
    LANECRYPT_UNROLL
    for (int i = 0; i < 4; ++i) {
        x[i] = add(x[i], y[i]);
#if !defined(__clang__)
        if constexpr (V::lanes == 1) keep_scalar(x[i]);  // GCC would add one row as a vector
#endif
    }
}
// Adds it to the state after the rounds.
template <class V, class Source>
LANECRYPT_FN void add_start_state(const Source& source, int first, V (&a)[4], V (&b)[4], V (&c)[4], V (&d)[4])
{
    V t[4];
    LANECRYPT_UNROLL
    for (int i = 0; i < 4; ++i) a[i] = add(a[i], V::splat(sigma[i]));
    key_half(source, first, 0, t);
    add_four(b, t);
    key_half(source, first, 1, t);
    add_four(c, t);
    source.template last_words<V>(first, t);
    add_four(d, t);
}

// Four rows of group g among those of N groups.
template <class V, int M>
LANECRYPT_FN void put_rows(V (&all)[M], int g, const V (&x)[4])
{
    LANECRYPT_UNROLL
    for (int i = 0; i < 4; ++i) all[4 * g + i] = x[i];
}
template <class V, int M>
LANECRYPT_FN void get_rows(V (&x)[4], const V (&all)[M], int g)
{
    LANECRYPT_UNROLL
    for (int i = 0; i < 4; ++i) x[i] = all[4 * g + i];
}

// One group of N · L blocks in the vertical layout. `hook` runs in the first sixteen rounds, `last` in the other four.
template <class V, int N, CRows Rows, class Source, class Sink, class Hook, class LastHook>
LANECRYPT_FN void vertical_group(const Source& source, const Sink& sink, Hook& hook, LastHook& last)
{
    V a[4 * N], b[4 * N], c[4 * N], d[4 * N], p[4], q[4], r[4], s[4];
    LANECRYPT_UNROLL
    for (int g = 0; g < N; ++g) {
        start_state(source, g * V::lanes, p, q, r, s);
        put_rows(a, g, p);
        put_rows(b, g, q);
        put_rows(c, g, r);
        put_rows(d, g, s);
    }
    vertical_rounds<Rows, N>(a, b, c, d, hook, last);
    LANECRYPT_MEMORY_ORDER();  // keys are loaded again instead of being copied to the stack
    LANECRYPT_UNROLL
    for (int g = 0; g < N; ++g) {
        get_rows(p, a, g);
        get_rows(q, b, g);
        get_rows(r, c, g);
        get_rows(s, d, g);
        if constexpr (Rows == CRows::parked && Source::separate_keys) {
            // With these in memory the keys of the lanes have room in registers on their way; else parts of them
            // would go to the stack.
            V parked[4] = {s[0], s[1], s[2], s[3]};
            LANECRYPT_UNROLL
            for (int i = 0; i < 4; ++i) LANECRYPT_KEEP(parked[i].v);
            get_rows(s, parked, 0);
        }
        add_start_state(source, g * V::lanes, p, q, r, s);
        put_blocks(sink, static_cast<std::size_t>(64 * g * V::lanes), p, q, r, s);
    }
}
template <class V, int N, CRows Rows, class Source, class Sink, class Hook>
LANECRYPT_FN void vertical_group(const Source& source, const Sink& sink, Hook& hook)
{
    NoHook none;
    vertical_group<V, N, Rows>(source, sink, hook, none);
}

// One group of N · L / 4 blocks in the horizontal layout.
template <class V, int N, class Source, class Sink>
LANECRYPT_FN void horizontal_group(const Source& source, const Sink& sink)
{
    constexpr int per_set = V::lanes / 4;
    V a[N], b[N], c[N], d[N];
    LANECRYPT_UNROLL
    for (int i = 0; i < N; ++i) {
        a[i] = V::splat_group(sigma);
        b[i] = source.template key_row<V>(i * per_set, 0);
        c[i] = source.template key_row<V>(i * per_set, 1);
        d[i] = source.template last_row<V>(i * per_set);
    }
    horizontal_rounds(a, b, c, d);
    LANECRYPT_MEMORY_ORDER();  // keys are loaded again instead of being copied to the stack
    LANECRYPT_UNROLL
    for (int i = 0; i < N; ++i) {
        a[i] = add(a[i], V::splat_group(sigma));
        b[i] = add(b[i], source.template key_row<V>(i * per_set, 0));
        c[i] = add(c[i], source.template key_row<V>(i * per_set, 1));
        d[i] = add(d[i], source.template last_row<V>(i * per_set));
        transpose_groups(a[i], b[i], c[i], d[i]);
        const std::size_t at = static_cast<std::size_t>(64 * i * per_set);
        sink.put(at, a[i]);
        sink.put(at + 4 * V::lanes, b[i]);
        sink.put(at + 8 * V::lanes, c[i]);
        sink.put(at + 12 * V::lanes, d[i]);
    }
}

// The shapes, as types with one interface.
template <class V, int N, CRows Rows>
struct Vertical {
    static constexpr int blocks = N * V::lanes;
    static constexpr int name = V::lanes == 1 ? ChaCha20Plan::one_scalar : blocks;
    static constexpr int vector_bytes = 4 * V::lanes;
    template <class Source, class Sink>
    static LANECRYPT_MEMBER void group(const Source& source, const Sink& sink)
    {
        NoHook none;
        vertical_group<V, N, Rows>(source, sink, none);
    }
};
// A vertical group with one more block in ordinary registers beside it: their instructions use units that the vector
// code leaves idle.
template <class V, CRows Rows>
struct VerticalAndOne {
    static constexpr int blocks = V::lanes + 1;
    static constexpr int name = blocks;
    static constexpr int vector_bytes = 4 * V::lanes;
    struct One {
        U32x1 a[4], b[4], c[4], d[4];
        template <int Step>
        LANECRYPT_MEMBER void operator()(Numbers<Step>)
        {
            if constexpr (Step == 0) quarter_rounds<0>(Numbers<0, 1>{}, a, b, c, d);
            if constexpr (Step == 1) quarter_rounds<0>(Numbers<2, 3>{}, a, b, c, d);
            if constexpr (Step == 2) quarter_rounds<1>(Numbers<0, 1>{}, a, b, c, d);
            if constexpr (Step == 3) quarter_rounds<1>(Numbers<2, 3>{}, a, b, c, d);
        }
    };
    template <class Source, class Sink>
    static LANECRYPT_MEMBER void group(const Source& source, const Sink& sink)
    {
        One one;
        start_state(source, V::lanes, one.a, one.b, one.c, one.d);
        vertical_group<V, 1, Rows>(source, sink, one, one);
        add_start_state(source, V::lanes, one.a, one.b, one.c, one.d);
        put_blocks(sink, 64 * V::lanes, one.a, one.b, one.c, one.d);
    }
};
template <class V, int N>
struct Horizontal {
    static constexpr int blocks = N * V::lanes / 4;
    static constexpr int name = blocks;
    static constexpr int vector_bytes = 4 * V::lanes;
    template <class Source, class Sink>
    static LANECRYPT_MEMBER void group(const Source& source, const Sink& sink)
    {
        horizontal_group<V, N>(source, sink);
    }
};

using OneScalar = Vertical<U32x1, 1, CRows::in_registers>;

LANECRYPT_END_ISA
