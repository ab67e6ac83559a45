// Botan 2: objects are kept, keys set where they changed. Its AEAD works in place on vectors of its own, so that
// the copies in and out belong to the times. The objects are never destroyed: at the end of the process Botan's allocator
// may be gone before them.
#include <botan/aead.h>
#include <botan/hash.h>
#include <botan/mac.h>
#include <botan/stream_cipher.h>
#include <botan/version.h>

#include <cstring>

#include "peers/key_cache.h"
#include "peers/peers.h"

namespace lanecrypt::cli {
namespace {

void sha256(std::uint8_t out[32], const std::uint8_t* in, std::size_t len)
{
    static auto* const hash = Botan::HashFunction::create_or_throw("SHA-256").release();
    hash->update(in, len);
    hash->final(out);
}

void chacha20(std::uint8_t* out, const std::uint8_t* in, std::size_t len, const std::uint8_t nonce[12], std::uint32_t counter,
              const std::uint8_t key[32])
{
    static auto* const cipher = Botan::StreamCipher::create_or_throw("ChaCha(20)").release();
    static KeyCache cache;
    if (cache.changed(key)) cipher->set_key(key, 32);
    cipher->set_iv(nonce, 12);
    if (counter != 0) cipher->seek(std::uint64_t{64} * counter);
    cipher->cipher(in, out, len);
}

void poly1305(std::uint8_t tag[16], const std::uint8_t* in, std::size_t len, const std::uint8_t key[32])
{
    static auto* const mac = Botan::MessageAuthenticationCode::create_or_throw("Poly1305").release();
    mac->set_key(key, 32);
    mac->update(in, len);
    mac->final(tag);
}

std::uint64_t siphash24(const std::uint8_t* in, std::size_t len, std::uint64_t k0, std::uint64_t k1)
{
    static auto* const mac = Botan::MessageAuthenticationCode::create_or_throw("SipHash(2,4)").release();
    std::uint8_t key[16], out[8];
    for (int i = 0; i < 8; ++i) {
        key[i] = static_cast<std::uint8_t>(k0 >> 8 * i);
        key[8 + i] = static_cast<std::uint8_t>(k1 >> 8 * i);
    }
    mac->set_key(key, 16);
    mac->update(in, len);
    mac->final(out);
    std::uint64_t h = 0;
    for (int i = 8; i-- > 0;) h = h << 8 | out[i];
    return h;
}

Botan::secure_vector<std::uint8_t>& scratch()
{
    static auto* const buffer = new Botan::secure_vector<std::uint8_t>;
    return *buffer;
}

void seal(std::uint8_t* ct, std::uint8_t tag[16], const std::uint8_t* pt, std::size_t len, const std::uint8_t* aad, std::size_t aad_len,
          const std::uint8_t nonce[12], const std::uint8_t key[32])
{
    static auto* const mode = Botan::AEAD_Mode::create_or_throw("ChaCha20Poly1305", Botan::ENCRYPTION).release();
    static KeyCache cache;
    if (cache.changed(key)) mode->set_key(key, 32);
    mode->set_associated_data(aad, aad_len);
    mode->start(nonce, 12);
    scratch().assign(pt, pt + len);
    mode->finish(scratch());
    if (len != 0) std::memcpy(ct, scratch().data(), len);
    std::memcpy(tag, scratch().data() + len, 16);
}

bool open(std::uint8_t* pt, const std::uint8_t* ct, std::size_t len, const std::uint8_t tag[16], const std::uint8_t* aad, std::size_t aad_len,
          const std::uint8_t nonce[12], const std::uint8_t key[32])
{
    static auto* const mode = Botan::AEAD_Mode::create_or_throw("ChaCha20Poly1305", Botan::DECRYPTION).release();
    static KeyCache cache;
    if (cache.changed(key)) mode->set_key(key, 32);
    mode->set_associated_data(aad, aad_len);
    mode->start(nonce, 12);
    scratch().assign(ct, ct + len);
    scratch().insert(scratch().end(), tag, tag + 16);
    try {
        mode->finish(scratch());
    } catch (const Botan::Exception&) {
        return false;
    }
    if (len != 0) std::memcpy(pt, scratch().data(), len);
    return true;
}

}  // namespace

Peer peer_botan()
{
    Peer p;
    p.name = "Botan " + std::to_string(Botan::version_major()) + "." + std::to_string(Botan::version_minor()) + "." +
             std::to_string(Botan::version_patch());
    p.sha256 = sha256;
    p.chacha20 = chacha20;
    p.poly1305 = poly1305;
    p.siphash24 = siphash24;
    p.seal = seal;
    p.open = open;
    return p;
}

}  // namespace lanecrypt::cli
