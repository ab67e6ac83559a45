// C functions for ChaCha20-Poly1305 and XChaCha20-Poly1305.
#include "aead/aead_check.h"
#include "aead/aead_core.h"
#include "base/erase.h"
#include "lanecrypt/lanecrypt.h"

using namespace lanecrypt;

namespace {

lanecrypt_status status(bool opened) { return opened ? LANECRYPT_OK : LANECRYPT_AUTHENTICATION_FAILED; }

}  // namespace

extern "C" {

lanecrypt_status lanecrypt_aead_seal(uint8_t* ct, uint8_t tag[16], const uint8_t* pt, size_t len, const uint8_t* aad, size_t aad_len,
                                     const uint8_t nonce[12], const uint8_t key[32])
{
    if (!sealable({ct, pt, len, tag, aad, aad_len, nonce, 12, key})) return LANECRYPT_BAD_ARGUMENT;
    aead_seal(dispatch::aead_slot.get(), ct, tag, pt, len, aad, aad_len, aead_position(nonce, key));
    return LANECRYPT_OK;
}

lanecrypt_status lanecrypt_aead_open(uint8_t* pt, const uint8_t* ct, size_t len, const uint8_t tag[16], const uint8_t* aad, size_t aad_len,
                                     const uint8_t nonce[12], const uint8_t key[32])
{
    if (!openable({pt, ct, len, tag, aad, aad_len, nonce, 12, key})) return LANECRYPT_BAD_ARGUMENT;
    return status(aead_open(dispatch::aead_slot.get(), pt, ct, len, tag, aad, aad_len, aead_position(nonce, key)));
}

lanecrypt_status lanecrypt_xaead_seal(uint8_t* ct, uint8_t tag[16], const uint8_t* pt, size_t len, const uint8_t* aad, size_t aad_len,
                                      const uint8_t nonce[24], const uint8_t key[32])
{
    if (!sealable({ct, pt, len, tag, aad, aad_len, nonce, 24, key})) return LANECRYPT_BAD_ARGUMENT;
    const AeadOps& ops = dispatch::aead_slot.get();
    std::uint8_t subkey[32];
    aead_seal(ops, ct, tag, pt, len, aad, aad_len, xaead_position(ops, subkey, nonce, key));
    erase_object(subkey);
    return LANECRYPT_OK;
}

lanecrypt_status lanecrypt_xaead_open(uint8_t* pt, const uint8_t* ct, size_t len, const uint8_t tag[16], const uint8_t* aad, size_t aad_len,
                                      const uint8_t nonce[24], const uint8_t key[32])
{
    if (!openable({pt, ct, len, tag, aad, aad_len, nonce, 24, key})) return LANECRYPT_BAD_ARGUMENT;
    const AeadOps& ops = dispatch::aead_slot.get();
    std::uint8_t subkey[32];
    const bool ok = aead_open(ops, pt, ct, len, tag, aad, aad_len, xaead_position(ops, subkey, nonce, key));
    erase_object(subkey);
    return status(ok);
}

}  // extern "C"
