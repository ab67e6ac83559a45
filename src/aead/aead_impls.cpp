// The implementations of ChaCha20-Poly1305, best first: for each instruction set its cipher and the best authenticator
// that the same processors can run.
#include "aead/aead_ops.h"
#include "chacha20/chacha20_plan.h"
#include "dispatch/impls.h"

LANECRYPT_DECLARE_OPS(ChaCha20Tables, chacha20, avx512)
LANECRYPT_DECLARE_OPS(ChaCha20Tables, chacha20, avx512vl)
LANECRYPT_DECLARE_OPS(ChaCha20Tables, chacha20, avx2)
LANECRYPT_DECLARE_OPS(ChaCha20Tables, chacha20, ssse3)
LANECRYPT_DECLARE_OPS(ChaCha20Tables, chacha20, sse2)
LANECRYPT_DECLARE_OPS(ChaCha20Tables, chacha20, neon)
LANECRYPT_DECLARE_OPS(ChaCha20Tables, chacha20, gnu128)
LANECRYPT_DECLARE_OPS(ChaCha20Tables, chacha20, portable)
LANECRYPT_DECLARE_OPS(Poly1305Ops, poly1305, avx512ifma)
LANECRYPT_DECLARE_OPS(Poly1305Ops, poly1305, avx512ifma256)
LANECRYPT_DECLARE_OPS(Poly1305Ops, poly1305, avx2)
LANECRYPT_DECLARE_OPS(Poly1305Ops, poly1305, neon)
LANECRYPT_DECLARE_OPS(Poly1305Ops, poly1305, portable)
LANECRYPT_DECLARE_OPS(AeadFusedOps, aead_fused, avx512vl)
LANECRYPT_DECLARE_OPS(AeadFusedOps, aead_fused, avx2)

// isa, cipher, authenticator, fused kernels
#define LANECRYPT_AEAD_TABLE(isa, cipher, plan, mac, fused_seal, fused_open) \
    {Isa::isa, &lanecrypt_chacha20_##cipher##_ops.plan, &lanecrypt_poly1305_##mac##_ops, fused_seal, fused_open}
#define LANECRYPT_AEAD(isa, cipher, mac, fused_seal, fused_open)                                  \
    constexpr Tables isa##_tables = {{LANECRYPT_AEAD_TABLE(isa, cipher, fast, mac, fused_seal, fused_open),      \
                                      LANECRYPT_AEAD_TABLE(isa, cipher, slow, mac, fused_seal, fused_open),      \
                                      LANECRYPT_AEAD_TABLE(isa, cipher, profiled, mac, fused_seal, fused_open)}, \
                                     &lanecrypt_chacha20_##cipher##_ops};
#define LANECRYPT_AEAD_IMPL(isa) {&isa##_tables, Isa::isa},

namespace lanecrypt::dispatch {
namespace {

// One implementation with each plan of its cipher.
struct Tables {
    AeadOps by_plan[3];  // by ChaCha20PlanKind
    const ChaCha20Tables* cipher;
};
const void* suited(const void* ops)
{
    const auto& tables = *static_cast<const Tables*>(ops);
    return &tables.by_plan[static_cast<int>(chacha20_plan_kind(*tables.cipher))];
}

#if LANECRYPT_HAVE_avx512ifma
LANECRYPT_AEAD(avx512ifma, avx512, avx512ifma, nullptr, nullptr)
#endif
#if LANECRYPT_HAVE_avx512ifma256
LANECRYPT_AEAD(avx512ifma256, avx512vl, avx512ifma256, nullptr, nullptr)
#endif
#if LANECRYPT_HAVE_avx512
LANECRYPT_AEAD(avx512, avx512, avx2, nullptr, nullptr)
#endif
#if LANECRYPT_HAVE_avx512vl
LANECRYPT_AEAD(avx512vl, avx512vl, avx2, &lanecrypt_aead_fused_avx512vl_ops, &lanecrypt_aead_fused_avx512vl_ops)
#endif
#if LANECRYPT_HAVE_avx2
LANECRYPT_AEAD(avx2, avx2, avx2, &lanecrypt_aead_fused_avx2_ops, &lanecrypt_aead_fused_avx2_ops)
#endif
#if LANECRYPT_HAVE_ssse3
LANECRYPT_AEAD(ssse3, ssse3, portable, nullptr, nullptr)
#endif
#if LANECRYPT_HAVE_sse2
LANECRYPT_AEAD(sse2, sse2, portable, nullptr, nullptr)
#endif
#if LANECRYPT_HAVE_neon
LANECRYPT_AEAD(neon, neon, neon, nullptr, nullptr)
#endif
#if LANECRYPT_HAVE_gnu128
LANECRYPT_AEAD(gnu128, gnu128, portable, nullptr, nullptr)
#endif
LANECRYPT_AEAD(portable, portable, portable, nullptr, nullptr)

constexpr Impl impls[] = {
#if LANECRYPT_HAVE_avx512ifma
    LANECRYPT_AEAD_IMPL(avx512ifma)
#endif
#if LANECRYPT_HAVE_avx512
    LANECRYPT_AEAD_IMPL(avx512)
#endif
#if LANECRYPT_HAVE_avx512ifma256
    LANECRYPT_AEAD_IMPL(avx512ifma256)
#endif
#if LANECRYPT_HAVE_avx512vl
    LANECRYPT_AEAD_IMPL(avx512vl)
#endif
#if LANECRYPT_HAVE_avx2
    LANECRYPT_AEAD_IMPL(avx2)
#endif
#if LANECRYPT_HAVE_ssse3
    LANECRYPT_AEAD_IMPL(ssse3)
#endif
#if LANECRYPT_HAVE_sse2
    LANECRYPT_AEAD_IMPL(sse2)
#endif
#if LANECRYPT_HAVE_neon
    LANECRYPT_AEAD_IMPL(neon)
#endif
#if LANECRYPT_HAVE_gnu128
    LANECRYPT_AEAD_IMPL(gnu128)
#endif
    LANECRYPT_AEAD_IMPL(portable)
};

}  // namespace

constinit Slot<AeadOps> aead_slot{"aead", impls, sizeof impls / sizeof impls[0], self_test_thunk<AeadOps, aead_self_test>, suited};

}  // namespace lanecrypt::dispatch
