// SHA-256 of V::lanes messages at once: word i of every message in one vector. The state and the message words are
// 8 and 16 vectors; with U32x1 (sha256_word.h) this is the scalar code.
#pragma once
#include "sha256/sha256_constants.h"
#include "sha256/sha256_ops.h"
#include "sha256/sha256_word.h"
#include "simd/isa_scope.h"

LANECRYPT_BEGIN_ISA

template <class V>
LANECRYPT_FN V big_sigma0(V x) { return xor3(rotr<2>(x), rotr<13>(x), rotr<22>(x)); }
template <class V>
LANECRYPT_FN V big_sigma1(V x) { return xor3(rotr<6>(x), rotr<11>(x), rotr<25>(x)); }
template <class V>
LANECRYPT_FN V small_sigma0(V x) { return xor3(rotr<7>(x), rotr<18>(x), shr<3>(x)); }
template <class V>
LANECRYPT_FN V small_sigma1(V x) { return xor3(rotr<17>(x), rotr<19>(x), shr<10>(x)); }

// Where logic on three inputs is one instruction, the majority is too. Elsewhere it is b ^ ((a ^ b) & (b ^ c)), whose
// a ^ b is the next round's b ^ c.
#if LANECRYPT_LEVEL >= 5 || defined(LANECRYPT_ARCH_AARCH64)
inline constexpr bool native_majority = true;
#else
inline constexpr bool native_majority = false;
#endif

// Round T of a group of 16; `kw` is the message word plus the round constant, `bc` is b ^ c and becomes a ^ b.
template <int T, class V>
LANECRYPT_FN void sha256_round(V (&s)[8], V kw, V& bc)
{
    const V a = s[(16 - T) & 7], b = s[(17 - T) & 7], c = s[(18 - T) & 7], e = s[(20 - T) & 7], f = s[(21 - T) & 7], g = s[(22 - T) & 7];
    V& d = s[(19 - T) & 7];
    V& h = s[(23 - T) & 7];
    const V t1 = add(add(add(h, kw), choose(e, f, g)), big_sigma1(e));
    V m;
    if constexpr (native_majority) {
        m = majority(a, b, c);
    } else {
        const V ab = bxor(a, b);
        m = bxor(b, band(ab, bc));
        bc = ab;
    }
    d = add(d, t1);
    h = add(t1, add(big_sigma0(a), m));
}

// w[T mod 16] becomes message word T + 16.
template <int T, class V>
LANECRYPT_FN void extend(V (&w)[16])
{
    w[T] = add(add(w[T], small_sigma0(w[(T + 1) & 15])), add(w[(T + 9) & 15], small_sigma1(w[(T + 14) & 15])));
}

template <int T, class V>
LANECRYPT_FN void rounds_of_words(V (&s)[8], V (&w)[16], const std::uint32_t* k, V& bc)
{
    if constexpr (T < 16) {
        sha256_round<T>(s, add(w[T], V::splat(k[T])), bc);
        rounds_of_words<T + 1>(s, w, k, bc);
    }
}
template <int T, class V>
LANECRYPT_FN void rounds_extending(V (&s)[8], V (&w)[16], const std::uint32_t* k, V& bc)
{
    if constexpr (T < 16) {
        extend<T>(w);
        sha256_round<T>(s, add(w[T], V::splat(k[T])), bc);
        rounds_extending<T + 1>(s, w, k, bc);
    }
}
// Rounds T … End - 1 whose message words are constants.
template <int T, int End, class V>
LANECRYPT_FN void rounds_of_constants(V (&s)[8], const std::uint32_t* kw, V& bc)
{
    if constexpr (T < End) {
        sha256_round<T>(s, V::splat(kw[T]), bc);
        rounds_of_constants<T + 1, End>(s, kw, bc);
    }
}

template <class V>
LANECRYPT_FN void add_state(V (&s)[8], const V (&before)[8])
{
    LANECRYPT_UNROLL
    for (int i = 0; i < 8; ++i) s[i] = add(s[i], before[i]);
}

// One block of message words; w is used up.
template <class V>
LANECRYPT_FN void block_of_words(V (&s)[8], V (&w)[16])
{
    const V before[8] = {s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]};
    V bc = bxor(s[1], s[2]);
    rounds_of_words<0>(s, w, sha256_k, bc);
    for (int t = 16; t < 64; t += 16) rounds_extending<0>(s, w, sha256_k + t, bc);
    add_state(s, before);
}

