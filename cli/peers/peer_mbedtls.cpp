// Mbed TLS 2.28 (plain C in its Debian build).
#include <mbedtls/chacha20.h>
#include <mbedtls/chachapoly.h>
#include <mbedtls/poly1305.h>
#include <mbedtls/sha256.h>
#include <mbedtls/version.h>

#include "peers/key_cache.h"
#include "peers/peers.h"

namespace lanecrypt::cli {
namespace {

void sha256(std::uint8_t out[32], const std::uint8_t* in, std::size_t len)
{
#if MBEDTLS_VERSION_MAJOR >= 3
    mbedtls_sha256(in, len, out, 0);
#else
    mbedtls_sha256_ret(in, len, out, 0);
#endif
}

void chacha20(std::uint8_t* out, const std::uint8_t* in, std::size_t len, const std::uint8_t nonce[12], std::uint32_t counter,
              const std::uint8_t key[32])
{
    mbedtls_chacha20_crypt(key, nonce, counter, len, in, out);
}

void poly1305(std::uint8_t tag[16], const std::uint8_t* in, std::size_t len, const std::uint8_t key[32]) { mbedtls_poly1305_mac(key, in, len, tag); }

mbedtls_chachapoly_context* aead(const std::uint8_t key[32])
{
    static mbedtls_chachapoly_context ctx;
    static KeyCache cache;
    static const bool ready = (mbedtls_chachapoly_init(&ctx), true);
    if (ready && cache.changed(key)) mbedtls_chachapoly_setkey(&ctx, key);
    return &ctx;
}

void seal(std::uint8_t* ct, std::uint8_t tag[16], const std::uint8_t* pt, std::size_t len, const std::uint8_t* aad, std::size_t aad_len,
          const std::uint8_t nonce[12], const std::uint8_t key[32])
{
    mbedtls_chachapoly_encrypt_and_tag(aead(key), len, nonce, aad, aad_len, pt, ct, tag);
}

bool open(std::uint8_t* pt, const std::uint8_t* ct, std::size_t len, const std::uint8_t tag[16], const std::uint8_t* aad, std::size_t aad_len,
          const std::uint8_t nonce[12], const std::uint8_t key[32])
{
    return mbedtls_chachapoly_auth_decrypt(aead(key), len, nonce, aad, aad_len, tag, ct, pt) == 0;
}

}  // namespace

Peer peer_mbedtls()
{
    char version[16];
    mbedtls_version_get_string(version);
    Peer p;
    p.name = std::string("Mbed TLS ") + version;
    p.sha256 = sha256;
    p.chacha20 = chacha20;
    p.poly1305 = poly1305;
    p.seal = seal;
    p.open = open;
    return p;
}

}  // namespace lanecrypt::cli
