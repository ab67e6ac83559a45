// The vector kernel with lanes of plain arrays, two and four, over 32-bit scalar arithmetic: code of other architectures,
// on any machine.
#define LANECRYPT_ISA array
#define LANECRYPT_POLY1305_BITS 32
#include "simd/array.h"
#include "poly1305/poly1305_kernel.h"

LANECRYPT_BEGIN_ISA

void init(Poly1305State& state, const std::uint8_t* key) { start(state, key); }
void finish(Poly1305State& state, const std::uint8_t* in, std::size_t len, std::uint8_t* tag) { finish_serial(state, in, len, tag); }
template <int L>
void blocks(Poly1305State& state, const std::uint8_t* in, std::size_t n)
{
    blocks_vector<ArrayU64<L>>(state, in, n);
}
template <int L>
void aead_tags(const Poly1305Message* messages, std::size_t n)
{
    aead_tags_vector<ArrayU64<L>>(messages, n);
}

constexpr Poly1305Ops two = {Isa::portable, init, blocks<2>, finish, aead_tags<2>};
constexpr Poly1305Ops four = {Isa::portable, init, blocks<4>, finish, aead_tags<4>};

LANECRYPT_END_ISA

extern "C" constinit const lanecrypt::Poly1305Ops lanecrypt_poly1305_array2_ops = lanecrypt::LANECRYPT_ISA::two;
extern "C" constinit const lanecrypt::Poly1305Ops lanecrypt_poly1305_array4_ops = lanecrypt::LANECRYPT_ISA::four;
