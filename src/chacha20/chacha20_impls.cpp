// The implementations of ChaCha20, best first.
#include "chacha20/chacha20_plan.h"
#include "cpu/policy.h"
#include "dispatch/impls.h"
#include "tuning/profile.h"

LANECRYPT_DECLARE_OPS(ChaCha20Tables, chacha20, avx512)
LANECRYPT_DECLARE_OPS(ChaCha20Tables, chacha20, avx512vl)
LANECRYPT_DECLARE_OPS(ChaCha20Tables, chacha20, avx2)
LANECRYPT_DECLARE_OPS(ChaCha20Tables, chacha20, ssse3)
LANECRYPT_DECLARE_OPS(ChaCha20Tables, chacha20, sse2)
LANECRYPT_DECLARE_OPS(ChaCha20Tables, chacha20, neon)
LANECRYPT_DECLARE_OPS(ChaCha20Tables, chacha20, gnu128)
LANECRYPT_DECLARE_OPS(ChaCha20Tables, chacha20, portable)

namespace lanecrypt::dispatch {
namespace {
constexpr Impl impls[] = {
#if LANECRYPT_HAVE_avx512
    LANECRYPT_IMPL(chacha20, avx512)
#endif
#if LANECRYPT_HAVE_avx512vl
    LANECRYPT_IMPL(chacha20, avx512vl)
#endif
#if LANECRYPT_HAVE_avx2
    LANECRYPT_IMPL(chacha20, avx2)
#endif
#if LANECRYPT_HAVE_ssse3
    LANECRYPT_IMPL(chacha20, ssse3)
#endif
#if LANECRYPT_HAVE_sse2
    LANECRYPT_IMPL(chacha20, sse2)
#endif
#if LANECRYPT_HAVE_neon
    LANECRYPT_IMPL(chacha20, neon)
#endif
#if LANECRYPT_HAVE_gnu128
    LANECRYPT_IMPL(chacha20, gnu128)
#endif
    LANECRYPT_IMPL(chacha20, portable)
};

// A kernel's tables begin with the one that the list names.
const void* suited(const void* ops) { return &chacha20_suited(*static_cast<const ChaCha20Tables*>(ops)); }
}  // namespace

constinit Slot<ChaCha20Ops> chacha20_slot{"chacha20", impls, sizeof impls / sizeof impls[0], self_test_thunk<ChaCha20Ops, chacha20_self_test>, suited};

}  // namespace lanecrypt::dispatch
