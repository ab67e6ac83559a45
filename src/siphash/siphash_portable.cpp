// SipHash of many messages in general registers, two side by side: any machine.
#define LANECRYPT_ISA portable
#include "siphash/siphash_shapes.h"
#include "tuning/siphash_tuning.h"

LANECRYPT_BEGIN_ISA

constexpr tuning::SipHashTuning tuned = tuning::siphash_portable;
using Shapes = SipHashShapes<U64x1, tuned.wide, tuned.single, tuned.scalar>;

LANECRYPT_END_ISA

extern "C" constinit const lanecrypt::SipHashOps LANECRYPT_OPS_NAME(siphash) = {
    lanecrypt::Isa::LANECRYPT_ISA, lanecrypt::LANECRYPT_ISA::Shapes::sip24, lanecrypt::LANECRYPT_ISA::Shapes::sip13,
    lanecrypt::LANECRYPT_ISA::Shapes::prepared24};
