// libsodium: one-shot functions without contexts.
#include <sodium.h>

#include "peers/peers.h"

namespace lanecrypt::cli {
namespace {

void sha256(std::uint8_t out[32], const std::uint8_t* in, std::size_t len) { crypto_hash_sha256(out, in, len); }

void chacha20(std::uint8_t* out, const std::uint8_t* in, std::size_t len, const std::uint8_t nonce[12], std::uint32_t counter,
              const std::uint8_t key[32])
{
    if (len != 0) crypto_stream_chacha20_ietf_xor_ic(out, in, len, nonce, counter, key);
}

void poly1305(std::uint8_t tag[16], const std::uint8_t* in, std::size_t len, const std::uint8_t key[32]) { crypto_onetimeauth(tag, in, len, key); }

std::uint64_t siphash24(const std::uint8_t* in, std::size_t len, std::uint64_t k0, std::uint64_t k1)
{
    std::uint8_t key[16], out[8];
    for (int i = 0; i < 8; ++i) {
        key[i] = static_cast<std::uint8_t>(k0 >> 8 * i);
        key[8 + i] = static_cast<std::uint8_t>(k1 >> 8 * i);
    }
    crypto_shorthash_siphash24(out, in, len, key);
    std::uint64_t h = 0;
    for (int i = 8; i-- > 0;) h = h << 8 | out[i];
    return h;
}

void seal(std::uint8_t* ct, std::uint8_t tag[16], const std::uint8_t* pt, std::size_t len, const std::uint8_t* aad, std::size_t aad_len,
          const std::uint8_t nonce[12], const std::uint8_t key[32])
{
    crypto_aead_chacha20poly1305_ietf_encrypt_detached(ct, tag, nullptr, pt, len, aad, aad_len, nullptr, nonce, key);
}

bool open(std::uint8_t* pt, const std::uint8_t* ct, std::size_t len, const std::uint8_t tag[16], const std::uint8_t* aad, std::size_t aad_len,
          const std::uint8_t nonce[12], const std::uint8_t key[32])
{
    return crypto_aead_chacha20poly1305_ietf_decrypt_detached(pt, nullptr, ct, len, tag, aad, aad_len, nonce, key) == 0;
}

}  // namespace

Peer peer_libsodium()
{
    Peer p;
    p.name = std::string("libsodium ") + sodium_version_string();
    if (sodium_init() < 0) return p;
    p.sha256 = sha256;
    p.chacha20 = chacha20;
    p.poly1305 = poly1305;
    p.siphash24 = siphash24;
    p.seal = seal;
    p.open = open;
    return p;
}

}  // namespace lanecrypt::cli
