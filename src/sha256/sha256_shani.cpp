// SHA-256 with the SHA instructions of x86-64, up to four messages side by side: one alone waits for the latency of
// sha256rnds2, two to four fill its pipe.
#define LANECRYPT_ISA shani
#include "sha256/sha256_constants.h"
#include "sha256/sha256_ops.h"
#include "simd/x86_128.h"

#include <immintrin.h>

LANECRYPT_BEGIN_ISA

// The state of N messages as the instructions want it: (f, e, b, a) and (h, g, d, c), lowest word first.
template <int N>
struct Streams {
    __m128i abef[N], cdgh[N];
};

LANECRYPT_FN __m128i schedule_vector(const Sha256Schedule& s, int quad) { return load128(s.kw + 4 * quad); }
LANECRYPT_FN __m128i constant_vector(int quad) { return load128(sha256_k + 4 * quad); }

// Four rounds of every message with kw[i] = message words plus round constants.
template <int N>
LANECRYPT_FN void four_rounds(Streams<N>& s, const __m128i (&kw)[N])
{
    LANECRYPT_UNROLL
    for (int i = 0; i < N; ++i) s.cdgh[i] = _mm_sha256rnds2_epu32(s.cdgh[i], s.abef[i], kw[i]);
    LANECRYPT_UNROLL
    for (int i = 0; i < N; ++i) s.abef[i] = _mm_sha256rnds2_epu32(s.abef[i], s.cdgh[i], _mm_shuffle_epi32(kw[i], 0x0e));
}

// Rounds 4 Quad … 4 Quad + 3; w[Quad mod 4] then becomes the message words 16 further on.
template <int Quad, int N>
LANECRYPT_FN void rounds_with_words(Streams<N>& s, __m128i (&w)[4][N])
{
    __m128i kw[N];
    LANECRYPT_UNROLL
    for (int i = 0; i < N; ++i) kw[i] = _mm_add_epi32(w[Quad & 3][i], constant_vector(Quad));
    four_rounds(s, kw);
    if constexpr (Quad < 12) {
        LANECRYPT_UNROLL
        for (int i = 0; i < N; ++i) {
            const __m128i w9 = _mm_alignr_epi8(w[(Quad + 3) & 3][i], w[(Quad + 2) & 3][i], 4);
            const __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(w[Quad & 3][i], w[(Quad + 1) & 3][i]), w9);
            w[Quad & 3][i] = _mm_sha256msg2_epu32(sum, w[(Quad + 3) & 3][i]);
        }
    }
}
template <int Quad, int End, int N>
LANECRYPT_FN void all_rounds_with_words(Streams<N>& s, __m128i (&w)[4][N])
{
    if constexpr (Quad < End) {
        rounds_with_words<Quad>(s, w);
        all_rounds_with_words<Quad + 1, End>(s, w);
    }
}

template <int N>
LANECRYPT_FN void add_streams(Streams<N>& s, const Streams<N>& before)
{
    LANECRYPT_UNROLL
    for (int i = 0; i < N; ++i) {
        s.abef[i] = _mm_add_epi32(s.abef[i], before.abef[i]);
        s.cdgh[i] = _mm_add_epi32(s.cdgh[i], before.cdgh[i]);
    }
}

template <int N>
LANECRYPT_FN void load_words(__m128i (&w)[4][N], const std::uint8_t* const* in, std::size_t offset)
{
    LANECRYPT_UNROLL
    for (int q = 0; q < 4; ++q) {
        LANECRYPT_UNROLL
        for (int i = 0; i < N; ++i) w[q][i] = swap_bytes_32(load128(in[i] + offset + 16 * q));
    }
}

template <int N>
LANECRYPT_FN void compress_streams(Streams<N>& s, const std::uint8_t* const* in, std::size_t blocks)
{
    for (std::size_t at = 0; at < 64 * blocks; at += 64) {
        const Streams<N> before = s;
        __m128i w[4][N];
        load_words(w, in, at);
        all_rounds_with_words<0, 16>(s, w);
        add_streams(s, before);
    }
}

// State words of one message in order: (a, b, c, d), (e, f, g, h).
LANECRYPT_FN void from_order(__m128i& abef, __m128i& cdgh, __m128i abcd, __m128i efgh)
{
    const __m128i badc = _mm_shuffle_epi32(abcd, 0xb1), hgfe = _mm_shuffle_epi32(efgh, 0x1b);
    abef = _mm_alignr_epi8(badc, hgfe, 8);
    cdgh = _mm_blend_epi16(hgfe, badc, 0xf0);
}
LANECRYPT_FN void to_order(__m128i& abcd, __m128i& efgh, __m128i abef, __m128i cdgh)
{
    const __m128i feba = _mm_shuffle_epi32(abef, 0x1b), dchg = _mm_shuffle_epi32(cdgh, 0xb1);
    abcd = _mm_blend_epi16(feba, dchg, 0xf0);
    efgh = _mm_alignr_epi8(dchg, feba, 8);
}

