// Two words in a 128-bit register and two in general registers as a vector of four lanes: for processors whose general
// registers do more rounds in a cycle than their vector unit, and that do both at once.
#pragma once
#include "base/config.h"
#if defined(LANECRYPT_ARCH_AARCH64)
#include "simd/neon.h"
#elif defined(LANECRYPT_ARCH_X86_64)
#include "simd/x86_128.h"
#endif
#include "siphash/siphash_kernel.h"
#include "siphash/siphash_scalar.h"

LANECRYPT_BEGIN_ISA

struct U64x2And2 {
    static constexpr int lanes = 4;
    using Word = std::uint64_t;
    U64x2 v;
    U64x1 a, b;
    static LANECRYPT_MEMBER U64x2And2 splat(std::uint64_t x) { return {U64x2::splat(x), U64x1::splat(x), U64x1::splat(x)}; }
    static LANECRYPT_MEMBER U64x2And2 load(const void* p)
    {
        const auto* const q = static_cast<const std::uint8_t*>(p);
        return {U64x2::load(q), U64x1::load(q + 16), U64x1::load(q + 24)};
    }
};

// It always takes words two by two.
template <>
inline constexpr bool takes_pairs<U64x2And2, 1> = true;

LANECRYPT_FN void store(void* p, U64x2And2 x)
{
    auto* const q = static_cast<std::uint8_t*>(p);
    store(q, x.v);
    store(q + 16, x.a);
    store(q + 24, x.b);
}
LANECRYPT_FN U64x2And2 add(U64x2And2 x, U64x2And2 y) { return {add(x.v, y.v), add(x.a, y.a), add(x.b, y.b)}; }
LANECRYPT_FN U64x2And2 bxor(U64x2And2 x, U64x2And2 y) { return {bxor(x.v, y.v), bxor(x.a, y.a), bxor(x.b, y.b)}; }
LANECRYPT_FN U64x2And2 bor(U64x2And2 x, U64x2And2 y) { return {bor(x.v, y.v), bor(x.a, y.a), bor(x.b, y.b)}; }
template <int N>
LANECRYPT_FN U64x2And2 rotl(U64x2And2 x) { return {rotl<N>(x.v), rotl<N>(x.a), rotl<N>(x.b)}; }
LANECRYPT_FN U64x2And2 shr_by(U64x2And2 x, int n) { return {shr_by(x.v, n), shr_by(x.a, n), shr_by(x.b, n)}; }

template <class At>
struct LanesFrom {
    At at;
    int first;
    LANECRYPT_MEMBER const std::uint8_t* operator()(int lane) const { return at(first + lane); }
};
template <int K, class At>
LANECRYPT_FN void load_columns(U64x2And2 (&x)[K], At at, std::size_t offset)
{
    U64x2 v[K];
    U64x1 a[K], b[K];
    load_columns(v, at, offset);
    load_columns(a, LanesFrom<At>{at, 2}, offset);
    load_columns(b, LanesFrom<At>{at, 3}, offset);
    for (int k = 0; k < K; ++k) x[k] = {v[k], a[k], b[k]};
}

LANECRYPT_END_ISA
