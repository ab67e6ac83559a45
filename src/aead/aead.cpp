#include "lanecrypt/aead.hpp"

#include <cstring>

#include "aead/aead_check.h"
#include "aead/aead_core.h"
#include "base/check.h"
#include "base/erase.h"
#include "base/overlap.h"

namespace lanecrypt {
namespace {

std::uint8_t* u8(std::byte* p) { return reinterpret_cast<std::uint8_t*>(p); }
const std::uint8_t* u8(const std::byte* p) { return reinterpret_cast<const std::uint8_t*>(p); }

// The key of one message: the object's own, or that which XChaCha20 derives from it and the nonce.
class MessageKey {
public:
    MessageKey(const AeadOps&, std::span<const std::byte, 12> nonce, const std::uint8_t* key) : at(aead_position(u8(nonce.data()), key)) {}
    MessageKey(const AeadOps& ops, std::span<const std::byte, 24> nonce, const std::uint8_t* key) : at(xaead_position(ops, subkey_, u8(nonce.data()), key))
    {
    }
    ~MessageKey()
    {
        if (at.key == subkey_) erase_object(subkey_);
    }
    MessageKey(const MessageKey&) = delete;
    MessageKey& operator=(const MessageKey&) = delete;

private:
    std::uint8_t subkey_[32];

public:
    const AeadPosition at;
};

template <std::size_t Nonce>
void seal_whole(std::span<std::byte> ct, std::span<std::byte, 16> tag, std::span<const std::byte> pt, std::span<const std::byte> aad,
                std::span<const std::byte, Nonce> nonce, const std::uint8_t* key) noexcept
{
    if (!require(ct.size() == pt.size(), "AEAD: text and ciphertext differ in size")) return;
    const AeadMemory m = {ct.data(), pt.data(), pt.size(), tag.data(), aad.data(), aad.size(), nonce.data(), Nonce, key};
    if (!require(sealable(m), aead_misuse)) return;
    const AeadOps& ops = dispatch::aead_slot.get();
    const MessageKey message(ops, nonce, key);
    aead_seal(ops, u8(ct.data()), u8(tag.data()), u8(pt.data()), pt.size(), u8(aad.data()), aad.size(), message.at);
}

template <std::size_t Nonce>
void seal_parts(std::span<std::byte> ct, std::span<std::byte, 16> tag, std::span<const std::span<const std::byte>> parts,
                std::span<const std::byte> aad, std::span<const std::byte, Nonce> nonce, const std::uint8_t* key) noexcept
{
    if (!require(ct.empty() || ct.data() != nullptr, aead_misuse)) return;
    std::size_t total = 0;
    for (const auto part : parts) {
        if (!require(part.size() <= ct.size() - total, "AEAD: text and ciphertext differ in size")) return;
        const bool in_place = part.data() == ct.data() + total;
        const bool apart = !overlaps(part.data(), part.size(), ct.data(), ct.size()) && !overlaps(part.data(), part.size(), tag.data(), tag.size());
        if (!require(part.empty() || (part.data() != nullptr && (in_place || apart)), aead_misuse)) return;
        total += part.size();
    }
    if (!require(total == ct.size(), "AEAD: text and ciphertext differ in size")) return;
    // The parts are gathered where their ciphertext goes and sealed there.
    const AeadMemory m = {ct.data(), ct.data(), total, tag.data(), aad.data(), aad.size(), nonce.data(), Nonce, key};
    if (!require(sealable(m), aead_misuse)) return;
    std::byte* to = ct.data();
    for (const auto part : parts) {
        if (!part.empty() && part.data() != to) std::memcpy(to, part.data(), part.size());
        to += part.size();
    }
    const AeadOps& ops = dispatch::aead_slot.get();
    const MessageKey message(ops, nonce, key);
    aead_seal(ops, u8(ct.data()), u8(tag.data()), u8(ct.data()), total, u8(aad.data()), aad.size(), message.at);
}

template <std::size_t Nonce>
bool open_whole(std::span<std::byte> pt, std::span<const std::byte> ct, std::span<const std::byte, 16> tag, std::span<const std::byte> aad,
                std::span<const std::byte, Nonce> nonce, const std::uint8_t* key) noexcept
{
    if (!require(ct.size() == pt.size(), "AEAD: text and ciphertext differ in size")) return false;
    const AeadMemory m = {pt.data(), ct.data(), ct.size(), tag.data(), aad.data(), aad.size(), nonce.data(), Nonce, key};
    if (!require(openable(m), aead_misuse)) return false;
    const AeadOps& ops = dispatch::aead_slot.get();
    const MessageKey message(ops, nonce, key);
    return aead_open(ops, u8(pt.data()), u8(ct.data()), ct.size(), u8(tag.data()), u8(aad.data()), aad.size(), message.at);
}

}  // namespace

#define LANECRYPT_AEAD_CLASS(Class)                                                                                                           \
    Class::Class(std::span<const std::byte, key_size> key) noexcept { std::memcpy(key_, key.data(), key_size); }                              \
    Class::~Class() { erase_object(key_); }                                                                                                   \
    void Class::seal(std::span<std::byte> ct, std::span<std::byte, tag_size> tag, std::span<const std::byte> pt,                              \
                     std::span<const std::byte> aad, std::span<const std::byte, nonce_size> nonce) const noexcept                             \
    {                                                                                                                                         \
        seal_whole(ct, tag, pt, aad, nonce, key_);                                                                                            \
    }                                                                                                                                         \
    void Class::seal(std::span<std::byte> ct, std::span<std::byte, tag_size> tag, std::span<const std::span<const std::byte>> parts,          \
                     std::span<const std::byte> aad, std::span<const std::byte, nonce_size> nonce) const noexcept                             \
    {                                                                                                                                         \
        seal_parts(ct, tag, parts, aad, nonce, key_);                                                                                         \
    }                                                                                                                                         \
    bool Class::open(std::span<std::byte> pt, std::span<const std::byte> ct, std::span<const std::byte, tag_size> tag,                        \
                     std::span<const std::byte> aad, std::span<const std::byte, nonce_size> nonce) const noexcept                             \
    {                                                                                                                                         \
        return open_whole(pt, ct, tag, aad, nonce, key_);                                                                                     \
    }

LANECRYPT_AEAD_CLASS(ChaCha20Poly1305)
LANECRYPT_AEAD_CLASS(XChaCha20Poly1305)

}  // namespace lanecrypt
