#include "lanecrypt/hmac.hpp"

#include <algorithm>

#include "base/check.h"
#include "base/erase.h"
#include "base/overlap.h"

namespace lanecrypt {
namespace {

Sha256::Midstate start(std::span<const std::byte, Sha256::block_size> key, std::byte pad) noexcept
{
    std::byte block[Sha256::block_size];
    for (std::size_t i = 0; i < sizeof block; ++i) block[i] = key[i] ^ pad;
    const Sha256::Midstate out = Sha256().update(block).midstate();
    erase_object(block);
    return out;
}

}  // namespace

HmacSha256::HmacSha256(std::span<const std::byte> key) noexcept
{
    std::byte block[Sha256::block_size] = {};
    if (key.size() > sizeof block) sha256(std::span<std::byte, 32>(block, 32), key);
    else std::copy(key.begin(), key.end(), block);
    inner_start_ = start(block, std::byte{0x36});
    outer_start_ = start(block, std::byte{0x5c});
    inner_ = Sha256(inner_start_);
    erase_object(block);
}

HmacSha256::~HmacSha256()
{
    erase_object(inner_start_);
    erase_object(outer_start_);
}

HmacSha256& HmacSha256::update(std::span<const std::byte> in) noexcept
{
    inner_.update(in);
    return *this;
}

void HmacSha256::final(std::span<std::byte, tag_size> tag) noexcept
{
    Sha256Digest inner = inner_.final();
    Sha256(outer_start_).update(inner).final(tag);
    erase_object(inner);
    inner_ = Sha256(inner_start_);
}

Sha256Digest HmacSha256::final() noexcept
{
    Sha256Digest tag;
    final(tag);
    return tag;
}

Sha256Digest hmac_sha256(std::span<const std::byte> key, std::span<const std::byte> in) noexcept
{
    return HmacSha256(key).update(in).final();
}

Sha256Digest hkdf_sha256_extract(std::span<const std::byte> salt, std::span<const std::byte> key_material) noexcept
{
    return hmac_sha256(salt, key_material);  // an empty key and one of 32 zero bytes are the same
}

bool hkdf_sha256_expand(std::span<std::byte> out, std::span<const std::byte> pseudorandom_key, std::span<const std::byte> info) noexcept
{
    if (out.size() > 255 * Sha256::digest_size) return false;
    if (!require(!overlaps(out.data(), out.size(), info.data(), info.size()), "hkdf_sha256_expand: out overlaps info")) return false;
    HmacSha256 mac(pseudorandom_key);
    Sha256Digest block;
    std::byte counter{0};
    for (std::size_t at = 0; at < out.size(); at += block.size()) {
        if (at != 0) mac.update(block);
        counter = static_cast<std::byte>(std::to_integer<unsigned>(counter) + 1);
        block = mac.update(info).update({&counter, 1}).final();
        std::copy_n(block.begin(), std::min(block.size(), out.size() - at), out.begin() + static_cast<std::ptrdiff_t>(at));
    }
    erase_object(block);
    return true;
}

}  // namespace lanecrypt