// One block with a constant schedule.
template <class V>
LANECRYPT_FN void block_of_constants(V (&s)[8], const Sha256Schedule& schedule)
{
    const V before[8] = {s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]};
    V bc = bxor(s[1], s[2]);
    for (int t = 0; t < 64; t += 16) rounds_of_constants<0, 16>(s, schedule.kw + t, bc);
    add_state(s, before);
}

// Message words 16 … 31 of a block whose words 8 … 15 pad a message of 32 bytes: w[8] is the one bit, w[15] the length
// of 256 bits, the others zero. Terms that are constant are numbers here, those that are zero are left out.
template <class V>
LANECRYPT_FN void extend_digest_block(V (&w)[16])
{
    constexpr std::uint32_t one = 0x80000000, bits = 256;
    w[0] = add(w[0], small_sigma0(w[1]));
    w[1] = add(add(w[1], small_sigma0(w[2])), V::splat(sha256_sigma(bits, 17, 19, 10)));
    w[2] = add(add(w[2], small_sigma0(w[3])), small_sigma1(w[0]));
    w[3] = add(add(w[3], small_sigma0(w[4])), small_sigma1(w[1]));
    w[4] = add(add(w[4], small_sigma0(w[5])), small_sigma1(w[2]));
    w[5] = add(add(w[5], small_sigma0(w[6])), small_sigma1(w[3]));
    w[6] = add(add(w[6], small_sigma0(w[7])), add(V::splat(bits), small_sigma1(w[4])));
    w[7] = add(add(w[7], V::splat(sha256_sigma(one, 7, 18, 3))), add(w[0], small_sigma1(w[5])));
    w[8] = add(add(V::splat(one), w[1]), small_sigma1(w[6]));
    w[9] = add(w[2], small_sigma1(w[7]));
    w[10] = add(w[3], small_sigma1(w[8]));
    w[11] = add(w[4], small_sigma1(w[9]));
    w[12] = add(w[5], small_sigma1(w[10]));
    w[13] = add(w[6], small_sigma1(w[11]));
    w[14] = add(add(V::splat(sha256_sigma(bits, 7, 18, 3)), w[7]), small_sigma1(w[12]));
    w[15] = add(add(V::splat(bits), small_sigma0(w[0])), add(w[8], small_sigma1(w[13])));
}

// s becomes the hash of the 32 bytes that s held.
template <class V>
LANECRYPT_FN void hash_of_digest(V (&s)[8])
{
    static constexpr std::uint32_t padded_kw[16] = {
        0, 0, 0, 0, 0, 0, 0, 0, sha256_k[8] + 0x80000000, sha256_k[9], sha256_k[10], sha256_k[11], sha256_k[12], sha256_k[13], sha256_k[14],
        sha256_k[15] + 256,
    };
    V w[16];
    V initial[8];
    LANECRYPT_UNROLL
    for (int i = 0; i < 8; ++i) {
        w[i] = s[i];
        s[i] = initial[i] = V::splat(sha256_initial[i]);
    }
    V bc = bxor(s[1], s[2]);
    sha256_round<0>(s, add(w[0], V::splat(sha256_k[0])), bc);
    sha256_round<1>(s, add(w[1], V::splat(sha256_k[1])), bc);
    sha256_round<2>(s, add(w[2], V::splat(sha256_k[2])), bc);
    sha256_round<3>(s, add(w[3], V::splat(sha256_k[3])), bc);
    sha256_round<4>(s, add(w[4], V::splat(sha256_k[4])), bc);
    sha256_round<5>(s, add(w[5], V::splat(sha256_k[5])), bc);
    sha256_round<6>(s, add(w[6], V::splat(sha256_k[6])), bc);
    sha256_round<7>(s, add(w[7], V::splat(sha256_k[7])), bc);
    rounds_of_constants<8, 16>(s, padded_kw, bc);
    extend_digest_block(w);
    rounds_of_words<0>(s, w, sha256_k + 16, bc);
    for (int t = 32; t < 64; t += 16) rounds_extending<0>(s, w, sha256_k + t, bc);
    add_state(s, initial);
}

// The message words of one block of each message; lane i reads at in[i] + offset.
template <class V>
LANECRYPT_FN void load_block(V (&w)[16], const std::uint8_t* const* in, std::size_t offset)
{
    LANECRYPT_UNROLL
    for (int part = 0; part < 16 / V::lanes; ++part) {
        V x[V::lanes];
        LANECRYPT_UNROLL
        for (int i = 0; i < V::lanes; ++i) x[i] = V::load_be(in[i] + offset + 4 * V::lanes * part);
        transpose(x);
        LANECRYPT_UNROLL
        for (int i = 0; i < V::lanes; ++i) w[V::lanes * part + i] = x[i];
    }
}

