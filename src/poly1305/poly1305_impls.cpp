// The implementations of Poly1305, best first. There is none of two lanes on x86-64 (SSE2): at 16 KiB it took 0.88 to
// 0.98 c/B and the portable one 0.55 to 0.60 (EPYC Zen 5). GNU vectors have no widening multiplication.
#include "dispatch/impls.h"
#include "poly1305/poly1305_ops.h"

LANECRYPT_DECLARE_OPS(Poly1305Ops, poly1305, avx512ifma)
LANECRYPT_DECLARE_OPS(Poly1305Ops, poly1305, avx512ifma256)
LANECRYPT_DECLARE_OPS(Poly1305Ops, poly1305, avx2)
LANECRYPT_DECLARE_OPS(Poly1305Ops, poly1305, neon)
LANECRYPT_DECLARE_OPS(Poly1305Ops, poly1305, portable)

namespace lanecrypt::dispatch {
namespace {
constexpr Impl impls[] = {
#if LANECRYPT_HAVE_avx512ifma
    LANECRYPT_IMPL(poly1305, avx512ifma)
#endif
#if LANECRYPT_HAVE_avx512ifma256
    LANECRYPT_IMPL(poly1305, avx512ifma256)
#endif
#if LANECRYPT_HAVE_avx2
    LANECRYPT_IMPL(poly1305, avx2)
#endif
#if LANECRYPT_HAVE_neon
    LANECRYPT_IMPL(poly1305, neon)
#endif
    LANECRYPT_IMPL(poly1305, portable)
};
}  // namespace

constinit Slot<Poly1305Ops> poly1305_slot{"poly1305", impls, sizeof impls / sizeof impls[0], self_test_thunk<Poly1305Ops, poly1305_self_test>};

}  // namespace lanecrypt::dispatch
