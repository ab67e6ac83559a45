// SHA-256 with the SHA-2 instructions of ARMv8, one message or two side by side.
#define LANECRYPT_ISA armsha2
#include "sha256/sha256_constants.h"
#include "sha256/sha256_ops.h"
#include "simd/neon.h"

LANECRYPT_BEGIN_ISA

template <int N>
struct Streams {
    uint32x4_t abcd[N], efgh[N];
};

// Four rounds of every message with kw[i] = message words plus round constants.
template <int N>
LANECRYPT_FN void four_rounds(Streams<N>& s, const uint32x4_t (&kw)[N])
{
    LANECRYPT_UNROLL
    for (int i = 0; i < N; ++i) {
        const uint32x4_t abcd = s.abcd[i];
        s.abcd[i] = vsha256hq_u32(abcd, s.efgh[i], kw[i]);
        s.efgh[i] = vsha256h2q_u32(s.efgh[i], abcd, kw[i]);
    }
}

// Rounds 4 Quad … 4 Quad + 3; w[Quad mod 4] then becomes the message words 16 further on.
template <int Quad, int End, int N>
LANECRYPT_FN void rounds_with_words(Streams<N>& s, uint32x4_t (&w)[4][N])
{
    if constexpr (Quad < End) {
        uint32x4_t kw[N];
        LANECRYPT_UNROLL
        for (int i = 0; i < N; ++i) {
            kw[i] = vaddq_u32(w[Quad & 3][i], vld1q_u32(sha256_k + 4 * Quad));
            if constexpr (Quad < 12)
                w[Quad & 3][i] =
                    vsha256su1q_u32(vsha256su0q_u32(w[Quad & 3][i], w[(Quad + 1) & 3][i]), w[(Quad + 2) & 3][i], w[(Quad + 3) & 3][i]);
        }
        four_rounds(s, kw);
        rounds_with_words<Quad + 1, End>(s, w);
    }
}

template <int N>
LANECRYPT_FN void add_streams(Streams<N>& s, const Streams<N>& before)
{
    LANECRYPT_UNROLL
    for (int i = 0; i < N; ++i) {
        s.abcd[i] = vaddq_u32(s.abcd[i], before.abcd[i]);
        s.efgh[i] = vaddq_u32(s.efgh[i], before.efgh[i]);
    }
}

template <int N>
LANECRYPT_FN void load_words(uint32x4_t (&w)[4][N], const std::uint8_t* const* in, std::size_t offset)
{
    LANECRYPT_UNROLL
    for (int q = 0; q < 4; ++q) {
        LANECRYPT_UNROLL
        for (int i = 0; i < N; ++i) w[q][i] = U32x4::load_be(in[i] + offset + 16 * q).v;
    }
}

template <int N>
LANECRYPT_FN void compress_streams(Streams<N>& s, const std::uint8_t* const* in, std::size_t blocks)
{
    for (std::size_t at = 0; at < 64 * blocks; at += 64) {
        const Streams<N> before = s;
        uint32x4_t w[4][N];
        load_words(w, in, at);
        rounds_with_words<0, 16>(s, w);
        add_streams(s, before);
    }
}

// Double hashes of N inputs of 64 bytes. All input is read before any output is written.
template <int N>
LANECRYPT_FN void double64_streams(std::uint8_t* out, const std::uint8_t* in)
{
    Streams<N> initial, s, before;
    LANECRYPT_UNROLL
    for (int i = 0; i < N; ++i) {
        initial.abcd[i] = vld1q_u32(sha256_initial);
        initial.efgh[i] = vld1q_u32(sha256_initial + 4);
    }
    s = initial;
    const std::uint8_t* p[N];
    for (int i = 0; i < N; ++i) p[i] = in + 64 * i;
    uint32x4_t w[4][N];
    load_words(w, p, 0);
    rounds_with_words<0, 16>(s, w);
    add_streams(s, initial);

    // The padding block of 64 bytes: nothing but constants.
    before = s;
    LANECRYPT_UNROLL
    for (int q = 0; q < 16; ++q) {
        uint32x4_t kw[N];
        LANECRYPT_UNROLL
        for (int i = 0; i < N; ++i) kw[i] = vld1q_u32(sha256_padding64.kw + 4 * q);
        four_rounds(s, kw);
    }
    add_streams(s, before);

    // The hash, padded: words 8 … 15 are constants.
    static constexpr std::uint32_t padding[8] = {0x80000000, 0, 0, 0, 0, 0, 0, 256};
    LANECRYPT_UNROLL
    for (int i = 0; i < N; ++i) {
        w[0][i] = s.abcd[i];
        w[1][i] = s.efgh[i];
        w[2][i] = vld1q_u32(padding);
        w[3][i] = vld1q_u32(padding + 4);
    }
    s = initial;
    rounds_with_words<0, 16>(s, w);
    add_streams(s, initial);
    LANECRYPT_UNROLL
    for (int i = 0; i < N; ++i) {
        store_be(out + 32 * i, U32x4{s.abcd[i]});
        store_be(out + 32 * i + 16, U32x4{s.efgh[i]});
    }
}

void compress(std::uint32_t* state, const std::uint8_t* in, std::size_t blocks)
{
    Streams<1> s = {{vld1q_u32(state)}, {vld1q_u32(state + 4)}};
    compress_streams(s, &in, blocks);
    vst1q_u32(state, s.abcd[0]);
    vst1q_u32(state + 4, s.efgh[0]);
}

// Word w of message i is at state[2 w + i].
void compress_lanes(std::uint32_t* state, const std::uint8_t* const* in, unsigned n, std::size_t blocks)
{
    uint32x4x2_t abcd = vld2q_u32(state), efgh = vld2q_u32(state + 8);
    if (n == 1) {
        Streams<1> s = {{abcd.val[0]}, {efgh.val[0]}};
        compress_streams(s, in, blocks);
        abcd.val[0] = s.abcd[0];
        efgh.val[0] = s.efgh[0];
    } else {
        Streams<2> s = {{abcd.val[0], abcd.val[1]}, {efgh.val[0], efgh.val[1]}};
        compress_streams(s, in, blocks);
        abcd = {{s.abcd[0], s.abcd[1]}};
        efgh = {{s.efgh[0], s.efgh[1]}};
    }
    vst2q_u32(state, abcd);
    vst2q_u32(state + 8, efgh);
}

void double64(std::uint8_t* out, const std::uint8_t* in, std::size_t n)
{
    for (; n >= 2; n -= 2, out += 64, in += 128) double64_streams<2>(out, in);
    if (n == 1) double64_streams<1>(out, in);
}

LANECRYPT_END_ISA

extern "C" constinit const lanecrypt::Sha256Ops LANECRYPT_OPS_NAME(sha256) = {
    lanecrypt::Isa::LANECRYPT_ISA, 2, lanecrypt::LANECRYPT_ISA::compress, lanecrypt::LANECRYPT_ISA::compress_lanes,
    lanecrypt::LANECRYPT_ISA::double64};
