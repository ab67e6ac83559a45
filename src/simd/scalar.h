// One 32-bit word as a vector with one lane: lets a vertical kernel be the portable one too. Has the lane-wise
// operations and the loads and stores of src/simd/README.md, nothing that speaks of groups.
#pragma once
#include "simd/isa_scope.h"

LANECRYPT_BEGIN_ISA

struct U32x1 {
    static constexpr int lanes = 1;
    using Word = std::uint32_t;
    std::uint32_t v;
    static LANECRYPT_MEMBER U32x1 splat(std::uint32_t x) { return {x}; }
    static LANECRYPT_MEMBER U32x1 iota() { return {0}; }
    static LANECRYPT_MEMBER U32x1 load(const void* p) { return {load32(p)}; }
    static LANECRYPT_MEMBER U32x1 load_le(const void* p) { return {load32_le(p)}; }
    static LANECRYPT_MEMBER U32x1 load_be(const void* p) { return {load32_be(p)}; }
};

LANECRYPT_FN void store(void* p, U32x1 a) { store32(p, a.v); }
LANECRYPT_FN void store_le(void* p, U32x1 a) { store32_le(p, a.v); }
LANECRYPT_FN void store_be(void* p, U32x1 a) { store32_be(p, a.v); }
LANECRYPT_FN U32x1 add(U32x1 a, U32x1 b) { return {a.v + b.v}; }
LANECRYPT_FN U32x1 sub(U32x1 a, U32x1 b) { return {a.v - b.v}; }
LANECRYPT_FN U32x1 bxor(U32x1 a, U32x1 b) { return {a.v ^ b.v}; }
LANECRYPT_FN U32x1 band(U32x1 a, U32x1 b) { return {a.v & b.v}; }
LANECRYPT_FN U32x1 bor(U32x1 a, U32x1 b) { return {a.v | b.v}; }
LANECRYPT_FN U32x1 bandnot(U32x1 a, U32x1 b) { return {~a.v & b.v}; }
LANECRYPT_FN U32x1 less(U32x1 a, U32x1 b) { return {0u - static_cast<std::uint32_t>(a.v < b.v)}; }
template <int N>
LANECRYPT_FN U32x1 shl(U32x1 a) { return {a.v << N}; }
template <int N>
LANECRYPT_FN U32x1 shr(U32x1 a) { return {a.v >> N}; }
template <int N>
LANECRYPT_FN U32x1 rotl(U32x1 a) { return {rotl32(a.v, N)}; }

LANECRYPT_END_ISA

#include "simd/derived.h"