// State words of four messages, word by word: the transposed rows are what the instructions want.
LANECRYPT_FN void load_columns(Streams<4>& s, const std::uint32_t* state)
{
    U32x4 x[4] = {U32x4::load(state + 20), U32x4::load(state + 16), U32x4::load(state + 4), U32x4::load(state)};
    U32x4 y[4] = {U32x4::load(state + 28), U32x4::load(state + 24), U32x4::load(state + 12), U32x4::load(state + 8)};
    transpose(x);
    transpose(y);
    LANECRYPT_UNROLL
    for (int i = 0; i < 4; ++i) {
        s.abef[i] = x[i].v;
        s.cdgh[i] = y[i].v;
    }
}
LANECRYPT_FN void store_columns(std::uint32_t* state, const Streams<4>& s)
{
    U32x4 x[4] = {{s.abef[0]}, {s.abef[1]}, {s.abef[2]}, {s.abef[3]}};
    U32x4 y[4] = {{s.cdgh[0]}, {s.cdgh[1]}, {s.cdgh[2]}, {s.cdgh[3]}};
    transpose(x);
    transpose(y);
    static constexpr int x_word[4] = {5, 4, 1, 0}, y_word[4] = {7, 6, 3, 2};
    LANECRYPT_UNROLL
    for (int i = 0; i < 4; ++i) {
        store(state + 4 * x_word[i], x[i]);
        store(state + 4 * y_word[i], y[i]);
    }
}

template <int N>
LANECRYPT_FN void compress_columns(std::uint32_t* state, const std::uint8_t* const* in, std::size_t blocks)
{
    Streams<4> all;
    load_columns(all, state);
    Streams<N> s;
    LANECRYPT_UNROLL
    for (int i = 0; i < N; ++i) {
        s.abef[i] = all.abef[i];
        s.cdgh[i] = all.cdgh[i];
    }
    compress_streams(s, in, blocks);
    LANECRYPT_UNROLL
    for (int i = 0; i < N; ++i) {
        all.abef[i] = s.abef[i];
        all.cdgh[i] = s.cdgh[i];
    }
    store_columns(state, all);
}

// Double hashes of N inputs of 64 bytes. All input is read before any output is written.
template <int N>
LANECRYPT_FN void double64_streams(std::uint8_t* out, const std::uint8_t* in)
{
    Streams<N> initial, s, before;
    LANECRYPT_UNROLL
    for (int i = 0; i < N; ++i) from_order(initial.abef[i], initial.cdgh[i], load128(sha256_initial), load128(sha256_initial + 4));
    s = initial;
    const std::uint8_t* p[N];
    for (int i = 0; i < N; ++i) p[i] = in + 64 * i;
    __m128i w[4][N];
    load_words(w, p, 0);
    all_rounds_with_words<0, 16>(s, w);
    add_streams(s, initial);

    // The padding block of 64 bytes: nothing but constants.
    before = s;
    LANECRYPT_UNROLL
    for (int q = 0; q < 16; ++q) {
        __m128i kw[N];
        LANECRYPT_UNROLL
        for (int i = 0; i < N; ++i) kw[i] = schedule_vector(sha256_padding64, q);
        four_rounds(s, kw);
    }
    add_streams(s, before);

    // The hash, padded: words 8 … 15 are constants.
    LANECRYPT_UNROLL
    for (int i = 0; i < N; ++i) {
        to_order(w[0][i], w[1][i], s.abef[i], s.cdgh[i]);
        w[2][i] = _mm_set_epi32(0, 0, 0, static_cast<int>(0x80000000));
        w[3][i] = _mm_set_epi32(256, 0, 0, 0);
    }
    s = initial;
    all_rounds_with_words<0, 16>(s, w);
    add_streams(s, initial);
    LANECRYPT_UNROLL
    for (int i = 0; i < N; ++i) {
        __m128i abcd, efgh;
        to_order(abcd, efgh, s.abef[i], s.cdgh[i]);
        store128(out + 32 * i, swap_bytes_32(abcd));
        store128(out + 32 * i + 16, swap_bytes_32(efgh));
    }
}

void compress(std::uint32_t* state, const std::uint8_t* in, std::size_t blocks)
{
    Streams<1> s;
    from_order(s.abef[0], s.cdgh[0], load128(state), load128(state + 4));
    compress_streams(s, &in, blocks);
    __m128i abcd, efgh;
    to_order(abcd, efgh, s.abef[0], s.cdgh[0]);
    store128(state, abcd);
    store128(state + 4, efgh);
}

void compress_lanes(std::uint32_t* state, const std::uint8_t* const* in, unsigned n, std::size_t blocks)
{
    switch (n) {
    case 1: return compress_columns<1>(state, in, blocks);
    case 2: return compress_columns<2>(state, in, blocks);
    case 3: return compress_columns<3>(state, in, blocks);
    default: return compress_columns<4>(state, in, blocks);
    }
}

void double64(std::uint8_t* out, const std::uint8_t* in, std::size_t n)
{
    for (; n >= 4; n -= 4, out += 128, in += 256) double64_streams<4>(out, in);
    if (n == 3) double64_streams<3>(out, in);
    else if (n == 2) double64_streams<2>(out, in);
    else if (n == 1) double64_streams<1>(out, in);
}

LANECRYPT_END_ISA

extern "C" constinit const lanecrypt::Sha256Ops LANECRYPT_OPS_NAME(sha256) = {
    lanecrypt::Isa::LANECRYPT_ISA, 4, lanecrypt::LANECRYPT_ISA::compress, lanecrypt::LANECRYPT_ISA::compress_lanes,
    lanecrypt::LANECRYPT_ISA::double64};
