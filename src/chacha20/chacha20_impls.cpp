// The implementations of ChaCha20, best first.
#include "chacha20/chacha20_ops.h"
#include "cpu/policy.h"
#include "dispatch/impls.h"
#include "tuning/profile.h"

LANECRYPT_DECLARE_OPS(ChaCha20Ops, chacha20, avx512)
LANECRYPT_DECLARE_OPS(ChaCha20Ops, chacha20, avx512vl)
LANECRYPT_DECLARE_OPS(ChaCha20Ops, chacha20, avx2)
LANECRYPT_DECLARE_OPS(ChaCha20Ops, chacha20, ssse3)
LANECRYPT_DECLARE_OPS(ChaCha20Ops, chacha20, sse2)
LANECRYPT_DECLARE_OPS(ChaCha20Ops, chacha20, neon)
LANECRYPT_DECLARE_OPS(ChaCha20Ops, chacha20, gnu128)
LANECRYPT_DECLARE_OPS(ChaCha20Ops, chacha20, portable)

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

const void* suited(const void* ops)
{
    const auto* const table = static_cast<const ChaCha20Ops*>(ops);
    const std::uint32_t plan = tuning::value(tuning::Tuned::chacha20_plan);
    const bool slow = plan == 0 ? (cpu::features() & F_VECTOR_LATENCY2) != 0 : plan == 2;
    return slow && table->slow_vectors != nullptr ? table->slow_vectors : table;
}
}  // namespace

constinit Slot<ChaCha20Ops> chacha20_slot{"chacha20", impls, sizeof impls / sizeof impls[0], self_test_thunk<ChaCha20Ops, chacha20_self_test>, suited};

}  // namespace lanecrypt::dispatch
