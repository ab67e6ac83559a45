// speed siphash: single messages, and many at once as filters and short ids hash them.
#include <cstring>
#include <memory>

#include "base/bytes.h"
#include "lanecrypt/siphash.hpp"
#include "measure/stats.h"
#include "siphash/siphash_plan.h"
#include "speed/rows.h"
#include "speed/scripts.h"

namespace lanecrypt::cli {
namespace {

constexpr std::uint64_t k0 = 0x0706050403020100, k1 = 0x0f0e0d0c0b0a0908;

std::span<const std::byte> view(const std::uint8_t* p, std::size_t len) { return {reinterpret_cast<const std::byte*>(p), len}; }

// Where the hashes of a call go: numbers need an alignment that its bytes may lack.
constexpr std::size_t count = 1024;
std::span<std::uint64_t, count> hashes()
{
    static std::uint64_t numbers[count];
    return numbers;
}
void put_hashes(const Call& c) { std::memcpy(c.out, hashes().data(), hashes().size_bytes()); }

void one_message(Rows& rows, std::size_t len)
{
    Work work;
    work.primitive = "siphash";
    work.group = "SipHash-2-4, one message";
    work.label = size_label(len);
    work.len = work.in_size = work.bytes = work.x = len;
    work.out_size = 8;
    work.reference = [](const Call& c) { store64_le(c.out, SipHash24::hash(view(c.in, c.len), k0, k1)); };
    add_library(work, [](const Call& c) { store64_le(c.out, SipHash24::hash(view(c.in, c.len), k0, k1)); });
    work.contenders.push_back({"lanecrypt, two pieces", Kind::library, false, repeat([](const Call& c) {
                                   SipHash24 h(k0, k1);
                                   h.update(view(c.in, c.len / 2)).update(view(c.in + c.len / 2, c.len - c.len / 2));
                                   store64_le(c.out, h.finalize());
                               })});
    add_peers(work, &Peer::siphash24, [](auto siphash24) {
        return [siphash24](const Call& c) { store64_le(c.out, siphash24(c.in, c.len, k0, k1)); };
    });
    rows.add(std::move(work));
}

void many_of_one_length(Rows& rows, std::size_t len)
{
    Work work;
    work.primitive = "siphash";
    work.group = "SipHash-2-4, 1024 messages of one length";
    work.label = size_label(len);
    work.len = len;
    work.in_size = work.bytes = count * len;
    work.items = count;
    work.x = len;
    work.out_size = hashes().size_bytes();
    work.chainable = false;
    work.reference = [](const Call& c) {
        for (std::size_t i = 0; i < count; ++i) hashes()[i] = SipHash24::hash(view(c.in + i * c.len, c.len), k0, k1);
        put_hashes(c);
    };
    add_implementations(work, dispatch::siphash_slot, [](const SipHashOps& ops) {
        return [items = ops.sip24.items](const Call& c) { items(hashes().data(), c.in, c.len, count, k0, k1), put_hashes(c); };
    });
    add_library(work, [](const Call& c) { siphash24_items(hashes(), view(c.in, count * c.len), c.len, k0, k1), put_hashes(c); });
    add_peers(work, &Peer::siphash24, [](auto siphash24) {
        return [siphash24](const Call& c) {
            for (std::size_t i = 0; i < count; ++i) hashes()[i] = siphash24(c.in + i * c.len, c.len, k0, k1);
            put_hashes(c);
        };
    });
    rows.add(std::move(work));
}

void scripts_as_in_blocks(Rows& rows)
{
    const auto lengths = std::make_shared<const std::vector<std::size_t>>(script_lengths(count));
    Work work;
    work.primitive = "siphash";
    work.group = "SipHash-2-4, 1024 scripts of 22, 23, 25 and 34 B";
    work.label = "scripts";
    for (const std::size_t len : *lengths) work.in_size += len;
    work.len = work.bytes = work.x = work.in_size;
    work.items = count;
    work.out_size = hashes().size_bytes();
    work.chainable = false;
    const auto one_by_one = [lengths](const Call& c, auto hash) {
        const std::uint8_t* p = c.in;
        for (std::size_t i = 0; i < count; p += (*lengths)[i], ++i) hashes()[i] = hash(p, (*lengths)[i]);
        put_hashes(c);
    };
    work.reference = [one_by_one](const Call& c) {
        one_by_one(c, [](const std::uint8_t* p, std::size_t len) { return SipHash24::hash(view(p, len), k0, k1); });
    };
    add_implementations(work, dispatch::siphash_slot, [&](const SipHashOps& ops) {
        return [&ops, lengths](const Call& c) {
            {
                SipHashPlan plan(ops.sip24, k0, k1);
                const std::uint8_t* p = c.in;
                for (std::size_t i = 0; i < count; p += (*lengths)[i], ++i) plan.add(&hashes()[i], p, (*lengths)[i]);
            }
            put_hashes(c);
        };
    });
    add_library(work, [lengths](const Call& c) {
        std::span<const std::byte> messages[count];
        const std::uint8_t* p = c.in;
        for (std::size_t i = 0; i < count; p += (*lengths)[i], ++i) messages[i] = view(p, (*lengths)[i]);
        siphash24_many(hashes(), messages, k0, k1);
        put_hashes(c);
    });
    add_peers(work, &Peer::siphash24, [&](auto siphash24) {
        return [siphash24, one_by_one](const Call& c) {
            one_by_one(c, [siphash24](const std::uint8_t* p, std::size_t len) { return siphash24(p, len, k0, k1); });
        };
    });
    rows.add(std::move(work));
}

}  // namespace

void speed_siphash(Rows& rows)
{
    for (const std::size_t len : rows.sizes({0, 1, 7, 8, 20, 25, 32, 36, 64, 256, 1024})) one_message(rows, len);
    for (const std::size_t len : rows.sizes({32, 36, 256})) many_of_one_length(rows, len);
    if (rows.all()) scripts_as_in_blocks(rows);
}

}  // namespace lanecrypt::cli
