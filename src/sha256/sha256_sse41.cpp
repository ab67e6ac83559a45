// SHA-256, 4 messages at once.
#define LANECRYPT_ISA sse41
#include "simd/x86_128.h"
#include "sha256/sha256_lanes.h"

LANECRYPT_BEGIN_ISA

void compress(std::uint32_t* state, const std::uint8_t* in, std::size_t blocks) { compress_words(state, in, blocks); }
void compress_lanes(std::uint32_t* state, const std::uint8_t* const* in, unsigned n, std::size_t blocks)
{
    compress_vectors<U32x4>(state, in, n, blocks);
}
void double64(std::uint8_t* out, const std::uint8_t* in, std::size_t n) { double64_vectors<U32x4>(out, in, n); }

LANECRYPT_END_ISA

extern "C" constinit const lanecrypt::Sha256Ops LANECRYPT_OPS_NAME(sha256) = {
    lanecrypt::Isa::LANECRYPT_ISA, lanecrypt::LANECRYPT_ISA::U32x4::lanes, lanecrypt::LANECRYPT_ISA::compress,
    lanecrypt::LANECRYPT_ISA::compress_lanes, lanecrypt::LANECRYPT_ISA::double64};
