// The implementations of SHA-256, best first: once for a message alone, once for many.
#include "dispatch/impls.h"
#include "sha256/sha256_ops.h"

LANECRYPT_DECLARE_OPS(Sha256Ops, sha256, avx512)
LANECRYPT_DECLARE_OPS(Sha256Ops, sha256, avx512vl)
LANECRYPT_DECLARE_OPS(Sha256Ops, sha256, shani)
LANECRYPT_DECLARE_OPS(Sha256Ops, sha256, avx2)
LANECRYPT_DECLARE_OPS(Sha256Ops, sha256, sse41)
LANECRYPT_DECLARE_OPS(Sha256Ops, sha256, armsha2)
LANECRYPT_DECLARE_OPS(Sha256Ops, sha256, neon)
LANECRYPT_DECLARE_OPS(Sha256Ops, sha256, gnu128)
LANECRYPT_DECLARE_OPS(Sha256Ops, sha256, portable)

namespace lanecrypt::dispatch {
namespace {

constexpr Impl for_one[] = {
#if LANECRYPT_HAVE_shani
    LANECRYPT_IMPL(sha256, shani)
#endif
#if LANECRYPT_HAVE_armsha2
    LANECRYPT_IMPL(sha256, armsha2)
#endif
#if LANECRYPT_HAVE_avx2
    LANECRYPT_IMPL(sha256, avx2)
#endif
    LANECRYPT_IMPL(sha256, portable)
};

// Sixteen lanes of 512 bit beat four SHA-NI streams, and eight of 256 bit do where SHA-NI does not overlap (Ice Lake);
// four streams beat eight AVX2 lanes everywhere. Fewer messages than lanes: src/tuning/sha256_tuning.h.
constexpr Impl for_many[] = {
#if LANECRYPT_HAVE_avx512
    LANECRYPT_IMPL(sha256, avx512)
#endif
#if LANECRYPT_HAVE_avx512vl
    LANECRYPT_IMPL(sha256, avx512vl)
#endif
#if LANECRYPT_HAVE_shani
    LANECRYPT_IMPL(sha256, shani)
#endif
#if LANECRYPT_HAVE_avx2
    LANECRYPT_IMPL(sha256, avx2)
#endif
#if LANECRYPT_HAVE_sse41
    LANECRYPT_IMPL(sha256, sse41)
#endif
#if LANECRYPT_HAVE_armsha2
    LANECRYPT_IMPL(sha256, armsha2)
#endif
#if LANECRYPT_HAVE_neon
    LANECRYPT_IMPL(sha256, neon)
#endif
#if LANECRYPT_HAVE_gnu128
    LANECRYPT_IMPL(sha256, gnu128)
#endif
    LANECRYPT_IMPL(sha256, portable)
};

}  // namespace

constinit Slot<Sha256Ops> sha256_slot{"sha256", for_one, sizeof for_one / sizeof for_one[0], self_test_thunk<Sha256Ops, sha256_self_test>};
constinit Slot<Sha256Ops> sha256_lanes_slot{"sha256_lanes", for_many, sizeof for_many / sizeof for_many[0],
                                            self_test_thunk<Sha256Ops, sha256_self_test>};

}  // namespace lanecrypt::dispatch
