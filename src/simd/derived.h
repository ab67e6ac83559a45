// Operations that follow from others in the same way at every width. A backend includes this header last and defines
// itself what its processor does better. See src/simd/README.md for the contract.
#pragma once
#include "simd/isa_scope.h"

LANECRYPT_BEGIN_ISA

template <class V>
LANECRYPT_FN V xor3(V a, V b, V c) { return bxor(bxor(a, b), c); }
template <class V>
LANECRYPT_FN V choose(V e, V f, V g) { return bxor(g, band(e, bxor(f, g))); }
template <class V>
LANECRYPT_FN V majority(V a, V b, V c) { return bor(band(a, b), band(c, bor(a, b))); }
template <int N, class V>
LANECRYPT_FN V rotr(V a) { return rotl<static_cast<int>(8 * sizeof(typename V::Word)) - N>(a); }

template <class V, class At>
LANECRYPT_FN void load_columns(V (&x)[4], At at, std::size_t offset)
{
    V low[2], high[2];
    load_columns(low, at, offset);
    load_columns(high, at, offset + 16);
    x[0] = low[0];
    x[1] = low[1];
    x[2] = high[0];
    x[3] = high[1];
}

// Registers of 128 bit: one group of four words.
template <class V>
    requires(sizeof(V) == 16 && V::lanes == 4)
LANECRYPT_FN void transpose(V (&x)[4]) { transpose_in_groups(x[0], x[1], x[2], x[3]); }
template <class V>
    requires(sizeof(V) == 16 && V::lanes == 4)
LANECRYPT_FN void transpose_groups(V&, V&, V&, V&) {}  // in order already
template <class V, class At>
    requires(sizeof(V) == 16 && V::lanes == 2)
LANECRYPT_FN void load_columns(V (&x)[2], At at, std::size_t offset)
{
    x[0] = V::load_le(at(0) + offset);
    x[1] = V::load_le(at(1) + offset);
    transpose(x);
}

LANECRYPT_END_ISA
