// The twenty rounds of ChaCha20 over any vector type, in two layouts. Vertical: each vector holds one state word of
// L blocks. Horizontal: each vector holds one row (four words) of L / 4 blocks, and rows turn between the rounds.
#pragma once
#include "simd/isa_scope.h"

LANECRYPT_BEGIN_ISA

// A pack of numbers to expand statements over: the order of instructions is fixed by the source, because compilers
// keep it and schedule vector code of this kind badly on their own.
template <int... I>
struct Numbers {};

// What a fused kernel may put between the steps of the vertical rounds; this one puts nothing. A hook that wants to
// know the step (0 … 3 within two rounds) takes a Numbers<step>.
struct NoHook {
    LANECRYPT_MEMBER void operator()() {}
};
constexpr bool is_no_hook(const void*) { return false; }
constexpr bool is_no_hook(const NoHook*) { return true; }
template <int Step, class Hook>
LANECRYPT_FN void call(Hook& hook)
{
    if constexpr (requires { hook(Numbers<Step>{}); }) hook(Numbers<Step>{});
    else hook();
}

// Where the compiler has 16 vector registers, two of the four c rows stay in memory at any time (LANECRYPT_KEEP ends
// their life in registers), so that everything else fits; with 32 registers nothing needs to.
enum class CRows { in_registers, parked };

// State of N interleaved groups of L blocks: a[4 g + i] is word i of group g, b words 4 … 7, c 8 … 11, d 12 … 15.
template <class V, int N>
struct VerticalState {
    V a[4 * N], b[4 * N], c[4 * N], d[4 * N];
};

// Compilers like to make vectors out of four independent words, which are slower here.
template <class V>
LANECRYPT_FN void keep_scalar(V& x)
{
    static_assert(V::lanes == 1);
    LANECRYPT_KEEP_WORD(x.v);
}

// A rotation, in its place if so wanted: with BMI2, Clang would rotate words into other registers (rorx), which costs a
// block in ordinary registers more moves and stack slots than it saves. (Beside vectors it has no registers left either way.)
#if defined(__clang__) && defined(__GNUC__) && defined(__BMI2__)
inline constexpr bool turns_keep_scalar = true;
#else
inline constexpr bool turns_keep_scalar = false;
#endif
template <int N, bool InPlace, class V>
LANECRYPT_FN V turn(V x)
{
#if defined(__clang__) && defined(__GNUC__) && defined(__BMI2__)
    if constexpr (V::lanes == 1 && InPlace) {
        __asm__("roll %1, %0" : "+r"(x.v) : "i"(N) : "cc");
        return x;
    }
#endif
    return rotl<N>(x);
}

// One quarter round on each column I of the state (column i of group g is 4 g + i), all in step. S = 0: columns;
// S = 1: diagonals.
template <int S, class V, int M, int... I>
LANECRYPT_FN void quarter_rounds(Numbers<I...>, V (&a)[M], V (&b)[M], V (&c)[M], V (&d)[M])
{
#define LANECRYPT_B b[(I & ~3) + ((I + S) & 3)]
#define LANECRYPT_C c[(I & ~3) + ((I + 2 * S) & 3)]
#define LANECRYPT_D d[(I & ~3) + ((I + 3 * S) & 3)]
    ((a[I] = add(a[I], LANECRYPT_B)), ...);
    ((LANECRYPT_D = bxor(LANECRYPT_D, a[I])), ...);
    ((LANECRYPT_D = turn<16, sizeof...(I) == 4>(LANECRYPT_D)), ...);
    if constexpr (V::lanes == 1 && !(turns_keep_scalar && sizeof...(I) == 4)) (keep_scalar(LANECRYPT_D), ...);
    ((LANECRYPT_C = add(LANECRYPT_C, LANECRYPT_D)), ...);
    ((LANECRYPT_B = bxor(LANECRYPT_B, LANECRYPT_C)), ...);
    ((LANECRYPT_B = turn<12, sizeof...(I) == 4>(LANECRYPT_B)), ...);
    if constexpr (V::lanes == 1 && !(turns_keep_scalar && sizeof...(I) == 4)) (keep_scalar(LANECRYPT_B), ...);
    ((a[I] = add(a[I], LANECRYPT_B)), ...);
    ((LANECRYPT_D = bxor(LANECRYPT_D, a[I])), ...);
    ((LANECRYPT_D = turn<8, sizeof...(I) == 4>(LANECRYPT_D)), ...);
    if constexpr (V::lanes == 1 && !(turns_keep_scalar && sizeof...(I) == 4)) (keep_scalar(LANECRYPT_D), ...);
    ((LANECRYPT_C = add(LANECRYPT_C, LANECRYPT_D)), ...);
    ((LANECRYPT_B = bxor(LANECRYPT_B, LANECRYPT_C)), ...);
    ((LANECRYPT_B = turn<7, sizeof...(I) == 4>(LANECRYPT_B)), ...);
    if constexpr (V::lanes == 1 && !(turns_keep_scalar && sizeof...(I) == 4)) (keep_scalar(LANECRYPT_B), ...);
#undef LANECRYPT_B
#undef LANECRYPT_C
#undef LANECRYPT_D
}

