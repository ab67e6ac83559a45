// SHA-256, one message at a time, any machine.
#define LANECRYPT_ISA portable
#include "sha256/sha256_lanes.h"

LANECRYPT_BEGIN_ISA

void compress(std::uint32_t* state, const std::uint8_t* in, std::size_t blocks) { compress_words(state, in, blocks); }
void compress_lanes(std::uint32_t* state, const std::uint8_t* const* in, unsigned, std::size_t blocks) { compress_words(state, in[0], blocks); }
void double64(std::uint8_t* out, const std::uint8_t* in, std::size_t n)
{
    for (; n != 0; --n, out += 32, in += 64) double64_words(out, in);
}

LANECRYPT_END_ISA

extern "C" constinit const lanecrypt::Sha256Ops LANECRYPT_OPS_NAME(sha256) = {
    lanecrypt::Isa::LANECRYPT_ISA, 1, lanecrypt::LANECRYPT_ISA::compress, lanecrypt::LANECRYPT_ISA::compress_lanes,
    lanecrypt::LANECRYPT_ISA::double64};
