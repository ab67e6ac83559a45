// One message: the stream and the one-shot functions.
#include "lanecrypt/sha256.hpp"

#include <cstring>

#include "base/check.h"
#include "base/erase.h"
#include "sha256/sha256_constants.h"
#include "sha256/sha256_finish.h"

namespace lanecrypt {
namespace {

std::uint8_t* bytes_of(std::byte* p) { return reinterpret_cast<std::uint8_t*>(p); }
const std::uint8_t* bytes_of(const std::byte* p) { return reinterpret_cast<const std::uint8_t*>(p); }

}  // namespace

Sha256::Sha256() noexcept { reset(); }

Sha256::Sha256(const Midstate& from) noexcept
{
    reset();
    if (!require(from.bytes % block_size == 0, "Sha256: the midstate is not at the end of a block")) return;
    std::memcpy(state_, from.words.data(), sizeof state_);
    bytes_ = from.bytes;
}

Sha256::~Sha256() { erase(this, sizeof *this); }

void Sha256::reset() noexcept
{
    std::memcpy(state_, sha256_initial, sizeof state_);
    bytes_ = 0;
    std::memset(buffer_, 0, sizeof buffer_);
}

Sha256& Sha256::update(std::span<const std::byte> in) noexcept
{
    const std::uint8_t* p = bytes_of(in.data());
    std::size_t len = in.size();
    if (len == 0) return *this;
    const Sha256Ops& ops = dispatch::sha256_slot.get();
    const std::size_t held = bytes_ % block_size;
    bytes_ += len;
    if (held != 0) {
        const std::size_t room = block_size - held;
        if (len < room) {
            std::memcpy(buffer_ + held, p, len);
            return *this;
        }
        std::memcpy(buffer_ + held, p, room);
        ops.compress(state_, buffer_, 1);
        p += room;
        len -= room;
    }
    if (len >= block_size) {
        ops.compress(state_, p, len / block_size);
        p += len / block_size * block_size;
        len %= block_size;
    }
    if (len != 0) std::memcpy(buffer_, p, len);
    return *this;
}

void Sha256::final(std::span<std::byte, digest_size> out) noexcept
{
    std::uint8_t tail[2 * block_size];
    const std::size_t blocks = sha256_pad(tail, buffer_, bytes_ % block_size, bytes_);
    dispatch::sha256_slot.get().compress(state_, tail, blocks);
    sha256_store_state(bytes_of(out.data()), state_);
    erase_object(tail);
    reset();
}

Sha256Digest Sha256::final() noexcept
{
    Sha256Digest out;
    final(out);
    return out;
}

Sha256::Midstate Sha256::midstate() const noexcept
{
    if (!require(bytes_ % block_size == 0, "Sha256: a midstate exists only at the end of a block")) return Sha256().midstate();
    Midstate out;
    std::memcpy(out.words.data(), state_, sizeof state_);
    out.bytes = bytes_;
    return out;
}

void sha256(std::span<std::byte, 32> out, std::span<const std::byte> in) noexcept
{
    sha256_whole(dispatch::sha256_slot.get(), bytes_of(out.data()), bytes_of(in.data()), in.size(), false);
}
void sha256d(std::span<std::byte, 32> out, std::span<const std::byte> in) noexcept
{
    sha256_whole(dispatch::sha256_slot.get(), bytes_of(out.data()), bytes_of(in.data()), in.size(), true);
}
Sha256Digest sha256(std::span<const std::byte> in) noexcept
{
    Sha256Digest out;
    sha256(out, in);
    return out;
}
Sha256Digest sha256d(std::span<const std::byte> in) noexcept
{
    Sha256Digest out;
    sha256d(out, in);
    return out;
}

}  // namespace lanecrypt
