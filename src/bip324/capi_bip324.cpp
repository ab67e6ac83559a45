// C functions for the BIP324 packet cipher: the object lives inside the caller's opaque memory.
#include <new>

#include "base/check.h"
#include "base/overlap.h"
#include "lanecrypt/bip324.hpp"
#include "lanecrypt/lanecrypt.h"

namespace {

using lanecrypt::Bip324Cipher;
static_assert(sizeof(Bip324Cipher) <= sizeof(lanecrypt_bip324_cipher) && alignof(Bip324Cipher) <= alignof(lanecrypt_bip324_cipher));

Bip324Cipher* cipher_in(lanecrypt_bip324_cipher* c) { return std::launder(reinterpret_cast<Bip324Cipher*>(c)); }
std::span<const std::byte> span_of(const uint8_t* p, size_t len) { return {reinterpret_cast<const std::byte*>(p), len}; }
std::span<std::byte> span_of(uint8_t* p, size_t len) { return {reinterpret_cast<std::byte*>(p), len}; }
std::span<const std::byte, 32> key_of(const uint8_t* p) { return std::span<const std::byte, 32>(reinterpret_cast<const std::byte*>(p), 32); }

}  // namespace

extern "C" void lanecrypt_bip324_init(lanecrypt_bip324_cipher* c, const uint8_t length_key[32], const uint8_t packet_key[32])
{
    using namespace lanecrypt;
    if (!require(c != nullptr && length_key != nullptr && packet_key != nullptr, "lanecrypt_bip324_init: null pointer")) return;
    if (!require(!overlaps(c, sizeof *c, length_key, 32) && !overlaps(c, sizeof *c, packet_key, 32), "lanecrypt_bip324_init: a key lies inside the cipher"))
        return;
    new (c) Bip324Cipher(key_of(length_key), key_of(packet_key));
}

extern "C" void lanecrypt_bip324_seal(lanecrypt_bip324_cipher* c, uint8_t* out, const uint8_t* contents, size_t len, const uint8_t* aad, size_t aad_len,
                                      int ignore)
{
    using namespace lanecrypt;
    if (!require(c != nullptr && out != nullptr && (contents != nullptr || len == 0) && (aad != nullptr || aad_len == 0), "lanecrypt_bip324_seal: null pointer"))
        return;
    if (!require(len <= Bip324Cipher::max_contents, "lanecrypt_bip324_seal: len is above 16777215")) return;
    if (!require(!overlaps(c, sizeof *c, out, len + Bip324Cipher::expansion) && !overlaps(c, sizeof *c, contents, len) && !overlaps(c, sizeof *c, aad, aad_len),
                 "lanecrypt_bip324_seal: an argument overlaps the cipher"))
        return;
    cipher_in(c)->seal(span_of(out, len + Bip324Cipher::expansion), span_of(contents, len), span_of(aad, aad_len), ignore != 0);
}

extern "C" uint32_t lanecrypt_bip324_open_length(lanecrypt_bip324_cipher* c, const uint8_t in[3])
{
    using namespace lanecrypt;
    if (!require(c != nullptr && in != nullptr, "lanecrypt_bip324_open_length: null pointer")) return 0;
    if (!require(!overlaps(c, sizeof *c, in, Bip324Cipher::length_size), "lanecrypt_bip324_open_length: in lies inside the cipher")) return 0;
    return cipher_in(c)->open_length(std::span<const std::byte, 3>(reinterpret_cast<const std::byte*>(in), 3));
}

extern "C" lanecrypt_status lanecrypt_bip324_open(lanecrypt_bip324_cipher* c, uint8_t* contents, int* ignore, const uint8_t* in, size_t len,
                                                  const uint8_t* aad, size_t aad_len)
{
    using namespace lanecrypt;
    if (c == nullptr || in == nullptr || (contents == nullptr && len != 0) || (aad == nullptr && aad_len != 0)) return LANECRYPT_BAD_ARGUMENT;
    if (len > Bip324Cipher::max_contents || !cipher_in(c)->is_alive()) return LANECRYPT_BAD_ARGUMENT;
    const size_t body_len = len + Bip324Cipher::header_size + Bip324Cipher::tag_size;
    if (contents != in + 1 && overlaps(contents, len, in, body_len)) return LANECRYPT_BAD_ARGUMENT;
    const size_t ignore_len = ignore != nullptr ? sizeof *ignore : 0;
    if (overlaps(ignore, ignore_len, in, body_len) || overlaps(ignore, ignore_len, aad, aad_len) || overlaps(ignore, ignore_len, c, sizeof *c))
        return LANECRYPT_BAD_ARGUMENT;
    if (overlaps(c, sizeof *c, contents, len) || overlaps(c, sizeof *c, in, body_len) || overlaps(c, sizeof *c, aad, aad_len)) return LANECRYPT_BAD_ARGUMENT;
    if (overlaps(contents, len, aad, aad_len) || overlaps(contents, len, ignore, ignore_len)) return LANECRYPT_BAD_ARGUMENT;
    bool decoy = false;
    if (!cipher_in(c)->open(span_of(contents, len), decoy, span_of(in, body_len), span_of(aad, aad_len))) return LANECRYPT_AUTHENTICATION_FAILED;
    if (ignore != nullptr) *ignore = decoy ? 1 : 0;
    return LANECRYPT_OK;
}

extern "C" void lanecrypt_bip324_wipe(lanecrypt_bip324_cipher* c)
{
    using namespace lanecrypt;
    if (!require(c != nullptr, "lanecrypt_bip324_wipe: null pointer")) return;
    cipher_in(c)->wipe();
}
