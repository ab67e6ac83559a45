// SHA-256 of V::lanes messages at once: word i of every message in one vector. The state and the message words are
// 8 and 16 vectors; with U32x1 (sha256_word.h) this is the scalar code.
#pragma once
#include "sha256/sha256_constants.h"
#include "sha256/sha256_ops.h"
#include "sha256/sha256_word.h"
#include "simd/isa_scope.h"
#include "tuning/numbers.h"
#include "tuning/sha256_tuning.h"

LANECRYPT_BEGIN_ISA

// The constants in the form that a vector type loads fastest: single words that it broadcasts, or, at four lanes, where
// broadcasting is one more operation on most processors, four copies of each.
template <int Copies>
struct Sha256Constants {
    std::uint32_t k[64 * Copies], padding64[64 * Copies], digest_padding[8 * Copies], initial[8 * Copies];
};
template <int Copies>
constexpr Sha256Constants<Copies> sha256_constants()
{
    Sha256Constants<Copies> out{};
    for (int i = 0; i < 64 * Copies; ++i) {
        out.k[i] = sha256_k[i / Copies];
        out.padding64[i] = sha256_padding64.kw[i / Copies];
    }
    for (int i = 0; i < 8 * Copies; ++i) {
        // Words 8 … 15 of a padded message of 32 bytes: the one bit, and the length of 256 bits.
        out.digest_padding[i] = sha256_k[8 + i / Copies] + (i / Copies == 0 ? 0x80000000 : i / Copies == 7 ? 256 : 0);
        out.initial[i] = sha256_initial[i / Copies];
    }
    return out;
}
template <class V>
inline constexpr int copies_of_constants = V::lanes == 4 ? 4 : 1;
template <int Copies>
inline constexpr Sha256Constants<Copies> sha256_table = sha256_constants<Copies>();

// The table of a vector type. Its address is hidden from compilers that would build each constant from immediate operands.
template <class V>
LANECRYPT_FN const Sha256Constants<copies_of_constants<V>>& constants_of()
{
    const auto* table = &sha256_table<copies_of_constants<V>>;
    if constexpr (V::lanes > 1) LANECRYPT_KEEP_WORD(table);
    return *table;
}
// Word t of one of its arrays in every lane.
template <class V>
LANECRYPT_FN V constant(const std::uint32_t* array, int t)
{
    if constexpr (V::lanes == 4) return V::load(array + 4 * t);
    else return V::splat(array[t]);
}

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

// AVX-512 rounds are so short that the chain from e to the next e counts: one more addition takes one out of the chain.
inline constexpr bool short_chain = LANECRYPT_LEVEL >= 5;

// The sum as written: compilers reorder additions, and with them what waits for what (GCC 12: 25 % of the time).
template <class V>
LANECRYPT_FN V ordered_add(V a, V b)
{
    V sum = add(a, b);
#if LANECRYPT_LEVEL >= 1
    if constexpr (V::lanes > 1) LANECRYPT_KEEP_VECTOR(sum.v);
#endif
    return sum;
}

// Round T of a group of 16; `kw` is the message word plus the round constant, `bc` is b ^ c and becomes a ^ b.
template <int T, class V>
LANECRYPT_FN void sha256_round(V (&s)[8], V kw, V& bc)
{
    const V a = s[(16 - T) & 7], b = s[(17 - T) & 7], c = s[(18 - T) & 7], e = s[(20 - T) & 7], f = s[(21 - T) & 7], g = s[(22 - T) & 7];
    V& d = s[(19 - T) & 7];
    V& h = s[(23 - T) & 7];
    const V hkw = add(h, kw);
    V t1;
    if constexpr (short_chain) {
        const V t = ordered_add(choose(e, f, g), big_sigma1(e));
        d = ordered_add(ordered_add(d, hkw), t);
        t1 = ordered_add(hkw, t);
    } else {
        t1 = ordered_add(ordered_add(hkw, choose(e, f, g)), big_sigma1(e));
        d = add(d, t1);
    }
    V m;
    if constexpr (native_majority) {
        m = majority(a, b, c);
    } else {
        const V ab = bxor(a, b);
        m = bxor(b, band(ab, bc));
        bc = ab;
    }
    h = add(ordered_add(t1, m), big_sigma0(a));
}

// w[T mod 16] becomes message word T + 16.
template <int T, class V>
LANECRYPT_FN void extend(V (&w)[16])
{
    w[T] = add(add(w[T], small_sigma0(w[(T + 1) & 15])), add(w[(T + 9) & 15], small_sigma1(w[(T + 14) & 15])));
}

