// C functions for ChaCha20, XChaCha20 and HChaCha20.
#include "base/bytes.h"
#include "base/check.h"
#include "base/erase.h"
#include "base/overlap.h"
#include "chacha20/chacha20_ops.h"
#include "lanecrypt/lanecrypt.h"

namespace {

using namespace lanecrypt;

bool usable(const void* out, const void* in, std::size_t len, const void* nonce, std::size_t nonce_len, const void* key)
{
    if (out == nullptr || in == nullptr || nonce == nullptr || key == nullptr) return false;
    return !overlaps_partly(out, in, len) && !overlaps(out, len, nonce, nonce_len) && !overlaps(out, len, key, 32);
}

}  // namespace

extern "C" {

lanecrypt_status lanecrypt_chacha20_xor(uint8_t* out, const uint8_t* in, size_t len, const uint8_t nonce[12], uint32_t counter, const uint8_t key[32])
{
    if (len == 0) return LANECRYPT_OK;
    if (!usable(out, in, len, nonce, 12, key)) return LANECRYPT_BAD_ARGUMENT;
    dispatch::chacha20_slot.get().run({out, in, len, key, (std::uint64_t{load32_le(nonce)} << 32) + counter, load64_le(nonce + 4)});
    return LANECRYPT_OK;
}

lanecrypt_status lanecrypt_xchacha20_xor(uint8_t* out, const uint8_t* in, size_t len, const uint8_t nonce[24], uint64_t counter, const uint8_t key[32])
{
    if (len == 0) return LANECRYPT_OK;
    if (!usable(out, in, len, nonce, 24, key)) return LANECRYPT_BAD_ARGUMENT;
    const std::uint64_t last = (len - 1) / 64;  // counted from the first block
    if (last > ~counter) return LANECRYPT_BAD_ARGUMENT;
    const ChaCha20Ops& ops = dispatch::chacha20_slot.get();
    std::uint8_t subkey[32];
    ops.hchacha(subkey, nonce, key);
    ops.run({out, in, len, subkey, counter, load64_le(nonce + 16)});
    erase_object(subkey);
    return LANECRYPT_OK;
}

void lanecrypt_hchacha20(uint8_t out[32], const uint8_t nonce[16], const uint8_t key[32])
{
    if (!require(out != nullptr && nonce != nullptr && key != nullptr, "lanecrypt_hchacha20: null pointer")) return;
    if (!require(!overlaps(out, 32, nonce, 16) && !overlaps(out, 32, key, 32), "lanecrypt_hchacha20: the output overlaps the nonce or the key"))
        return;
    dispatch::chacha20_slot.get().hchacha(out, nonce, key);
}

}  // extern "C"
