// libgcrypt: handles are kept, the key is set where it changed.
#include <gcrypt.h>

#include <cstring>

#include "peers/key_cache.h"
#include "peers/peers.h"

namespace lanecrypt::cli {
namespace {

gcry_cipher_hd_t cipher(int mode)
{
    gcry_cipher_hd_t h = nullptr;
    gcry_cipher_open(&h, GCRY_CIPHER_CHACHA20, mode, 0);
    return h;
}

void sha256(std::uint8_t out[32], const std::uint8_t* in, std::size_t len) { gcry_md_hash_buffer(GCRY_MD_SHA256, out, in, len); }

void chacha20(std::uint8_t* out, const std::uint8_t* in, std::size_t len, const std::uint8_t nonce[12], std::uint32_t counter,
              const std::uint8_t key[32])
{
    static gcry_cipher_hd_t const h = cipher(GCRY_CIPHER_MODE_STREAM);
    static KeyCache cache;
    std::uint8_t iv[16];
    for (int i = 0; i < 4; ++i) iv[i] = static_cast<std::uint8_t>(counter >> 8 * i);
    std::memcpy(iv + 4, nonce, 12);
    if (cache.changed(key)) gcry_cipher_setkey(h, key, 32);
    gcry_cipher_setiv(h, iv, 16);
    gcry_cipher_encrypt(h, out, len, in, len);
}

void poly1305(std::uint8_t tag[16], const std::uint8_t* in, std::size_t len, const std::uint8_t key[32])
{
    static gcry_mac_hd_t const h = [] {
        gcry_mac_hd_t mac = nullptr;
        gcry_mac_open(&mac, GCRY_MAC_POLY1305, 0, nullptr);
        return mac;
    }();
    std::size_t n = 16;
    gcry_mac_setkey(h, key, 32);
    gcry_mac_write(h, in, len);
    gcry_mac_read(h, tag, &n);
}

gcry_cipher_hd_t start(const std::uint8_t* aad, std::size_t aad_len, const std::uint8_t nonce[12], const std::uint8_t key[32])
{
    static gcry_cipher_hd_t const h = cipher(GCRY_CIPHER_MODE_POLY1305);
    static KeyCache cache;
    if (cache.changed(key)) gcry_cipher_setkey(h, key, 32);
    gcry_cipher_setiv(h, nonce, 12);
    if (aad_len != 0) gcry_cipher_authenticate(h, aad, aad_len);
    return h;
}

void seal(std::uint8_t* ct, std::uint8_t tag[16], const std::uint8_t* pt, std::size_t len, const std::uint8_t* aad, std::size_t aad_len,
          const std::uint8_t nonce[12], const std::uint8_t key[32])
{
    gcry_cipher_hd_t const h = start(aad, aad_len, nonce, key);
    gcry_cipher_final(h);
    gcry_cipher_encrypt(h, ct, len, pt, len);
    gcry_cipher_gettag(h, tag, 16);
}

bool open(std::uint8_t* pt, const std::uint8_t* ct, std::size_t len, const std::uint8_t tag[16], const std::uint8_t* aad, std::size_t aad_len,
          const std::uint8_t nonce[12], const std::uint8_t key[32])
{
    gcry_cipher_hd_t const h = start(aad, aad_len, nonce, key);
    gcry_cipher_final(h);
    gcry_cipher_decrypt(h, pt, len, ct, len);
    return gcry_cipher_checktag(h, tag, 16) == 0;
}

}  // namespace

Peer peer_libgcrypt()
{
    Peer p;
    p.name = std::string("libgcrypt ") + gcry_check_version(nullptr);
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    p.sha256 = sha256;
    p.chacha20 = chacha20;
    p.poly1305 = poly1305;
    p.seal = seal;
    p.open = open;
    return p;
}

}  // namespace lanecrypt::cli
