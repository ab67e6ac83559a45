// Poly1305: twice two blocks at a time in the lanes.
#define LANECRYPT_ISA neon
#include "simd/neon.h"
#include "poly1305/poly1305_kernel.h"

LANECRYPT_BEGIN_ISA

void init(Poly1305State& state, const std::uint8_t* key) { start(state, key); }
void blocks(Poly1305State& state, const std::uint8_t* in, std::size_t n) { blocks_vector<U64x2>(state, in, n); }
void finish(Poly1305State& state, const std::uint8_t* in, std::size_t len, std::uint8_t* tag) { finish_serial(state, in, len, tag); }
void aead_tags(const Poly1305Message* messages, std::size_t n) { aead_tags_vector<U64x2>(messages, n); }

constexpr Poly1305Ops table = {Isa::LANECRYPT_ISA, init, blocks, finish, aead_tags};

LANECRYPT_END_ISA

extern "C" constinit const lanecrypt::Poly1305Ops LANECRYPT_OPS_NAME(poly1305) = lanecrypt::LANECRYPT_ISA::table;
