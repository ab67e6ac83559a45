// The portable implementation's 32-bit arithmetic, on any machine.
#define LANECRYPT_ISA portable32
#define LANECRYPT_LEVEL_portable32 0
#define LANECRYPT_POLY1305_BITS 32
#include "poly1305/poly1305_serial.h"

LANECRYPT_BEGIN_ISA

void init(Poly1305State& state, const std::uint8_t* key) { start(state, key); }
void blocks(Poly1305State& state, const std::uint8_t* in, std::size_t n) { blocks_serial(state, in, n); }
void finish(Poly1305State& state, const std::uint8_t* in, std::size_t len, std::uint8_t* tag) { finish_serial(state, in, len, tag); }
void aead_tags(const Poly1305Message* messages, std::size_t n) { aead_tags_serial(messages, n); }

constexpr Poly1305Ops table = {Isa::portable, init, blocks, finish, aead_tags};

LANECRYPT_END_ISA

extern "C" constinit const lanecrypt::Poly1305Ops LANECRYPT_OPS_NAME(poly1305) = lanecrypt::LANECRYPT_ISA::table;
