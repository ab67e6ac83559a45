// XChaCha20 and HChaCha20 over the same kernels.
#include "base/bytes.h"
#include "base/check.h"
#include "base/erase.h"
#include "base/overlap.h"
#include "chacha20/chacha20_ops.h"
#include "lanecrypt/chacha20.hpp"

namespace lanecrypt {

XChaCha20::XChaCha20(std::span<const std::byte, key_size> key, std::span<const std::byte, nonce_size> nonce, std::uint64_t block) noexcept
{
    const auto* const n = reinterpret_cast<const std::uint8_t*>(nonce.data());
    dispatch::chacha20_slot.get().hchacha(stream_.key_, n, reinterpret_cast<const std::uint8_t*>(key.data()));
    stream_.nonce_ = load64_le(n + 16);
    seek_blocks(block);
}

void XChaCha20::seek_blocks(std::uint64_t block) noexcept
{
    stream_.seek_blocks(block);
    started_ = false;
}

void XChaCha20::seek_bytes(std::uint64_t byte) noexcept
{
    stream_.seek_bytes(byte);
    started_ = stream_.left_ != 0;
}

bool XChaCha20::enough_left(std::size_t len) const noexcept
{
    if (len <= stream_.left_) return true;
    const std::uint64_t blocks = (len - stream_.left_ - 1) / block_size + 1;
    const bool at_end = started_ && stream_.counter_ == 0;
    return require(!at_end && blocks - 1 <= ~stream_.counter_, "XChaCha20: past block 2^64 - 1");
}

void XChaCha20::keystream(std::span<std::byte> out) noexcept
{
    if (!enough_left(out.size()) || !stream_.usable(out.data(), nullptr, out.size())) return;
    stream_.xor_or_write(out.data(), nullptr, out.size());
    started_ = true;
}

void XChaCha20::crypt(std::span<std::byte> out, std::span<const std::byte> in) noexcept
{
    if (!stream_.usable_pair(out, in) || !enough_left(in.size())) return;
    stream_.xor_or_write(out.data(), in.data(), in.size());
    started_ = true;
}

void hchacha20(std::span<std::byte, 32> out, std::span<const std::byte, 16> nonce, std::span<const std::byte, 32> key) noexcept
{
    if (!require(!overlaps(out.data(), 32, nonce.data(), 16) && !overlaps(out.data(), 32, key.data(), 32),
                 "hchacha20: the output overlaps the nonce or the key"))
        return;
    dispatch::chacha20_slot.get().hchacha(reinterpret_cast<std::uint8_t*>(out.data()), reinterpret_cast<const std::uint8_t*>(nonce.data()),
                                          reinterpret_cast<const std::uint8_t*>(key.data()));
}

}  // namespace lanecrypt
