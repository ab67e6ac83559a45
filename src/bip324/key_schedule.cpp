// The keys of a BIP324 connection.
#include <cstring>

#include "base/erase.h"
#include "lanecrypt/bip324.hpp"
#include "lanecrypt/hmac.hpp"

namespace lanecrypt {
namespace {

constexpr char salt_text[] = "bitcoin_v2_shared_secret";
constexpr std::size_t salt_text_len = sizeof salt_text - 1;

// A name as the bytes of HKDF's info.
std::span<const std::byte> info(const char* name) { return {reinterpret_cast<const std::byte*>(name), std::strlen(name)}; }

}  // namespace

Bip324Keys::Bip324Keys(std::span<const std::byte, 32> secret, std::span<const std::byte, 4> magic) noexcept
{
    std::byte salt[salt_text_len + 4];
    std::memcpy(salt, salt_text, salt_text_len);
    std::memcpy(salt + salt_text_len, magic.data(), 4);
    auto prk = hkdf_sha256_extract(salt, secret);
    std::array<std::byte, 32> terminators;
    const struct {
        std::span<std::byte> out;
        const char* name;
    } outputs[] = {{initiator_length, "initiator_L"}, {initiator_packet, "initiator_P"},     {responder_length, "responder_L"},
                   {responder_packet, "responder_P"}, {terminators, "garbage_terminators"}, {session_id, "session_id"}};
    for (const auto& o : outputs) (void)hkdf_sha256_expand(o.out, prk, info(o.name));
    std::memcpy(initiator_garbage_terminator.data(), terminators.data(), 16);
    std::memcpy(responder_garbage_terminator.data(), terminators.data() + 16, 16);
    erase_object(prk);
    erase_object(terminators);
}

Bip324Keys::~Bip324Keys() { erase(this, sizeof *this); }

}  // namespace lanecrypt
