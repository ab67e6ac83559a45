// Nettle. Its Poly1305 is public only inside the AEAD (and with AES).
#include <nettle/chacha-poly1305.h>
#include <nettle/chacha.h>
#include <nettle/memops.h>
#include <nettle/sha2.h>
#include <nettle/version.h>

#include "peers/peers.h"

namespace lanecrypt::cli {
namespace {

void sha256(std::uint8_t out[32], const std::uint8_t* in, std::size_t len)
{
    sha256_ctx ctx;
    sha256_init(&ctx);
    sha256_update(&ctx, len, in);
    sha256_digest(&ctx, 32, out);
}

void chacha20(std::uint8_t* out, const std::uint8_t* in, std::size_t len, const std::uint8_t nonce[12], std::uint32_t counter,
              const std::uint8_t key[32])
{
    const std::uint8_t le[4] = {static_cast<std::uint8_t>(counter), static_cast<std::uint8_t>(counter >> 8), static_cast<std::uint8_t>(counter >> 16),
                                static_cast<std::uint8_t>(counter >> 24)};
    chacha_ctx ctx;
    chacha_set_key(&ctx, key);
    chacha_set_nonce96(&ctx, nonce);
    chacha_set_counter32(&ctx, le);
    chacha_crypt32(&ctx, len, out, in);
}

void start(chacha_poly1305_ctx& ctx, const std::uint8_t* aad, std::size_t aad_len, const std::uint8_t nonce[12], const std::uint8_t key[32])
{
    chacha_poly1305_set_key(&ctx, key);
    chacha_poly1305_set_nonce(&ctx, nonce);
    chacha_poly1305_update(&ctx, aad_len, aad);
}

void seal(std::uint8_t* ct, std::uint8_t tag[16], const std::uint8_t* pt, std::size_t len, const std::uint8_t* aad, std::size_t aad_len,
          const std::uint8_t nonce[12], const std::uint8_t key[32])
{
    chacha_poly1305_ctx ctx;
    start(ctx, aad, aad_len, nonce, key);
    chacha_poly1305_encrypt(&ctx, len, ct, pt);
    chacha_poly1305_digest(&ctx, 16, tag);
}

bool open(std::uint8_t* pt, const std::uint8_t* ct, std::size_t len, const std::uint8_t tag[16], const std::uint8_t* aad, std::size_t aad_len,
          const std::uint8_t nonce[12], const std::uint8_t key[32])
{
    chacha_poly1305_ctx ctx;
    std::uint8_t want[16];
    start(ctx, aad, aad_len, nonce, key);
    chacha_poly1305_decrypt(&ctx, len, pt, ct);
    chacha_poly1305_digest(&ctx, 16, want);
    return memeql_sec(want, tag, 16) != 0;
}

}  // namespace

Peer peer_nettle()
{
    Peer p;
    p.name = "Nettle " + std::to_string(nettle_version_major()) + "." + std::to_string(nettle_version_minor());
    p.sha256 = sha256;
    p.chacha20 = chacha20;
    p.seal = seal;
    p.open = open;
    return p;
}

}  // namespace lanecrypt::cli
