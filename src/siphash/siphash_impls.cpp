// The implementations of SipHash over many messages, best first.
#include "dispatch/impls.h"
#include "siphash/siphash_ops.h"

LANECRYPT_DECLARE_OPS(SipHashOps, siphash, avx512)
LANECRYPT_DECLARE_OPS(SipHashOps, siphash, avx512vl)
LANECRYPT_DECLARE_OPS(SipHashOps, siphash, avx2)
LANECRYPT_DECLARE_OPS(SipHashOps, siphash, neon)
LANECRYPT_DECLARE_OPS(SipHashOps, siphash, gnu128)
LANECRYPT_DECLARE_OPS(SipHashOps, siphash, portable)

namespace lanecrypt::dispatch {
namespace {
constexpr Impl impls[] = {
#if LANECRYPT_HAVE_avx512
    LANECRYPT_IMPL(siphash, avx512)
#endif
#if LANECRYPT_HAVE_avx512vl
    LANECRYPT_IMPL(siphash, avx512vl)
#endif
#if LANECRYPT_HAVE_avx2
    LANECRYPT_IMPL(siphash, avx2)
#endif
#if LANECRYPT_HAVE_neon
    LANECRYPT_IMPL(siphash, neon)
#endif
#if LANECRYPT_HAVE_gnu128
    LANECRYPT_IMPL(siphash, gnu128)
#endif
    LANECRYPT_IMPL(siphash, portable)
};
}  // namespace

constinit Slot<SipHashOps> siphash_slot{"siphash", impls, sizeof impls / sizeof impls[0], self_test_thunk<SipHashOps, siphash_self_test>};

}  // namespace lanecrypt::dispatch
