// One vector backend at one instruction-set level. The build compiles this file once for each pair, with the row's
// flags and with these definitions: LANECRYPT_ISA, SIMD_HEADER, SIMD_BACKEND (its name), SIMD_TABLE (the symbol),
// SIMD_U32 and SIMD_U64 (the types).
#include SIMD_HEADER
#include "simd/simd_table.h"

LANECRYPT_BEGIN_ISA

using simd_test::Operation;
using simd_test::Operations;
using Bytes = std::uint8_t*;
using ConstBytes = const std::uint8_t*;

template <class V>
LANECRYPT_FN V get(ConstBytes in, int i)
{
    return V::load(in + i * V::lanes * sizeof(typename V::Word));
}
template <class V>
LANECRYPT_FN void put(Bytes out, int i, const V& v)
{
    store(out + i * V::lanes * sizeof(typename V::Word), v);
}

template <class V>
void run_splat(Bytes out, ConstBytes in)
{
    typename V::Word x;
    std::memcpy(&x, in, sizeof x);
    put(out, 0, V::splat(x));
}
template <class V>
void run_iota(Bytes out, ConstBytes)
{
    put(out, 0, V::iota());
}
template <class V>
void run_load_store(Bytes out, ConstBytes in)
{
    put(out, 0, V::load(in));
}
template <class V>
void run_load_le(Bytes out, ConstBytes in)
{
    put(out, 0, V::load_le(in));
}
template <class V>
void run_load_be(Bytes out, ConstBytes in)
{
    put(out, 0, V::load_be(in));
}
template <class V>
void run_store_le(Bytes out, ConstBytes in)
{
    store_le(out, get<V>(in, 0));
}
template <class V>
void run_store_be(Bytes out, ConstBytes in)
{
    store_be(out, get<V>(in, 0));
}
template <class V>
void run_splat_group(Bytes out, ConstBytes in)
{
    put(out, 0, V::splat_group(in));
}

template <class V>
void run_splat_group_le(Bytes out, ConstBytes in)
{
    put(out, 0, V::splat_group_le(in));
}
// The groups lie apart, in reverse order.
template <class V>
void run_groups(Bytes out, ConstBytes in)
{
    const void* p[V::lanes / 4];
    for (int g = 0; g < V::lanes / 4; ++g) p[g] = in + 32 * (V::lanes / 4 - 1 - g);
    put(out, 0, V::groups(p));
    put(out, 1, V::groups_le(p));
}
template <class V>
void run_counting_groups(Bytes out, ConstBytes in)
{
    std::uint64_t a, b;
    std::memcpy(&a, in, 8);
    std::memcpy(&b, in + 8, 8);
    put(out, 0, V::counting_groups(a, b));
}

#define SIMD_TWO(name)                                 \
    template <class V>                                 \
    void run_##name(Bytes out, ConstBytes in)          \
    {                                                  \
        put(out, 0, name(get<V>(in, 0), get<V>(in, 1))); \
    }
SIMD_TWO(add)
SIMD_TWO(sub)
SIMD_TWO(bxor)
SIMD_TWO(band)
SIMD_TWO(bor)
SIMD_TWO(bandnot)
SIMD_TWO(less)
SIMD_TWO(mul32)
#define SIMD_THREE(name)                                               \
    template <class V>                                                 \
    void run_##name(Bytes out, ConstBytes in)                          \
    {                                                                  \
        put(out, 0, name(get<V>(in, 0), get<V>(in, 1), get<V>(in, 2))); \
    }
SIMD_THREE(xor3)
SIMD_THREE(choose)
SIMD_THREE(majority)

#define SIMD_CONSTANT(name)                    \
    template <class V, int N>                  \
    void run_##name(Bytes out, ConstBytes in)  \
    {                                          \
        put(out, 0, name<N>(get<V>(in, 0)));   \
    }
SIMD_CONSTANT(rotl)
SIMD_CONSTANT(rotr)
SIMD_CONSTANT(shl)
SIMD_CONSTANT(shr)
SIMD_CONSTANT(rotate_words)

// By the low bits of the second input's first byte.
template <class V>
void run_shr_by(Bytes out, ConstBytes in)
{
    put(out, 0, shr_by(get<V>(in, 0), in[V::lanes * sizeof(typename V::Word)] & 63));
}

template <class V>
void run_transpose(Bytes out, ConstBytes in)
{
    V x[V::lanes];
    for (int i = 0; i < V::lanes; ++i) x[i] = get<V>(in, i);
    transpose(x);
    for (int i = 0; i < V::lanes; ++i) put(out, i, x[i]);
}
template <class V>
void run_transpose_groups(Bytes out, ConstBytes in)
{
    V a = get<V>(in, 0), b = get<V>(in, 1), c = get<V>(in, 2), d = get<V>(in, 3);
    transpose_groups(a, b, c, d);
    put(out, 0, a);
    put(out, 1, b);
    put(out, 2, c);
    put(out, 3, d);
}