// Two rounds. The hook runs four times: after each half of each round.
template <CRows Rows, class V, int N, class Hook>
LANECRYPT_FN void vertical_double_round(V (&a)[4 * N], V (&b)[4 * N], V (&c)[4 * N], V (&d)[4 * N], Hook& hook)
{
    if constexpr (Rows == CRows::parked) {
        static_assert(N == 1);
        quarter_rounds<0>(Numbers<0, 1>{}, a, b, c, d);
        LANECRYPT_KEEP(c[0].v);
        LANECRYPT_KEEP(c[1].v);
        call<0>(hook);
        quarter_rounds<0>(Numbers<2, 3>{}, a, b, c, d);
        call<1>(hook);
        quarter_rounds<1>(Numbers<0, 1>{}, a, b, c, d);
        LANECRYPT_KEEP(c[2].v);
        LANECRYPT_KEEP(c[3].v);
        call<2>(hook);
        quarter_rounds<1>(Numbers<2, 3>{}, a, b, c, d);
        call<3>(hook);
    } else if constexpr (N == 1) {
        quarter_rounds<0>(Numbers<0, 1, 2, 3>{}, a, b, c, d);
        call<0>(hook);
        call<1>(hook);
        quarter_rounds<1>(Numbers<0, 1, 2, 3>{}, a, b, c, d);
        call<2>(hook);
        call<3>(hook);
    } else {
        static_assert(N == 2);
        quarter_rounds<0>(Numbers<0, 1, 2, 3, 4, 5, 6, 7>{}, a, b, c, d);
        call<0>(hook);
        call<1>(hook);
        quarter_rounds<1>(Numbers<0, 1, 2, 3, 4, 5, 6, 7>{}, a, b, c, d);
        call<2>(hook);
        call<3>(hook);
    }
}

// All twenty rounds, as eight double rounds with the hook (32 calls in all) and two with another. The cut also keeps
// GCC from spilling in the loop.
template <CRows Rows, int N, class V, class Hook, class LastHook>
LANECRYPT_FN void vertical_rounds(V (&a)[4 * N], V (&b)[4 * N], V (&c)[4 * N], V (&d)[4 * N], Hook& hook, LastHook& last)
{
    if constexpr (Rows == CRows::in_registers && is_no_hook(static_cast<Hook*>(nullptr))) {
        // Twice in the loop: GCC copies registers at the loop's end.
        for (int i = 0; i < 5; ++i) {
            vertical_double_round<Rows, V, N>(a, b, c, d, hook);
            vertical_double_round<Rows, V, N>(a, b, c, d, last);
        }
        return;
    }
    for (int i = 0; i < 8; ++i) vertical_double_round<Rows, V, N>(a, b, c, d, hook);
    for (int i = 0; i < 2; ++i) vertical_double_round<Rows, V, N>(a, b, c, d, last);
}

// Horizontal: N sets of rows in step. Between the rounds the rows a, c and d turn instead of b, c and d: b is ready
// last, and a turn of it would lie on the critical path.
template <class V, int N, int... I>
LANECRYPT_FN void horizontal_half(Numbers<I...>, V (&a)[N], V (&b)[N], V (&c)[N], V (&d)[N])
{
    ((a[I] = add(a[I], b[I])), ...);
    ((d[I] = rotl<16>(bxor(d[I], a[I]))), ...);
    ((c[I] = add(c[I], d[I])), ...);
    ((b[I] = rotl<12>(bxor(b[I], c[I]))), ...);
    ((a[I] = add(a[I], b[I])), ...);
    ((d[I] = rotl<8>(bxor(d[I], a[I]))), ...);
    ((c[I] = add(c[I], d[I])), ...);
    ((b[I] = rotl<7>(bxor(b[I], c[I]))), ...);
}
template <class V, int N, int... I>
LANECRYPT_FN void horizontal_double_round(Numbers<I...> sets, V (&a)[N], V (&b)[N], V (&c)[N], V (&d)[N])
{
    horizontal_half(sets, a, b, c, d);
    ((a[I] = rotate_words<3>(a[I])), ...);
    ((d[I] = rotate_words<2>(d[I])), ...);
    ((c[I] = rotate_words<1>(c[I])), ...);
    horizontal_half(sets, a, b, c, d);
    ((a[I] = rotate_words<1>(a[I])), ...);
    ((d[I] = rotate_words<2>(d[I])), ...);
    ((c[I] = rotate_words<3>(c[I])), ...);
}
template <int... I>
LANECRYPT_FN Numbers<I..., static_cast<int>(sizeof...(I))> one_more(Numbers<I...>)
{
    return {};
}
template <int N>
LANECRYPT_FN auto numbers_below()
{
    if constexpr (N == 0) return Numbers<>{};
    else return one_more(numbers_below<N - 1>());
}
template <class V, int N>
LANECRYPT_FN void horizontal_rounds(V (&a)[N], V (&b)[N], V (&c)[N], V (&d)[N])
{
    for (int i = 0; i < 10; ++i) horizontal_double_round(numbers_below<N>(), a, b, c, d);
}

LANECRYPT_END_ISA
