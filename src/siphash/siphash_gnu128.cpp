// SipHash of many messages, two in a register on any other architecture with a vector unit.
#define LANECRYPT_ISA gnu128
#include "simd/gnu.h"
#include "siphash/siphash_shapes.h"
#include "tuning/siphash_tuning.h"

LANECRYPT_BEGIN_ISA

constexpr tuning::SipHashTuning tuned = tuning::siphash_gnu128;
using Shapes = SipHashShapes<U64x2, tuned.wide, tuned.single, tuned.scalar>;

LANECRYPT_END_ISA

extern "C" constinit const lanecrypt::SipHashOps LANECRYPT_OPS_NAME(siphash) = {
    lanecrypt::Isa::LANECRYPT_ISA, lanecrypt::LANECRYPT_ISA::Shapes::sip24, lanecrypt::LANECRYPT_ISA::Shapes::sip13,
    lanecrypt::LANECRYPT_ISA::Shapes::prepared24};
