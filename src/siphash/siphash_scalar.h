// One 64-bit word as a vector of one lane: the operations of src/simd that SipHash uses.
#pragma once
#include "simd/isa_scope.h"

LANECRYPT_BEGIN_ISA

struct U64x1 {
    static constexpr int lanes = 1;
    using Word = std::uint64_t;
    std::uint64_t v;
    static LANECRYPT_MEMBER U64x1 splat(std::uint64_t x) { return {x}; }
    static LANECRYPT_MEMBER U64x1 load(const void* p)
    {
        std::uint64_t x = load64(p);
        LANECRYPT_KEEP_WORD(x);  // GCC would put neighbours into one vector register, which halves the speed
        return {x};
    }
};

LANECRYPT_FN void store(void* p, U64x1 a) { store64(p, a.v); }
LANECRYPT_FN U64x1 add(U64x1 a, U64x1 b) { return {a.v + b.v}; }
LANECRYPT_FN U64x1 bxor(U64x1 a, U64x1 b) { return {a.v ^ b.v}; }
template <int N>
LANECRYPT_FN U64x1 rotl(U64x1 a) { return {rotl64(a.v, N)}; }
LANECRYPT_FN U64x1 shr_by(U64x1 a, int n) { return {a.v >> n}; }
LANECRYPT_FN U64x1 bor(U64x1 a, U64x1 b) { return {a.v | b.v}; }
template <int K, class At>
LANECRYPT_FN void load_columns(U64x1 (&x)[K], At at, std::size_t offset)
{
    for (int k = 0; k < K; ++k) {
        x[k].v = load64_le(at(0) + offset + 8 * k);
        LANECRYPT_KEEP_WORD(x[k].v);
    }
}

LANECRYPT_END_ISA
