// speed xor: the sizes of single fields and of whole blocks, and the writes of one stored block.
#include <array>
#include <cstring>
#include <memory>

#include "lanecrypt/obfuscation.hpp"
#include "measure/stats.h"
#include "obfuscation/xor_ops.h"
#include "speed/rows.h"

namespace lanecrypt::cli {
namespace {

constexpr std::uint8_t key_bytes[8] = {0x3c, 0xa7, 0x11, 0xe9, 0x58, 0x02, 0xb4, 0x7d};

std::uint64_t key_at(std::size_t offset)
{
    std::uint8_t k[8];
    for (std::size_t i = 0; i < 8; ++i) k[i] = key_bytes[(offset + i) % 8];
    std::uint64_t key;
    std::memcpy(&key, k, 8);
    return key;
}

Obfuscation obfuscation() { return Obfuscation(std::as_bytes(std::span<const std::uint8_t, 8>(key_bytes))); }

void xor_bytes(std::uint8_t* p, std::size_t len)
{
    for (std::size_t i = 0; i < len; ++i) p[i] = static_cast<std::uint8_t>(p[i] ^ key_bytes[i % 8]);
}

void one_buffer(Rows& rows, std::size_t len)
{
    Work work;
    work.primitive = "xor";
    work.group = "one buffer, in place";
    work.label = size_label(len);
    work.len = work.in_size = work.out_size = work.bytes = work.x = len;
    work.in_place = true;
    work.reference = [](const Call& c) { xor_bytes(c.out, c.len); };
    add_implementations(work, dispatch::xor_slot, [key = key_at(0)](const XorOps& ops) {
        return [apply = ops.apply, key](const Call& c) { apply(c.out, c.len, key); };
    });
    add_library(work, [key = obfuscation()](const Call& c) { key(std::as_writable_bytes(std::span(c.out, c.len))); });
    rows.add(std::move(work));
}

// How a node serialises a block: the fields of each transaction one by one, each obfuscated at its place in the file.
// Per input: 32 (hash), 4 (index), 1 (script length), a script in one of ten inputs, 4 (sequence), witness items; per
// output: 8 (value), 1, 22–34 (script); per transaction 4 (version), 1, 1 (marker, flag), counts, 4 (lock time).
std::vector<std::size_t> block_writes(std::size_t transactions)
{
    measure::Random random(1);
    std::vector<std::size_t> writes = {4, 4, 80, 3};
    for (std::size_t t = 0; t < transactions; ++t) {
        writes.insert(writes.end(), {4, 1, 1, 1});
        const std::size_t inputs = 1 + random.below(3), outputs = 1 + random.below(3);
        for (std::size_t i = 0; i < inputs; ++i) {
            writes.insert(writes.end(), {32, 4, 1});
            if (random.below(10) == 0) writes.push_back(107);
            writes.push_back(4);
        }
        writes.push_back(1);
        for (std::size_t i = 0; i < outputs; ++i) writes.insert(writes.end(), {8, 1, 22 + random.below(13)});
        for (std::size_t i = 0; i < inputs; ++i) writes.insert(writes.end(), {1, 1, 72, 1, 33});
        writes.push_back(4);
    }
    return writes;
}

void stored_block(Rows& rows)
{
    const auto writes = std::make_shared<const std::vector<std::size_t>>(block_writes(1000));
    Work work;
    work.primitive = "xor";
    work.group = "one block, field by field";
    work.label = "block";
    for (const std::size_t n : *writes) work.len += n;
    work.in_size = work.out_size = work.bytes = work.x = work.len;
    work.items = writes->size();
    work.in_place = true;
    work.reference = [](const Call& c) { xor_bytes(c.out, c.len); };
    std::array<std::uint64_t, 8> keys;
    for (std::size_t i = 0; i < 8; ++i) keys[i] = key_at(i);
    add_implementations(work, dispatch::xor_slot, [&](const XorOps& ops) {
        return [writes, keys, apply = ops.apply](const Call& c) {
            std::size_t at = 0;
            for (const std::size_t n : *writes) {
                apply(c.out + at, n, keys[at % 8]);
                at += n;
            }
        };
    });
    add_library(work, [writes, key = obfuscation()](const Call& c) {
        std::size_t at = 0;
        for (const std::size_t n : *writes) {
            key(std::as_writable_bytes(std::span(c.out + at, n)), at);
            at += n;
        }
    });
    rows.add(std::move(work));
}

}  // namespace

void speed_xor(Rows& rows)
{
    for (const std::size_t len : rows.sizes({1, 4, 8, 20, 32, 36, 80, 4096, 1u << 20})) one_buffer(rows, len);
    if (rows.all()) stored_block(rows);
}

}  // namespace lanecrypt::cli
