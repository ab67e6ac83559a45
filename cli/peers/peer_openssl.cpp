// OpenSSL 3: contexts are kept, keys and nonces set for each message.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/sha.h>

#include <cstring>

#include "peers/peers.h"

namespace lanecrypt::cli {
namespace {

EVP_CIPHER_CTX* cipher(const EVP_CIPHER* type)
{
    EVP_CIPHER_CTX* const ctx = EVP_CIPHER_CTX_new();
    EVP_CipherInit_ex(ctx, type, nullptr, nullptr, nullptr, 1);
    return ctx;
}

EVP_MAC_CTX* mac(const char* name, std::size_t tag)
{
    EVP_MAC* const type = EVP_MAC_fetch(nullptr, name, nullptr);
    EVP_MAC_CTX* const ctx = EVP_MAC_CTX_new(type);
    OSSL_PARAM size[] = {OSSL_PARAM_construct_size_t("size", &tag), OSSL_PARAM_construct_end()};
    if (tag != 16) EVP_MAC_CTX_set_params(ctx, size);
    EVP_MAC_free(type);
    return ctx;
}

// The functions without a context to allocate: OpenSSL's fastest way for short messages.
void sha256(std::uint8_t out[32], const std::uint8_t* in, std::size_t len) { SHA256(in, len, out); }

void chacha20(std::uint8_t* out, const std::uint8_t* in, std::size_t len, const std::uint8_t nonce[12], std::uint32_t counter,
              const std::uint8_t key[32])
{
    static EVP_CIPHER_CTX* const ctx = cipher(EVP_chacha20());
    const std::uint8_t le[4] = {static_cast<std::uint8_t>(counter), static_cast<std::uint8_t>(counter >> 8), static_cast<std::uint8_t>(counter >> 16),
                                static_cast<std::uint8_t>(counter >> 24)};
    std::uint8_t iv[16];
    std::memcpy(iv, le, 4);
    std::memcpy(iv + 4, nonce, 12);
    int n;
    EVP_EncryptInit_ex(ctx, nullptr, nullptr, key, iv);
    EVP_EncryptUpdate(ctx, out, &n, in, static_cast<int>(len));
}

void poly1305(std::uint8_t tag[16], const std::uint8_t* in, std::size_t len, const std::uint8_t key[32])
{
    static EVP_MAC_CTX* const ctx = mac("POLY1305", 16);
    std::size_t n;
    EVP_MAC_init(ctx, key, 32, nullptr);
    EVP_MAC_update(ctx, in, len);
    EVP_MAC_final(ctx, tag, &n, 16);
}

std::uint64_t siphash24(const std::uint8_t* in, std::size_t len, std::uint64_t k0, std::uint64_t k1)
{
    static EVP_MAC_CTX* const ctx = mac("SIPHASH", 8);
    std::uint8_t key[16], out[8];
    for (int i = 0; i < 8; ++i) {
        key[i] = static_cast<std::uint8_t>(k0 >> 8 * i);
        key[8 + i] = static_cast<std::uint8_t>(k1 >> 8 * i);
    }
    std::size_t n;
    EVP_MAC_init(ctx, key, 16, nullptr);
    EVP_MAC_update(ctx, in, len);
    EVP_MAC_final(ctx, out, &n, 8);
    std::uint64_t h = 0;
    for (int i = 8; i-- > 0;) h = h << 8 | out[i];
    return h;
}

void seal(std::uint8_t* ct, std::uint8_t tag[16], const std::uint8_t* pt, std::size_t len, const std::uint8_t* aad, std::size_t aad_len,
          const std::uint8_t nonce[12], const std::uint8_t key[32])
{
    static EVP_CIPHER_CTX* const ctx = cipher(EVP_chacha20_poly1305());
    int n;
    EVP_EncryptInit_ex(ctx, nullptr, nullptr, key, nonce);
    if (aad_len != 0) EVP_EncryptUpdate(ctx, nullptr, &n, aad, static_cast<int>(aad_len));
    if (len != 0) EVP_EncryptUpdate(ctx, ct, &n, pt, static_cast<int>(len));
    EVP_EncryptFinal_ex(ctx, ct + len, &n);
    EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, 16, tag);
}

bool open(std::uint8_t* pt, const std::uint8_t* ct, std::size_t len, const std::uint8_t tag[16], const std::uint8_t* aad, std::size_t aad_len,
          const std::uint8_t nonce[12], const std::uint8_t key[32])
{
    static EVP_CIPHER_CTX* const ctx = cipher(EVP_chacha20_poly1305());
    int n;
    EVP_DecryptInit_ex(ctx, nullptr, nullptr, key, nonce);
    EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, 16, const_cast<std::uint8_t*>(tag));
    if (aad_len != 0) EVP_DecryptUpdate(ctx, nullptr, &n, aad, static_cast<int>(aad_len));
    if (len != 0) EVP_DecryptUpdate(ctx, pt, &n, ct, static_cast<int>(len));
    return EVP_DecryptFinal_ex(ctx, pt + len, &n) > 0;
}

}  // namespace

Peer peer_openssl()
{
    Peer p;
    p.name = std::string("OpenSSL ") + OpenSSL_version(OPENSSL_VERSION_STRING);
    p.sha256 = sha256;
    p.chacha20 = chacha20;
    p.poly1305 = poly1305;
    p.siphash24 = siphash24;
    p.seal = seal;
    p.open = open;
    return p;
}

}  // namespace lanecrypt::cli
