// The public classes: contracts are checked here, the work is in the streams.
#include "lanecrypt/bip324.hpp"

#include "base/check.h"
#include "base/erase.h"
#include "base/overlap.h"
#include "bip324/streams.h"

namespace lanecrypt {
namespace {

using bip324::Pieces;

const std::uint8_t* bytes(std::span<const std::byte> s) { return reinterpret_cast<const std::uint8_t*>(s.data()); }
std::uint8_t* bytes(std::span<std::byte> s) { return reinterpret_cast<std::uint8_t*>(s.data()); }

bool overlap(std::span<const std::byte> a, std::span<const std::byte> b) { return overlaps(a.data(), a.size(), b.data(), b.size()); }

// True when `plain` lies apart from `cipher` or exactly at its place there.
bool well_placed(std::span<const std::byte> plain, std::span<const std::byte> cipher, std::size_t place)
{
    return plain.empty() || plain.data() == cipher.data() + place || !overlap(plain, cipher);
}

template <class Stream>
void start(Stream& stream, std::span<const std::byte, 32> key, std::uint32_t interval)
{
    if (require(interval != 0, "FSChaCha20: the rekey interval is 0")) bip324::start(stream, bytes(key), interval);
    else erase_object(stream);
}

}  // namespace

FSChaCha20::FSChaCha20(std::span<const std::byte, key_size> key, std::uint32_t rekey_interval) noexcept { start(stream_, key, rekey_interval); }
FSChaCha20::~FSChaCha20() { wipe(); }
void FSChaCha20::wipe() noexcept { erase(this, sizeof *this); }
void FSChaCha20::set_look_ahead(bool on) noexcept { bip324::set_look_ahead(stream_, on); }

void FSChaCha20::crypt(std::span<std::byte> out, std::span<const std::byte> in) noexcept
{
    if (!require(bip324::is_alive(stream_), "FSChaCha20: used after wipe")) return;
    if (!require(out.size() == in.size(), "FSChaCha20: output and input differ in size")) return;
    if (!require(!overlaps_partly(out.data(), in.data(), in.size()), "FSChaCha20: output and input overlap")) return;
    bip324::crypt(stream_, dispatch::chacha20_slot.get(), bytes(out), bytes(in), in.size());
}

FSChaCha20Poly1305::FSChaCha20Poly1305(std::span<const std::byte, key_size> key, std::uint32_t rekey_interval) noexcept
{
    start(stream_, key, rekey_interval);
}
FSChaCha20Poly1305::~FSChaCha20Poly1305() { wipe(); }
void FSChaCha20Poly1305::wipe() noexcept { erase(this, sizeof *this); }
void FSChaCha20Poly1305::set_look_ahead(bool on) noexcept { bip324::set_look_ahead(stream_, on); }

void FSChaCha20Poly1305::seal(std::span<std::byte> cipher, std::span<const std::byte> plain1, std::span<const std::byte> plain2,
                              std::span<const std::byte> aad) noexcept
{
    if (!require(bip324::is_alive(stream_), "FSChaCha20Poly1305: used after wipe")) return;
    if (!require(cipher.size() == plain1.size() + plain2.size() + expansion, "FSChaCha20Poly1305: the ciphertext has the wrong size")) return;
    if (!require(well_placed(plain1, cipher, 0) && well_placed(plain2, cipher, plain1.size()) && !overlap(cipher, aad),
                 "FSChaCha20Poly1305: the output overlaps an input"))
        return;
    bip324::seal(stream_, dispatch::aead_slot.get(), bytes(cipher), {bytes(plain1), plain1.size(), bytes(plain2), plain2.size()}, bytes(aad), aad.size());
}

void FSChaCha20Poly1305::seal(std::span<std::byte> cipher, std::span<const std::byte> plain, std::span<const std::byte> aad) noexcept
{
    seal(cipher, plain, {}, aad);
}

bool FSChaCha20Poly1305::open(std::span<std::byte> plain1, std::span<std::byte> plain2, std::span<const std::byte> cipher,
                              std::span<const std::byte> aad) noexcept
{
    if (!require(bip324::is_alive(stream_), "FSChaCha20Poly1305: used after wipe")) return false;
    if (!require(cipher.size() == plain1.size() + plain2.size() + expansion, "FSChaCha20Poly1305: the ciphertext has the wrong size")) return false;
    if (!require(well_placed(plain1, cipher, 0) && well_placed(plain2, cipher, plain1.size()) && !overlap(plain1, plain2) && !overlap(plain1, aad) &&
                     !overlap(plain2, aad),
                 "FSChaCha20Poly1305: an output overlaps an input or the other output"))
        return false;
    return bip324::open(stream_, dispatch::aead_slot.get(), {bytes(plain1), plain1.size(), bytes(plain2), plain2.size()}, bytes(cipher), bytes(aad),
                        aad.size());
}

bool FSChaCha20Poly1305::open(std::span<std::byte> plain, std::span<const std::byte> cipher, std::span<const std::byte> aad) noexcept
{
    return open(plain, {}, cipher, aad);
}

Bip324Cipher::Bip324Cipher(std::span<const std::byte, key_size> length_key, std::span<const std::byte, key_size> packet_key) noexcept
{
    static_assert(sizeof length_.cache + sizeof packet_.cache <= 4096);
    bip324::start(length_, bytes(length_key), rekey_interval);
    bip324::start(packet_, bytes(packet_key), rekey_interval);
}
Bip324Cipher::~Bip324Cipher() { wipe(); }

void Bip324Cipher::wipe() noexcept
{
    erase(this, sizeof *this);
}

void Bip324Cipher::set_look_ahead(bool on) noexcept
{
    bip324::set_look_ahead(length_, on);
    bip324::set_look_ahead(packet_, on);
}

void Bip324Cipher::seal(std::span<std::byte> packet, std::span<const std::byte> contents, std::span<const std::byte> aad, bool ignore) noexcept
{
    if (!require(bip324::is_alive(packet_), "Bip324Cipher: used after wipe")) return;
    if (!require(contents.size() <= max_contents, "Bip324Cipher: the contents exceed 16777215 bytes")) return;
    if (!require(packet.size() == contents.size() + expansion, "Bip324Cipher: the packet has the wrong size")) return;
    if (!require(well_placed(contents, packet, length_size + header_size) && !overlap(packet, aad), "Bip324Cipher: the packet overlaps an input")) return;
    const std::size_t len = contents.size();
    const std::uint8_t length[length_size] = {static_cast<std::uint8_t>(len), static_cast<std::uint8_t>(len >> 8), static_cast<std::uint8_t>(len >> 16)};
    const std::uint8_t header = ignore ? 0x80 : 0;
    const AeadOps& ops = dispatch::aead_slot.get();
    bip324::crypt(length_, *ops.chacha20, bytes(packet), length, length_size);
    bip324::seal(packet_, ops, bytes(packet) + length_size, {&header, header_size, bytes(contents), len}, bytes(aad), aad.size());
}

std::uint32_t Bip324Cipher::open_length(std::span<const std::byte, length_size> in) noexcept
{
    if (!require(bip324::is_alive(length_), "Bip324Cipher: used after wipe")) return 0;
    std::uint8_t plain[length_size];
    bip324::crypt(length_, dispatch::chacha20_slot.get(), plain, bytes(in), length_size);
    return plain[0] | std::uint32_t{plain[1]} << 8 | std::uint32_t{plain[2]} << 16;
}

std::optional<std::uint32_t> Bip324Cipher::open_length(std::byte next) noexcept
{
    if (pending_count_ < 2) {
        pending_[pending_count_++] = next;
        return std::nullopt;
    }
    const std::byte all[length_size] = {pending_[0], pending_[1], next};
    pending_count_ = 0;
    return open_length(all);
}

bool Bip324Cipher::open(std::span<std::byte> contents, bool& ignore, std::span<const std::byte> body, std::span<const std::byte> aad) noexcept
{
    if (!require(bip324::is_alive(packet_), "Bip324Cipher: used after wipe")) return false;
    if (!require(contents.size() <= max_contents, "Bip324Cipher: the contents exceed 16777215 bytes")) return false;
    if (!require(body.size() == contents.size() + header_size + tag_size, "Bip324Cipher: the packet has the wrong size")) return false;
    if (!require(well_placed(contents, body, header_size) && !overlap(contents, aad), "Bip324Cipher: the contents overlap an input")) return false;
    std::uint8_t header;
    if (!bip324::open(packet_, dispatch::aead_slot.get(), {&header, header_size, bytes(contents), contents.size()}, bytes(body), bytes(aad), aad.size()))
        return false;
    ignore = (header & 0x80) != 0;
    return true;
}

}  // namespace lanecrypt