// Writes the 32 bytes of each lane's hash, one lane after another.
template <class V>
LANECRYPT_FN void store_digests(std::uint8_t* out, V (&s)[8])
{
    if constexpr (V::lanes == 16) {
        transpose_in_groups(s[0], s[1], s[2], s[3]);
        transpose_in_groups(s[4], s[5], s[6], s[7]);
        // Group g of s[j] and s[4 + j] is the hash of lane 4g + j.
        transpose_groups(s[0], s[4], s[1], s[5]);
        transpose_groups(s[2], s[6], s[3], s[7]);
        // Each vector now holds two lanes in a row: s[0] 0 and 1, s[4] 4 and 5, s[1] 8 and 9, s[5] 12 and 13.
        store_be(out, s[0]);
        store_be(out + 64, s[2]);
        store_be(out + 128, s[4]);
        store_be(out + 192, s[6]);
        store_be(out + 256, s[1]);
        store_be(out + 320, s[3]);
        store_be(out + 384, s[5]);
        store_be(out + 448, s[7]);
    } else {
        LANECRYPT_UNROLL
        for (int part = 0; part < 8 / V::lanes; ++part) {
            V x[V::lanes];
            LANECRYPT_UNROLL
            for (int i = 0; i < V::lanes; ++i) x[i] = s[V::lanes * part + i];
            transpose(x);
            LANECRYPT_UNROLL
            for (int i = 0; i < V::lanes; ++i) store_be(out + 32 * i + 4 * V::lanes * part, x[i]);
        }
    }
}

// One message; also the whole of the portable implementation.
LANECRYPT_FN void compress_words(std::uint32_t* state, const std::uint8_t* in, std::size_t blocks)
{
    U32x1 s[8], w[16];
    for (int i = 0; i < 8; ++i) s[i] = U32x1::load(state + i);
    for (; blocks != 0; --blocks, in += 64) {
        load_block(w, &in, 0);
        block_of_words(s, w);
    }
    for (int i = 0; i < 8; ++i) store(state + i, s[i]);
}

template <class V>
LANECRYPT_FN void compress_vectors(std::uint32_t* state, const std::uint8_t* const* in, unsigned n, std::size_t blocks)
{
    // Unused lanes read what lane 0 reads.
    const std::uint8_t* lane[V::lanes];
    for (unsigned i = 0; i < V::lanes; ++i) lane[i] = in[i < n ? i : 0];
    V s[8], w[16];
    LANECRYPT_UNROLL
    for (int i = 0; i < 8; ++i) s[i] = V::load(state + V::lanes * i);
    for (std::size_t at = 0; at < 64 * blocks; at += 64) {
        load_block(w, lane, at);
        block_of_words(s, w);
    }
    LANECRYPT_UNROLL
    for (int i = 0; i < 8; ++i) store(state + V::lanes * i, s[i]);
}

// Double hashes of up to V::lanes inputs of 64 bytes. All input is read before any output is written.
template <class V>
LANECRYPT_FN void double64_group(V (&s)[8], const std::uint8_t* in, unsigned n)
{
    const std::uint8_t* lane[V::lanes];
    for (unsigned i = 0; i < V::lanes; ++i) lane[i] = in + 64 * (i < n ? i : 0);
    V w[16];
    load_block(w, lane, 0);
    LANECRYPT_UNROLL
    for (int i = 0; i < 8; ++i) s[i] = V::splat(sha256_initial[i]);
    block_of_words(s, w);
    block_of_constants(s, sha256_padding64);
    hash_of_digest(s);
}

template <class V>
LANECRYPT_FN void double64_vectors(std::uint8_t* out, const std::uint8_t* in, std::size_t n)
{
    constexpr std::size_t lanes = V::lanes;
    while (n != 0) {
        const std::size_t count = n < lanes ? n : lanes;
        V s[8];
        double64_group(s, in, static_cast<unsigned>(count));
        if (count == lanes) {
            store_digests(out, s);
        } else {
            std::uint8_t all[32 * lanes];
            store_digests(all, s);
            std::memcpy(out, all, 32 * count);
        }
        out += 32 * count;
        in += 64 * count;
        n -= count;
    }
}

LANECRYPT_END_ISA
