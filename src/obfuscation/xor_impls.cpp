// The implementations of XOR obfuscation, best first.
#include "dispatch/impls.h"
#include "obfuscation/xor_ops.h"

LANECRYPT_DECLARE_OPS(XorOps, xor, avx512)
LANECRYPT_DECLARE_OPS(XorOps, xor, avx2)
LANECRYPT_DECLARE_OPS(XorOps, xor, sse2)
LANECRYPT_DECLARE_OPS(XorOps, xor, neon)
LANECRYPT_DECLARE_OPS(XorOps, xor, gnu128)
LANECRYPT_DECLARE_OPS(XorOps, xor, portable)

namespace lanecrypt::dispatch {
namespace {
constexpr Impl impls[] = {
#if LANECRYPT_HAVE_avx512
    LANECRYPT_IMPL(xor, avx512)
#endif
#if LANECRYPT_HAVE_avx2
    LANECRYPT_IMPL(xor, avx2)
#endif
#if LANECRYPT_HAVE_sse2
    LANECRYPT_IMPL(xor, sse2)
#endif
#if LANECRYPT_HAVE_neon
    LANECRYPT_IMPL(xor, neon)
#endif
#if LANECRYPT_HAVE_gnu128
    LANECRYPT_IMPL(xor, gnu128)
#endif
    LANECRYPT_IMPL(xor, portable)
};
}  // namespace

constinit Slot<XorOps> xor_slot{"xor", impls, sizeof impls / sizeof impls[0], self_test_thunk<XorOps, xor_self_test>};

}  // namespace lanecrypt::dispatch
