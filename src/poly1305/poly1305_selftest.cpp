// Known answers that reach every loop of a Poly1305 implementation. The expected tags were computed with big integers.
#include <cstring>

#include "poly1305/poly1305_ops.h"

namespace lanecrypt {
namespace {

constexpr std::size_t lengths[] = {0,   1,   2,   7,   8,   15,  16,  17,  31,   32,   33,   63,   64,   65,   100,  127,
                                   128, 129, 255, 256, 257, 300, 511, 512, 528, 640, 1023, 1024, 1040, 1301, 2047, 2100};
constexpr std::size_t messages = 17;

void one(const Poly1305Ops& ops, const std::uint8_t* key, const std::uint8_t* in, std::size_t len, std::uint8_t* tag)
{
    Poly1305State state;
    ops.init(state, key);
    ops.blocks(state, in, len / poly1305_block);
    ops.finish(state, in + len / poly1305_block * poly1305_block, len % poly1305_block, tag);
}

// The tag of the tags of prefixes of many lengths.
bool prefixes(const Poly1305Ops& ops, const std::uint8_t* key, const std::uint8_t* data)
{
    static constexpr std::uint8_t want[poly1305_tag] = {0xe7, 0x8a, 0x57, 0x1c, 0xd7, 0xa7, 0x4d, 0x43,
                                                        0x3b, 0x65, 0x29, 0x32, 0xdc, 0x09, 0x69, 0x4f};
    std::uint8_t tags[sizeof lengths / sizeof lengths[0] * poly1305_tag], tag[poly1305_tag];
    std::uint8_t* at = tags;
    for (const std::size_t len : lengths) {
        one(ops, key, data, len, at);
        at += poly1305_tag;
    }
    one(ops, key, tags, sizeof tags, tag);
    return std::memcmp(tag, want, sizeof tag) == 0;
}

// The tag of the tags of messages in lanes: keys, lengths and associated data all differ.
bool lanes(const Poly1305Ops& ops, const std::uint8_t* key, const std::uint8_t* data)
{
    static constexpr std::uint8_t want[poly1305_tag] = {0x47, 0xca, 0x92, 0x26, 0x80, 0x3e, 0xc5, 0x4b,
                                                        0x85, 0xaa, 0x69, 0x5a, 0xc9, 0x98, 0xc0, 0x33};
    std::uint8_t keys[messages][poly1305_key], tags[messages * poly1305_tag], tag[poly1305_tag];
    Poly1305Message items[messages];
    for (std::size_t i = 0; i < messages; ++i) {
        for (std::size_t j = 0; j < poly1305_key; ++j) keys[i][j] = static_cast<std::uint8_t>(key[j] + i);
        items[i] = {keys[i], data + i, i * 3 % 21, data + 5 * i, i * 37 % 331, tags + i * poly1305_tag};
    }
    ops.aead_tags(items, messages);
    one(ops, key, tags, sizeof tags, tag);
    return std::memcmp(tag, want, sizeof tag) == 0;
}

}  // namespace

bool poly1305_self_test(const Poly1305Ops& ops)
{
    std::uint8_t key[poly1305_key], data[2200];
    for (std::size_t i = 0; i < sizeof key; ++i) key[i] = static_cast<std::uint8_t>(0xff - 3 * i);
    for (std::size_t i = 0; i < sizeof data; ++i) data[i] = static_cast<std::uint8_t>(i * i + 7 * i + (i >> 8));
    return prefixes(ops, key, data) && lanes(ops, key, data);
}

}  // namespace lanecrypt
