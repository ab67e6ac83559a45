// SipHash of many messages, AArch64: two in a register, and two more in general registers where that pays.
#define LANECRYPT_ISA neon
#include "simd/neon.h"
#include "siphash/siphash_mixed.h"
#include "siphash/siphash_shapes.h"
#include "tuning/siphash_tuning.h"

LANECRYPT_BEGIN_ISA

#if LANECRYPT_SIPHASH_NEON_ALONE
constexpr tuning::SipHashTuning tuned = tuning::siphash_neon_alone;
using Lanes = U64x2;
#else
constexpr tuning::SipHashTuning tuned = tuning::siphash_neon;
using Lanes = U64x2And2;
#endif
using Shapes = SipHashShapes<Lanes, tuned.wide, tuned.single, tuned.scalar>;

LANECRYPT_END_ISA

extern "C" constinit const lanecrypt::SipHashOps LANECRYPT_OPS_NAME(siphash) = {
    lanecrypt::Isa::LANECRYPT_ISA, lanecrypt::LANECRYPT_ISA::Shapes::sip24, lanecrypt::LANECRYPT_ISA::Shapes::sip13,
    lanecrypt::LANECRYPT_ISA::Shapes::prepared24};
