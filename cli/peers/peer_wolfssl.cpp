// wolfSSL's wolfCrypt. Nothing of OpenSSL may be included here: the two define the same names.
#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/chacha.h>
#include <wolfssl/wolfcrypt/chacha20_poly1305.h>
#include <wolfssl/wolfcrypt/poly1305.h>
#include <wolfssl/wolfcrypt/sha256.h>
#include <wolfssl/wolfcrypt/siphash.h>
#include <wolfssl/ssl.h>

#include "peers/key_cache.h"
#include "peers/peers.h"

namespace lanecrypt::cli {
namespace {

void sha256(std::uint8_t out[32], const std::uint8_t* in, std::size_t len)
{
    static wc_Sha256 ctx;
    static const int ready = wc_InitSha256(&ctx);
    if (ready == 0 && wc_Sha256Update(&ctx, in, static_cast<word32>(len)) == 0) wc_Sha256Final(&ctx, out);  // Final makes it ready again
}

void chacha20(std::uint8_t* out, const std::uint8_t* in, std::size_t len, const std::uint8_t nonce[12], std::uint32_t counter,
              const std::uint8_t key[32])
{
    static ChaCha ctx;
    static KeyCache cache;
    if (cache.changed(key)) wc_Chacha_SetKey(&ctx, key, 32);
    wc_Chacha_SetIV(&ctx, nonce, counter);
    wc_Chacha_Process(&ctx, out, in, static_cast<word32>(len));
}

void poly1305(std::uint8_t tag[16], const std::uint8_t* in, std::size_t len, const std::uint8_t key[32])
{
    static Poly1305 ctx;
    wc_Poly1305SetKey(&ctx, key, 32);
    wc_Poly1305Update(&ctx, in, static_cast<word32>(len));
    wc_Poly1305Final(&ctx, tag);
}

#if defined(WOLFSSL_SIPHASH)
std::uint64_t siphash24(const std::uint8_t* in, std::size_t len, std::uint64_t k0, std::uint64_t k1)
{
    std::uint8_t key[16], out[8];
    for (int i = 0; i < 8; ++i) {
        key[i] = static_cast<std::uint8_t>(k0 >> 8 * i);
        key[8 + i] = static_cast<std::uint8_t>(k1 >> 8 * i);
    }
    wc_SipHash(key, in, static_cast<word32>(len), out, 8);
    std::uint64_t h = 0;
    for (int i = 8; i-- > 0;) h = h << 8 | out[i];
    return h;
}
#endif

void seal(std::uint8_t* ct, std::uint8_t tag[16], const std::uint8_t* pt, std::size_t len, const std::uint8_t* aad, std::size_t aad_len,
          const std::uint8_t nonce[12], const std::uint8_t key[32])
{
    wc_ChaCha20Poly1305_Encrypt(key, nonce, aad, static_cast<word32>(aad_len), pt, static_cast<word32>(len), ct, tag);
}

bool open(std::uint8_t* pt, const std::uint8_t* ct, std::size_t len, const std::uint8_t tag[16], const std::uint8_t* aad, std::size_t aad_len,
          const std::uint8_t nonce[12], const std::uint8_t key[32])
{
    return wc_ChaCha20Poly1305_Decrypt(key, nonce, aad, static_cast<word32>(aad_len), ct, static_cast<word32>(len), tag, pt) == 0;
}

}  // namespace

Peer peer_wolfssl()
{
    Peer p;
    p.name = std::string("wolfSSL ") + wolfSSL_lib_version();
    p.sha256 = sha256;
    p.chacha20 = chacha20;
    p.poly1305 = poly1305;
#if defined(WOLFSSL_SIPHASH)
    p.siphash24 = siphash24;
#endif
    p.seal = seal;
    p.open = open;
    return p;
}

}  // namespace lanecrypt::cli
