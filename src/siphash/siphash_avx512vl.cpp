// SipHash of many messages, four in a register with native rotates.
#define LANECRYPT_ISA avx512vl
#include "simd/x86_256.h"
#include "siphash/siphash_shapes.h"
#include "tuning/siphash_tuning.h"

LANECRYPT_BEGIN_ISA

constexpr tuning::SipHashTuning tuned = tuning::siphash_avx512vl;
using Shapes = SipHashShapes<U64x4, tuned.wide, tuned.single, tuned.scalar>;

LANECRYPT_END_ISA

extern "C" constinit const lanecrypt::SipHashOps LANECRYPT_OPS_NAME(siphash) = {
    lanecrypt::Isa::LANECRYPT_ISA, lanecrypt::LANECRYPT_ISA::Shapes::sip24, lanecrypt::LANECRYPT_ISA::Shapes::sip13,
    lanecrypt::LANECRYPT_ISA::Shapes::prepared24};
