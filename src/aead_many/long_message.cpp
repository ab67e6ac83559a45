#include "aead_many/long_message.h"

#include <algorithm>
#include <cstring>

#include "aead_many/mac_stream.h"
#include "base/equal.h"
#include "tuning/packets_tuning.h"

namespace lanecrypt::many {
namespace {

ChaCha20Run data_run(const lanecrypt_aead_item& item, std::size_t at, std::size_t len)
{
    const std::uint64_t block = 1 + at / 64;
    return {item.out + at, item.in + at, len, item.key, block + (std::uint64_t{load32_le(item.nonce)} << 32), load64_le(item.nonce + 4)};
}

ChaCha20Run key_run(const lanecrypt_aead_item& item, std::uint8_t key[32])
{
    return {key, nullptr, 32, item.key, std::uint64_t{load32_le(item.nonce)} << 32, load64_le(item.nonce + 4)};
}

}  // namespace

void seal_long(const lanecrypt_aead_item& item, const AeadKernels& kernels) noexcept
{
    std::uint8_t key[64];
    const std::size_t piece = packets_tuning.piece;
    std::size_t done = std::min(item.len, piece);
    // The key block and the first piece come from one call; then each piece is authenticated while it is in the cache.
    kernels.cipher.head_and_run(key, ChaCha20Run{item.out, item.in, done, item.key, std::uint64_t{load32_le(item.nonce)} << 32, load64_le(item.nonce + 4)});
    AeadMacStream mac(kernels.mac, key, item.aad, item.aad_len);
    erase(key, sizeof key);
    mac.add(item.out, done);
    while (done < item.len) {
        const std::size_t len = std::min(item.len - done, piece);
        kernels.cipher.run(data_run(item, done, len));
        mac.add(item.out + done, len);
        done += len;
    }
    mac.finish(item.tag);
}

bool open_long(const lanecrypt_aead_item& item, const AeadKernels& kernels) noexcept
{
    std::uint8_t key[32], tag[16];
    kernels.cipher.run(key_run(item, key));
    {
        AeadMacStream mac(kernels.mac, key, item.aad, item.aad_len);
        erase(key, sizeof key);
        mac.add(item.in, item.len);
        mac.finish(tag);
    }
    const bool good = equal16(tag, item.tag);
    if (good) kernels.cipher.run(data_run(item, 0, item.len));
    else if (item.len != 0) std::memset(item.out, 0, item.len);
    return good;
}

}  // namespace lanecrypt::many
