// SHA-256, 8 messages at once; the scalar code gains from BMI2 rotates.
#define LANECRYPT_ISA avx2
#include "simd/x86_256.h"
#include "sha256/sha256_lanes.h"

LANECRYPT_BEGIN_ISA

void compress(std::uint32_t* state, const std::uint8_t* in, std::size_t blocks) { compress_words(state, in, blocks); }
void compress_lanes(std::uint32_t* state, const std::uint8_t* const* in, unsigned n, std::size_t blocks)
{
    compress_vectors<U32x8>(state, in, n, blocks);
}
void double64(std::uint8_t* out, const std::uint8_t* in, std::size_t n) { double64_vectors<U32x8>(out, in, n); }

LANECRYPT_END_ISA

extern "C" constinit const lanecrypt::Sha256Ops LANECRYPT_OPS_NAME(sha256) = {
    lanecrypt::Isa::LANECRYPT_ISA, lanecrypt::LANECRYPT_ISA::U32x8::lanes, lanecrypt::LANECRYPT_ISA::compress,
    lanecrypt::LANECRYPT_ISA::compress_lanes, lanecrypt::LANECRYPT_ISA::double64};
