// speed shortid: BIP152 short ids of a mempool, and a compact block looked up among them. The stand-in is what nodes do
// today: one identifier after the other, a hash table of the block's short ids.
#include <cstring>
#include <memory>
#include <unordered_map>

#include "base/bytes.h"
#include "lanecrypt/shortid.hpp"
#include "measure/stats.h"
#include "speed/rows.h"

namespace lanecrypt::cli {
namespace {

constexpr ShortIdKey key{0x0123456789abcdef, 0xfedcba9876543210};
constexpr const char* stand_in = "stand-in: one by one";

std::span<const std::byte> ids_of(const Call& c, std::size_t n) { return {reinterpret_cast<const std::byte*>(c.in), 32 * n}; }
std::uint64_t id_alone(const Call& c, std::size_t i) { return short_id(ids_of(c, i + 1).subspan(32 * i).first<32>(), key); }

Work row(const char* group, std::size_t n)
{
    Work work;
    work.primitive = "shortid";
    work.group = group;
    work.label = std::to_string(n) + " ids";
    work.len = work.in_size = work.bytes = 32 * n;
    work.items = work.x = n;
    work.chainable = false;
    return work;
}

void mempool(Rows& rows, std::size_t n)
{
    const auto ids = std::make_shared<std::vector<std::uint64_t>>(n);
    Work work = row("BIP152 short ids of a mempool", n);
    work.out_size = 8 * n;
    const auto put = [=](const Call& c) { std::memcpy(c.out, ids->data(), 8 * n); };
    const auto one_by_one = [=](const Call& c) {
        for (std::size_t i = 0; i < n; ++i) (*ids)[i] = id_alone(c, i);
        put(c);
    };
    work.reference = one_by_one;
    add_library(work, [=](const Call& c) {
        short_ids(*ids, ids_of(c, n), key);
        put(c);
    });
    work.contenders.push_back({stand_in, Kind::peer, false, repeat(one_by_one)});
    rows.add(std::move(work));
}

// A block of 2000 transactions, none of which the mempool has: every identifier is asked for.
void match(Rows& rows, std::size_t n)
{
    const auto wanted = std::make_shared<std::vector<std::uint64_t>>(2000);
    measure::Random random(3);
    for (std::uint64_t& id : *wanted) id = random.below(std::uint64_t{1} << 48);
    Work work = row("a compact block of 2000 transactions matched", n);
    work.out_size = 8;
    const auto one_by_one = [=](const Call& c) {
        std::unordered_map<std::uint64_t, std::size_t> positions;
        positions.reserve(wanted->size());
        for (std::size_t i = 0; i < wanted->size(); ++i) positions.emplace((*wanted)[i], i);
        std::uint64_t matched = 0;
        for (std::size_t i = 0; i < n; ++i) matched += positions.count(id_alone(c, i));
        store64_le(c.out, matched);
    };
    work.reference = one_by_one;
    add_library(work, [=](const Call& c) { store64_le(c.out, match_short_ids(*wanted, ids_of(c, n), key).matched); });
    work.contenders.push_back({stand_in, Kind::peer, false, repeat(one_by_one)});
    rows.add(std::move(work));
}

}  // namespace

void speed_shortid(Rows& rows)
{
    if (!rows.all()) return;
    mempool(rows, 1000);
    mempool(rows, 50000);
    match(rows, 50000);
}

}  // namespace lanecrypt::cli