template <class V>
void run_transpose_in_groups(Bytes out, ConstBytes in)
{
    V a = get<V>(in, 0), b = get<V>(in, 1), c = get<V>(in, 2), d = get<V>(in, 3);
    transpose_in_groups(a, b, c, d);
    put(out, 0, a);
    put(out, 1, b);
    put(out, 2, c);
    put(out, 3, d);
}

// Rows of four words, one for each lane; the last K words of each.
template <class V, int K>
void run_load_columns(Bytes out, ConstBytes in)
{
    struct RowAt {
        ConstBytes first;
        LANECRYPT_MEMBER ConstBytes operator()(int lane) const { return first + 32 * lane; }
    };
    V x[K];
    load_columns(x, RowAt{in}, static_cast<std::size_t>(8 * (4 - K)));
    for (int k = 0; k < K; ++k) put(out, k, x[k]);
}

constexpr void append(Operations& t, const char* name, int constant, int inputs, int outputs, void (*run)(Bytes, ConstBytes))
{
    t.list[t.count] = Operation{name, constant, inputs, outputs, run};
    ++t.count;
}

template <class V, int N>
constexpr void append_by_constant(Operations& t)
{
    append(t, "rotl", N, 1, 1, run_rotl<V, N>);
    append(t, "rotr", N, 1, 1, run_rotr<V, N>);
    append(t, "shl", N, 1, 1, run_shl<V, N>);
    append(t, "shr", N, 1, 1, run_shr<V, N>);
    if constexpr (N > 1) append_by_constant<V, N - 1>(t);
}

template <class V>
constexpr Operations all_operations()
{
    Operations t{};
    t.lanes = V::lanes;
    t.word_bits = 8 * static_cast<int>(sizeof(typename V::Word));
    append(t, "splat", 0, 1, 1, run_splat<V>);
    append(t, "iota", 0, 0, 1, run_iota<V>);
    append(t, "load, store", 0, 1, 1, run_load_store<V>);
    append(t, "load_le", 0, 1, 1, run_load_le<V>);
    append(t, "load_be", 0, 1, 1, run_load_be<V>);
    append(t, "store_le", 0, 1, 1, run_store_le<V>);
    append(t, "store_be", 0, 1, 1, run_store_be<V>);
    append(t, "add", 0, 2, 1, run_add<V>);
    append(t, "sub", 0, 2, 1, run_sub<V>);
    append(t, "bxor", 0, 2, 1, run_bxor<V>);
    append(t, "band", 0, 2, 1, run_band<V>);
    append(t, "bor", 0, 2, 1, run_bor<V>);
    append(t, "bandnot", 0, 2, 1, run_bandnot<V>);
    append(t, "less", 0, 2, 1, run_less<V>);
    append(t, "xor3", 0, 3, 1, run_xor3<V>);
    append(t, "choose", 0, 3, 1, run_choose<V>);
    append(t, "majority", 0, 3, 1, run_majority<V>);
    append(t, "transpose", 0, V::lanes, V::lanes, run_transpose<V>);
    append_by_constant<V, 8 * static_cast<int>(sizeof(typename V::Word)) - 1>(t);
    if constexpr (sizeof(typename V::Word) == 8) {
        append(t, "mul32", 0, 2, 1, run_mul32<V>);
        append(t, "shr_by", 0, 2, 1, run_shr_by<V>);
        append(t, "load_columns", 1, 4, 1, run_load_columns<V, 1>);
        append(t, "load_columns", 2, 4, 2, run_load_columns<V, 2>);
        append(t, "load_columns", 4, 4, 4, run_load_columns<V, 4>);
    } else {
        append(t, "splat_group", 0, 1, 1, run_splat_group<V>);
        append(t, "splat_group_le", 0, 1, 1, run_splat_group_le<V>);
        append(t, "groups", 0, 2, 2, run_groups<V>);
        append(t, "counting_groups", 0, 1, 1, run_counting_groups<V>);
        append(t, "transpose_in_groups", 0, 4, 4, run_transpose_in_groups<V>);
        append(t, "rotate_words", 1, 1, 1, run_rotate_words<V, 1>);
        append(t, "rotate_words", 2, 1, 1, run_rotate_words<V, 2>);
        append(t, "rotate_words", 3, 1, 1, run_rotate_words<V, 3>);
        append(t, "transpose_groups", 0, 4, 4, run_transpose_groups<V>);
    }
    return t;
}

LANECRYPT_END_ISA

extern "C" constinit const lanecrypt::simd_test::Backend SIMD_TABLE = {
    SIMD_BACKEND, LANECRYPT_ISA_NAME, lanecrypt::LANECRYPT_ISA::all_operations<lanecrypt::LANECRYPT_ISA::SIMD_U32>(),
    lanecrypt::LANECRYPT_ISA::all_operations<lanecrypt::LANECRYPT_ISA::SIMD_U64>()};