template <int T, int End, class V>
LANECRYPT_FN void rounds_of_words(V (&s)[8], V (&w)[16], const std::uint32_t* k, V& bc)
{
    if constexpr (T < End) {
        sha256_round<T>(s, add(w[T], constant<V>(k, T)), bc);
        rounds_of_words<T + 1, End>(s, w, k, bc);
    }
}
template <int T, class V>
LANECRYPT_FN void rounds_extending(V (&s)[8], V (&w)[16], const std::uint32_t* k, V& bc)
{
    if constexpr (T < 16) {
        extend<T>(w);
        sha256_round<T>(s, add(w[T], constant<V>(k, T)), bc);
        rounds_extending<T + 1>(s, w, k, bc);
    }
}
// Rounds T … End - 1 whose message words are constants: kw holds what belongs to rounds Offset and later.
template <int T, int End, int Offset, class V>
LANECRYPT_FN void rounds_of_constants(V (&s)[8], const std::uint32_t* kw, V& bc)
{
    if constexpr (T < End) {
        sha256_round<T>(s, constant<V>(kw, T - Offset), bc);
        rounds_of_constants<T + 1, End, Offset>(s, kw, bc);
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
    constexpr int copies = copies_of_constants<V>;
    const std::uint32_t* const k = constants_of<V>().k;
    rounds_of_words<0, 16>(s, w, k, bc);
    for (int t = 16; t < 64; t += 16) rounds_extending<0>(s, w, k + copies * t, bc);
    add_state(s, before);
}

// The block that pads a message of 64 bytes.
template <class V>
LANECRYPT_FN void padding_block(V (&s)[8])
{
    const V before[8] = {s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]};
    V bc = bxor(s[1], s[2]);
    const std::uint32_t* const kw = constants_of<V>().padding64;
    for (int t = 0; t < 64; t += 16) rounds_of_constants<0, 16, 0>(s, kw + copies_of_constants<V> * t, bc);
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
    constexpr int copies = copies_of_constants<V>;
    const auto& table = constants_of<V>();
    V w[16];
    LANECRYPT_UNROLL
    for (int i = 0; i < 8; ++i) {
        w[i] = s[i];
        s[i] = constant<V>(table.initial, i);
    }
    V bc = bxor(s[1], s[2]);
    rounds_of_words<0, 8>(s, w, table.k, bc);
    rounds_of_constants<8, 16, 8>(s, table.digest_padding, bc);
    extend_digest_block(w);
    rounds_of_words<0, 16>(s, w, table.k + copies * 16, bc);
    for (int t = 32; t < 64; t += 16) rounds_extending<0>(s, w, table.k + copies * t, bc);
    LANECRYPT_UNROLL
    for (int i = 0; i < 8; ++i) s[i] = add(s[i], constant<V>(table.initial, i));
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

// One message. Not inlined: several functions of a file call it, and its code is long.
LANECRYPT_NOINLINE void compress_words(std::uint32_t* state, const std::uint8_t* in, std::size_t blocks)
{
    U32x1 s[8], w[16];
    for (int i = 0; i < 8; ++i) s[i] = U32x1::load(state + i);
    for (; blocks != 0; --blocks, in += 64) {
        load_block(w, &in, 0);
        block_of_words(s, w);
    }
    for (int i = 0; i < 8; ++i) store(state + i, s[i]);
}

// One double hash of 64 bytes. Constant schedules gain nothing here: the chain of the rounds decides.
LANECRYPT_FN void double64_words(std::uint8_t* out, const std::uint8_t* in)
{
    static constexpr std::uint8_t padding64[64] = {0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                                   0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0};
    std::uint32_t state[8];
    std::memcpy(state, sha256_initial, sizeof state);
    compress_words(state, in, 1);
    compress_words(state, padding64, 1);
    std::uint8_t block[64] = {};
    for (int i = 0; i < 8; ++i) store32_be(block + 4 * i, state[i]);
    block[32] = 0x80;
    block[62] = 1;  // 256 bits
    std::memcpy(state, sha256_initial, sizeof state);
    compress_words(state, block, 1);
    for (int i = 0; i < 8; ++i) store32_be(out + 4 * i, state[i]);
}

LANECRYPT_FN unsigned vector_from()
{
    const unsigned tuned = tuning::number(tuning::Tuned::sha256_vector_from);
    constexpr unsigned built_in = tuning::sha256_vector_from(Isa::LANECRYPT_ISA);  // no call, and so no symbol, at -O0
    return tuned != 0 ? tuned : built_in;
}

template <class V>
LANECRYPT_FN void compress_vectors(std::uint32_t* state, const std::uint8_t* const* in, unsigned n, std::size_t blocks)
{
    if (n < vector_from()) {
        for (unsigned i = 0; i < n; ++i) {
            std::uint32_t one[8];
            for (int w = 0; w < 8; ++w) one[w] = state[V::lanes * w + i];
            compress_words(one, in[i], blocks);
            for (int w = 0; w < 8; ++w) state[V::lanes * w + i] = one[w];
        }
#if defined(LANECRYPT_ARCH_X86_64) && LANECRYPT_LEVEL >= 4
        _mm256_zeroupper();  // GCC may gather the words in wide registers and leave them dirty behind the call
#endif
        return;
    }
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

// Double hashes of n inputs of 64 bytes, at most V::lanes. All input is read before any output is written.
template <class V>
LANECRYPT_FN void double64_group(std::uint8_t* out, const std::uint8_t* in, std::size_t n)
{
    const std::uint8_t* lane[V::lanes];
    for (std::size_t i = 0; i < V::lanes; ++i) lane[i] = in + 64 * (i < n ? i : 0);
    V s[8], w[16];
    load_block(w, lane, 0);
    LANECRYPT_UNROLL
    for (int i = 0; i < 8; ++i) s[i] = constant<V>(constants_of<V>().initial, i);
    block_of_words(s, w);
    padding_block(s);
    hash_of_digest(s);
    if (n == V::lanes) {
        store_digests(out, s);
    } else {
        std::uint8_t all[32 * V::lanes];
        store_digests(all, s);
        std::memcpy(out, all, 32 * n);
    }
}

template <class V>
LANECRYPT_FN void double64_vectors(std::uint8_t* out, const std::uint8_t* in, std::size_t n)
{
    const std::size_t rest = n % V::lanes;
    const std::size_t scalar = rest < vector_from() ? rest : 0;
    for (n -= scalar; n != 0;) {
        const std::size_t count = n < V::lanes ? n : V::lanes;
        double64_group<V>(out, in, count);
        out += 32 * count;
        in += 64 * count;
        n -= count;
    }
    for (n = scalar; n != 0; --n, out += 32, in += 64) double64_words(out, in);
}

LANECRYPT_END_ISA
