// Crypto++: objects are kept; its ciphers take key and nonce together.
#include <cryptopp/chacha.h>
#include <cryptopp/chachapoly.h>
#include <cryptopp/config.h>
#include <cryptopp/poly1305.h>
#include <cryptopp/sha.h>
#include <cryptopp/siphash.h>

#include <cstring>

#include "peers/peers.h"

namespace lanecrypt::cli {
namespace {

void sha256(std::uint8_t out[32], const std::uint8_t* in, std::size_t len)
{
    static CryptoPP::SHA256 hash;
    hash.CalculateDigest(out, in, len);
}

void chacha20(std::uint8_t* out, const std::uint8_t* in, std::size_t len, const std::uint8_t nonce[12], std::uint32_t counter,
              const std::uint8_t key[32])
{
    static CryptoPP::ChaChaTLS::Encryption cipher;
    cipher.SetKeyWithIV(key, 32, nonce, 12);
    if (counter != 0) cipher.Seek(std::uint64_t{64} * counter);
    cipher.ProcessData(out, in, len);
}

void poly1305(std::uint8_t tag[16], const std::uint8_t* in, std::size_t len, const std::uint8_t key[32])
{
    static CryptoPP::Poly1305TLS mac;
    mac.SetKey(key, 32);
    mac.CalculateDigest(tag, in, len);
}

std::uint64_t siphash24(const std::uint8_t* in, std::size_t len, std::uint64_t k0, std::uint64_t k1)
{
    static CryptoPP::SipHash<2, 4, false> mac;
    std::uint8_t key[16], out[8];
    for (int i = 0; i < 8; ++i) {
        key[i] = static_cast<std::uint8_t>(k0 >> 8 * i);
        key[8 + i] = static_cast<std::uint8_t>(k1 >> 8 * i);
    }
    mac.SetKey(key, 16);
    mac.CalculateDigest(out, in, len);
    std::uint64_t h = 0;
    for (int i = 8; i-- > 0;) h = h << 8 | out[i];
    return h;
}

void seal(std::uint8_t* ct, std::uint8_t tag[16], const std::uint8_t* pt, std::size_t len, const std::uint8_t* aad, std::size_t aad_len,
          const std::uint8_t nonce[12], const std::uint8_t key[32])
{
    static CryptoPP::ChaCha20Poly1305::Encryption cipher;
    cipher.SetKeyWithIV(key, 32, nonce, 12);
    cipher.EncryptAndAuthenticate(ct, tag, 16, nonce, 12, aad, aad_len, pt, len);
}

bool open(std::uint8_t* pt, const std::uint8_t* ct, std::size_t len, const std::uint8_t tag[16], const std::uint8_t* aad, std::size_t aad_len,
          const std::uint8_t nonce[12], const std::uint8_t key[32])
{
    static CryptoPP::ChaCha20Poly1305::Decryption cipher;
    cipher.SetKeyWithIV(key, 32, nonce, 12);
    return cipher.DecryptAndVerify(pt, tag, 16, nonce, 12, aad, aad_len, ct, len);
}

}  // namespace

Peer peer_cryptopp()
{
    Peer p;
    const int v = CryptoPP::LibraryVersion();
    p.name = "Crypto++ " + std::to_string(v / 100) + "." + std::to_string(v / 10 % 10);
    p.sha256 = sha256;
    p.chacha20 = chacha20;
    p.poly1305 = poly1305;
    p.siphash24 = siphash24;
    p.seal = seal;
    p.open = open;
    return p;
}

}  // namespace lanecrypt::cli
