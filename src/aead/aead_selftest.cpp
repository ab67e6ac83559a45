// Known answers that reach every path of sealing and opening. The expected tag was computed with big integers and a
// scalar ChaCha20.
#include <cstring>

#include "aead/aead_core.h"

namespace lanecrypt {
namespace {

constexpr std::size_t lengths[] = {0,   1,   15,  16,  63,  64,  65,  128, 192,  255,  256,  257,  319, 320,
                                   448, 511, 512, 700, 959, 960, 961, 1024, 1500, 2049, 8192, 8193, 16500};
constexpr std::size_t count = sizeof lengths / sizeof lengths[0], room = 17000;

bool all_zero(const std::uint8_t* p, std::size_t len)
{
    std::uint8_t any = 0;
    for (std::size_t i = 0; i < len; ++i) any = static_cast<std::uint8_t>(any | p[i]);
    return any == 0;
}

}  // namespace

bool aead_self_test(const AeadOps& ops)
{
    static constexpr std::uint8_t want[poly1305_tag] = {0xaa, 0x84, 0x09, 0x10, 0x4d, 0x1b, 0x01, 0x03, 0x7e, 0x00, 0xd2, 0xb1, 0xb7, 0xc4, 0x63, 0x52};
    std::uint8_t key[32], data[room], text[room], tags[count * poly1305_tag], tag[poly1305_tag];
    for (std::size_t i = 0; i < sizeof key; ++i) key[i] = static_cast<std::uint8_t>(7 * i + 1);
    for (std::size_t i = 0; i < room; ++i) data[i] = static_cast<std::uint8_t>(i * i + 7 * i + (i >> 8));
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t len = lengths[i], aad_len = i * 5 % 37;
        std::uint8_t nonce[12] = {static_cast<std::uint8_t>(i), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
        const AeadPosition at = aead_position(nonce, key);
        aead_seal(ops, text, tags + i * poly1305_tag, data + i, len, data, aad_len, at);
        if (!aead_open(ops, text, text, len, tags + i * poly1305_tag, data, aad_len, at)) return false;
        if (std::memcmp(text, data + i, len) != 0) return false;
    }
    const std::uint8_t nonce[12] = {};
    aead_seal(ops, text, tag, tags, sizeof tags, nullptr, 0, aead_position(nonce, key));
    if (std::memcmp(tag, want, sizeof tag) != 0) return false;
    tag[15] ^= 0x80;
    return !aead_open(ops, text, text, sizeof tags, tag, nullptr, 0, aead_position(nonce, key)) && all_zero(text, sizeof tags);
}

}  // namespace lanecrypt
