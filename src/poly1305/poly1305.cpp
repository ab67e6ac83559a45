#include "lanecrypt/poly1305.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "base/check.h"
#include "base/erase.h"
#include "base/overlap.h"
#include "poly1305/poly1305_stream.h"

namespace lanecrypt {

void Poly1305Stream::init(const Poly1305Ops& with, const std::uint8_t* key) noexcept
{
    with.init(state, key);
    ops = &with;
    rest_len = 0;
}

void Poly1305Stream::update(const std::uint8_t* in, std::size_t len) noexcept
{
    if (len == 0) return;
    if (rest_len != 0) {
        const std::size_t take = std::min(len, poly1305_block - rest_len);
        std::memcpy(rest + rest_len, in, take);
        rest_len += take;
        in += take;
        len -= take;
        if (rest_len < poly1305_block) return;
        ops->blocks(state, rest, 1);
        rest_len = 0;
    }
    const std::size_t whole = len / poly1305_block;
    if (whole != 0) ops->blocks(state, in, whole);
    rest_len = len % poly1305_block;
    if (rest_len != 0) std::memcpy(rest, in + len - rest_len, rest_len);
}

void Poly1305Stream::pad() noexcept
{
    if (rest_len == 0) return;
    std::memset(rest + rest_len, 0, poly1305_block - rest_len);
    ops->blocks(state, rest, 1);
    rest_len = 0;
}

void Poly1305Stream::finish(std::uint8_t* tag) noexcept
{
    ops->finish(state, rest, rest_len, tag);
    erase_object(*this);
}

void poly1305_tag_of(const Poly1305Ops& ops, std::uint8_t* tag, const std::uint8_t* msg, std::size_t len, const std::uint8_t* key) noexcept
{
    Poly1305State state;
    const std::size_t whole = len / poly1305_block;
    ops.init(state, key);
    if (whole != 0) ops.blocks(state, msg, whole);
    ops.finish(state, msg + whole * poly1305_block, len % poly1305_block, tag);
    // The powers hold something only where `ready` says so.
    erase(&state, state.ready != 0 ? sizeof state : offsetof(Poly1305State, powers));
}

namespace {

static_assert(sizeof(Poly1305Stream) <= 64 * sizeof(std::uint64_t) && alignof(Poly1305Stream) <= alignof(std::uint64_t));

Poly1305Stream& stream(std::uint64_t* opaque) { return *std::launder(reinterpret_cast<Poly1305Stream*>(opaque)); }
const std::uint8_t* u8(const std::byte* p) { return reinterpret_cast<const std::uint8_t*>(p); }

}  // namespace

Poly1305::Poly1305(std::span<const std::byte, key_size> key) noexcept
{
    (new (opaque_) Poly1305Stream)->init(dispatch::poly1305_slot.get(), u8(key.data()));
}

Poly1305::~Poly1305() { erase_object(opaque_); }

Poly1305& Poly1305::update(std::span<const std::byte> in) noexcept
{
    if (require(stream(opaque_).ops != nullptr, "Poly1305: update after finalize") && require(in.empty() || in.data() != nullptr, "Poly1305: null pointer"))
        stream(opaque_).update(u8(in.data()), in.size());
    return *this;
}

void Poly1305::finalize(std::span<std::byte, tag_size> tag) noexcept
{
    if (!require(stream(opaque_).ops != nullptr, "Poly1305: finalize after finalize")) return;
    if (!require(!overlaps(tag.data(), tag_size, this, sizeof *this), "Poly1305: the tag lies inside the object")) return;
    stream(opaque_).finish(reinterpret_cast<std::uint8_t*>(tag.data()));
}

void Poly1305::compute(std::span<std::byte, tag_size> tag, std::span<const std::byte> message, std::span<const std::byte, key_size> key) noexcept
{
    if (!require(message.empty() || message.data() != nullptr, "Poly1305: null pointer")) return;
    if (!require(!overlaps(tag.data(), tag_size, key.data(), key_size), "Poly1305: the tag overlaps the key")) return;
    poly1305_tag_of(dispatch::poly1305_slot.get(), reinterpret_cast<std::uint8_t*>(tag.data()), u8(message.data()), message.size(), u8(key.data()));
}

}  // namespace lanecrypt
