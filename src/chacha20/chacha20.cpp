#include "lanecrypt/chacha20.hpp"

#include <cstring>

#include "base/bytes.h"
#include "base/check.h"
#include "base/erase.h"
#include "base/overlap.h"
#include "base/xor_bytes.h"
#include "chacha20/chacha20_ops.h"

namespace lanecrypt {
namespace {

std::uint8_t* bytes(std::byte* p) { return reinterpret_cast<std::uint8_t*>(p); }
const std::uint8_t* bytes(const std::byte* p) { return reinterpret_cast<const std::uint8_t*>(p); }

}  // namespace

ChaCha20::ChaCha20(std::span<const std::byte, key_size> key) noexcept { set_key(key); }

ChaCha20::ChaCha20(std::span<const std::byte, key_size> key, std::span<const std::byte, nonce_size> nonce, std::uint32_t block) noexcept
{
    set_key(key);
    set_nonce(nonce, block);
}

ChaCha20::~ChaCha20() { erase_object(*this); }

void ChaCha20::set_key(std::span<const std::byte, key_size> key) noexcept
{
    std::memcpy(key_, key.data(), key_size);
    nonce_ = 0;
    first_nonce_word_ = 0;
    seek_blocks(0);
}

void ChaCha20::set_nonce(std::span<const std::byte, nonce_size> nonce, std::uint32_t block) noexcept
{
    first_nonce_word_ = load32_le(nonce.data());
    nonce_ = load64_le(nonce.data() + 4);
    seek_blocks(block);
}

void ChaCha20::seek_blocks(std::uint64_t block) noexcept
{
    counter_ = (std::uint64_t{first_nonce_word_} << 32) + block;
    left_ = 0;
    erase_object(buffer_);
}

void ChaCha20::seek_bytes(std::uint64_t byte) noexcept
{
    seek_blocks(byte / block_size);
    const auto skip = static_cast<std::uint32_t>(byte % block_size);
    if (skip == 0) return;
    dispatch::chacha20_slot.get().run({buffer_, nullptr, block_size, key_, counter_++, nonce_});
    left_ = static_cast<std::uint32_t>(block_size) - skip;
}

void ChaCha20::xor_or_write(std::byte* out, const std::byte* in, std::size_t len) noexcept
{
    // What is left of the last block, the whole blocks, and a new last block of which a part is left.
    for (int step = 0; step < 3 && len != 0; ++step) {
        std::size_t n = 0;
        if (step == 0 || step == 2) {
            if (step == 2) {
                dispatch::chacha20_slot.get().run({buffer_, nullptr, block_size, key_, counter_++, nonce_});
                left_ = static_cast<std::uint32_t>(block_size);
            }
            n = len < left_ ? len : left_;
            std::uint8_t* const keystream = buffer_ + block_size - left_;
            if (in != nullptr) xor_bytes(bytes(out), bytes(in), keystream, n);
            else std::memcpy(out, keystream, n);
            left_ -= static_cast<std::uint32_t>(n);
        } else {
            n = len / block_size * block_size;
            dispatch::chacha20_slot.get().run({bytes(out), in != nullptr ? bytes(in) : nullptr, n, key_, counter_, nonce_});
            counter_ += n / block_size;
        }
        out += n;
        if (in != nullptr) in += n;
        len -= n;
    }
}

bool ChaCha20::usable(const void* out, const void* in, std::size_t len) const noexcept
{
    if (len == 0) return false;
    if (!require(out != nullptr, "ChaCha20: null output")) return false;
    if (in != nullptr && !require(!overlaps_partly(out, in, len), "ChaCha20: output and input overlap in part")) return false;
    return require(!overlaps(out, len, this, sizeof *this), "ChaCha20: the output lies inside the object");
}

bool ChaCha20::usable_pair(std::span<std::byte> out, std::span<const std::byte> in) const noexcept
{
    if (!require(out.size() == in.size(), "ChaCha20: output and input differ in size")) return false;
    if (!in.empty() && !require(in.data() != nullptr, "ChaCha20: null input")) return false;
    return usable(out.data(), in.data(), in.size());
}

void ChaCha20::keystream(std::span<std::byte> out) noexcept
{
    if (usable(out.data(), nullptr, out.size())) xor_or_write(out.data(), nullptr, out.size());
}

void ChaCha20::crypt(std::span<std::byte> out, std::span<const std::byte> in) noexcept
{
    if (usable_pair(out, in)) xor_or_write(out.data(), in.data(), in.size());
}

}  // namespace lanecrypt
