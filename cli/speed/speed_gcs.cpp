// speed gcs: building a large filter, and asking one for a wallet's scripts. The stand-in is what nodes and wallets do
// today: one hash after the other, a comparison sort, bits written one by one.
#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>

#include "base/compact_size.h"
#include "gcs/gcs_range.h"
#include "lanecrypt/gcs.hpp"
#include "speed/rows.h"
#include "speed/scripts.h"

namespace lanecrypt::cli {
namespace {

using Items = std::vector<std::span<const std::byte>>;

constexpr GcsParams params{0x0123456789abcdef, 0xfedcba9876543210, 19, 784931};
constexpr const char* stand_in = "stand-in: one by one";

// The first lengths.size() items of a call's input, one after another.
void split(const std::uint8_t* in, const std::vector<std::size_t>& lengths, Items& items)
{
    items.resize(lengths.size());
    for (std::size_t i = 0; i < lengths.size(); in += lengths[i], ++i) items[i] = {reinterpret_cast<const std::byte*>(in), lengths[i]};
}

std::vector<std::uint64_t> stand_in_values(const Items& items, std::uint64_t n)
{
    std::vector<std::uint64_t> values(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) values[i] = scale_to_range(SipHash24::hash(items[i], params.k0, params.k1), n * params.m);
    std::sort(values.begin(), values.end());
    return values;
}

std::vector<std::byte> stand_in_build(const Items& items)
{
    std::uint8_t head[max_compact_size];
    const auto* const p = reinterpret_cast<const std::byte*>(head);
    std::vector<std::byte> out(p, p + write_compact_size(head, items.size()));
    unsigned used = 0;
    const auto bit = [&](bool b) {
        if (used == 0) out.push_back(std::byte{0});
        if (b) out.back() |= std::byte{0x80} >> used;
        used = (used + 1) % 8;
    };
    std::uint64_t last = 0;
    for (const std::uint64_t v : stand_in_values(items, items.size())) {
        for (std::uint64_t q = (v - last) >> params.p; q != 0; --q) bit(true);
        bit(false);
        for (unsigned i = params.p; i-- > 0;) bit(((v - last) >> i & 1) != 0);
        last = v;
    }
    return out;
}

// The filter, with zeros up to the end of the call's output.
void put(const Call& c, const std::vector<std::byte>& filter)
{
    const std::size_t n = std::min(filter.size(), c.len);
    std::memcpy(c.out, filter.data(), n);
    std::memset(c.out + n, 0, c.len - n);
}

void build(Rows& rows, std::size_t n)
{
    const auto lengths = std::make_shared<const std::vector<std::size_t>>(script_lengths(n));
    const auto items = std::make_shared<Items>();
    Work work;
    work.primitive = "gcs";
    work.group = "BIP158 filter, built";
    work.label = std::to_string(n) + " items";
    for (const std::size_t len : *lengths) work.in_size += len;
    work.bytes = work.in_size;
    work.items = work.x = n;
    work.len = work.out_size = 3 * n;  // a filter takes about 21 bits for each item
    work.chainable = false;
    work.reference = [=](const Call& c) {
        split(c.in, *lengths, *items);
        put(c, stand_in_build(*items));
    };
    add_library(work, [=](const Call& c) {
        split(c.in, *lengths, *items);
        put(c, gcs_build(*items, params));
    });
    work.contenders.push_back({stand_in, Kind::peer, false, repeat([=](const Call& c) {
                                   split(c.in, *lengths, *items);
                                   put(c, stand_in_build(*items));
                               })});
    rows.add(std::move(work));
}

// A filter of 5000 items that holds none of the scripts.
void match(Rows& rows, std::size_t n)
{
    constexpr std::size_t filter_items = 5000;
    const auto lengths = std::make_shared<const std::vector<std::size_t>>(script_lengths(n));
    const auto items = std::make_shared<Items>();
    auto content = std::make_shared<std::vector<std::uint8_t>>(filter_items * 21);
    measure::Random random(2);
    for (auto& b : *content) b = static_cast<std::uint8_t>(random.below(256));
    Items inside;
    split(content->data(), std::vector<std::size_t>(filter_items, 21), inside);
    const auto encoded = std::make_shared<const std::vector<std::byte>>(gcs_build(inside, params));
    const auto filter = std::make_shared<GcsFilter>();

    Work work;
    work.primitive = "gcs";
    work.group = "BIP158 filter of 5000 items, decoded and asked";
    work.label = std::to_string(n) + " scripts";
    for (const std::size_t len : *lengths) work.in_size += len;
    work.len = work.bytes = work.in_size;
    work.items = work.x = n;
    work.out_size = 1;
    work.chainable = false;
    const auto one_by_one = [=](const Call& c) {
        split(c.in, *lengths, *items);
        (void)filter->decode(*encoded, params);
        const auto asked = stand_in_values(*items, filter->size());
        std::size_t at = 0;
        *c.out = 0;
        for (const std::uint64_t v : filter->values()) {
            while (at < asked.size() && asked[at] < v) ++at;
            if (at < asked.size() && asked[at] == v) *c.out = 1;
        }
    };
    work.reference = one_by_one;
    add_library(work, [=](const Call& c) {
        split(c.in, *lengths, *items);
        (void)filter->decode(*encoded, params);
        *c.out = filter->match_any(*items) ? 1 : 0;
    });
    work.contenders.push_back({stand_in, Kind::peer, false, repeat(one_by_one)});
    rows.add(std::move(work));
}

}  // namespace

void speed_gcs(Rows& rows)
{
    if (!rows.all()) return;
    for (const std::size_t n : {2000u, 100000u}) build(rows, n);
    match(rows, 10000);
}

}  // namespace lanecrypt::cli
