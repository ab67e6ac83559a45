// speed chacha20: one message of each size, and many first blocks under keys of their own.
#include <algorithm>
#include <cstring>

#include "base/bytes.h"
#include "chacha20/chacha20_ops.h"
#include "lanecrypt/lanecrypt.h"
#include "speed/rows.h"

namespace lanecrypt::cli {
namespace {

constexpr std::uint8_t key[32] = {0x5a, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
constexpr std::uint8_t nonce[12] = {7, 0, 0, 0, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47};

std::uint64_t counter() { return (std::uint64_t{load32_le(nonce)} << 32) + 1; }
ChaCha20Run run_of(const Call& c) { return {c.out, c.in, c.len, key, counter(), load64_le(nonce + 4)}; }

void one_message(Rows& rows, std::size_t len)
{
    Work work;
    work.primitive = "chacha20";
    work.group = "one message";
    work.label = size_label(len);
    work.len = work.in_size = work.out_size = work.bytes = work.x = len;
    work.reference = [](const Call& c) {
        const auto* const ops = static_cast<const ChaCha20Ops*>(dispatch::chacha20_slot[dispatch::chacha20_slot.size() - 1].ops);
        ops->run(run_of(c));
    };
    add_implementations(work, dispatch::chacha20_slot, [](const ChaCha20Ops& ops) { return [run = ops.run](const Call& c) { run(run_of(c)); }; });
    add_library(work, [](const Call& c) { lanecrypt_chacha20_xor(c.out, c.in, c.len, nonce, 1, key); });
    add_peers(work, &Peer::chacha20, [](auto f) { return [f](const Call& c) { f(c.out, c.in, c.len, nonce, 1, key); }; });
    rows.add(std::move(work));
}

// n messages of one block, each with a key of its own: key blocks, look-ahead. The peers make n calls.
void many_blocks(Rows& rows, std::size_t n)
{
    Work work;
    work.primitive = "chacha20";
    work.group = "many keys, 64 B each";
    work.label = "n = " + std::to_string(n);
    work.len = work.in_size = work.out_size = work.bytes = 64 * n;
    work.x = work.items = n;
    const auto runs_of = [](const Call& c, ChaCha20Run* runs) {
        // The messages serve as keys of each other: half of a block is as long as a key.
        for (std::size_t i = 0; i < c.len / 64; ++i) runs[i] = {c.out + 64 * i, c.in + 64 * i, 64, c.in + 64 * i + 32, counter(), load64_le(nonce + 4)};
    };
    work.reference = [runs_of](const Call& c) {
        ChaCha20Run runs[64];
        runs_of(c, runs);
        const auto* const ops = static_cast<const ChaCha20Ops*>(dispatch::chacha20_slot[dispatch::chacha20_slot.size() - 1].ops);
        for (std::size_t i = 0; i < c.len / 64; ++i) ops->run(runs[i]);
    };
    add_implementations(work, dispatch::chacha20_slot, [runs_of](const ChaCha20Ops& ops) {
        return [runs_of, f = ops.runs](const Call& c) {
            ChaCha20Run runs[64];
            runs_of(c, runs);
            f(runs, c.len / 64);
        };
    });
    add_peers(work, &Peer::chacha20, [](auto f) {
        return [f](const Call& c) {
            for (std::size_t i = 0; i < c.len / 64; ++i) f(c.out + 64 * i, c.in + 64 * i, 64, nonce, 1, c.in + 64 * i + 32);
        };
    });
    rows.add(std::move(work));
}

// Everything a run of `blocks` blocks can be cut into with at most `pieces` groups: shapes in descending size, the last one
// possibly too large.
void groupings(const std::vector<std::uint8_t>& shapes, std::size_t blocks, std::size_t pieces, std::vector<std::uint8_t>& chosen,
               std::vector<std::vector<std::uint8_t>>& all)
{
    for (const std::uint8_t s : shapes) {
        const std::size_t size = s == ChaCha20Plan::one_scalar ? 1 : s;
        if (!chosen.empty() && size > (chosen.back() == ChaCha20Plan::one_scalar ? 1u : chosen.back())) continue;
        if (!chosen.empty() && size == 1 && chosen.back() != s && (chosen.back() == 1 || chosen.back() == ChaCha20Plan::one_scalar)) continue;
        if (size > blocks && size >= 2 * blocks + 2) continue;  // less than half of it would be used
        chosen.push_back(s);
        if (size >= blocks) all.push_back(chosen);
        else if (chosen.size() < pieces) groupings(shapes, blocks - size, pieces, chosen, all);
        chosen.pop_back();
    }
}

std::string grouping_name(const std::vector<std::uint8_t>& shapes)
{
    std::string name;
    for (const std::uint8_t s : shapes) name += (name.empty() ? "" : "+") + (s == ChaCha20Plan::one_scalar ? std::string("s") : std::to_string(s));
    return name;
}

}  // namespace

void speed_chacha20(Rows& rows)
{
    for (const std::size_t len : rows.sizes(cipher_sizes()))
        one_message(rows, len);
    if (!rows.all()) return;
    for (const std::size_t n : {2, 3, 4, 8, 11, 16, 32, 64}) many_blocks(rows, n);
}

// Every admissible grouping of 1 … 20 blocks, as a contender for each implementation; the table's choice is marked.
void speed_chacha20_shapes(Rows& rows)
{
    auto& slot = dispatch::chacha20_slot;
    for (std::size_t i = 0; i < slot.size(); ++i) {
        if ((cpu::runnable() & cpu::row_bit(slot[i].isa)) == 0) continue;
        const ChaCha20Ops& ops = slot.impl(i);
        std::vector<std::uint8_t> shapes;
        for (const std::uint8_t* s = ops.shapes; *s != 0; ++s) shapes.push_back(*s);
        const auto size = [](std::uint8_t s) { return s == ChaCha20Plan::one_scalar ? 1 : int{s}; };
        std::stable_sort(shapes.begin(), shapes.end(), [&](std::uint8_t a, std::uint8_t b) { return size(a) > size(b); });
        for (std::size_t blocks = 1; blocks <= 20; ++blocks) {
            Work work;
            work.primitive = "chacha20";
            work.group = std::string("shapes of ") + isa_rows[static_cast<int>(ops.isa)].name;
            work.label = std::to_string(blocks) + " blk";
            work.len = work.in_size = work.out_size = work.bytes = 64 * blocks;
            work.x = blocks;
            work.reference = [&ops](const Call& c) { ops.run(run_of(c)); };
            std::vector<std::vector<std::uint8_t>> all;
            std::vector<std::uint8_t> chosen, in_table;
            for (std::size_t left = blocks; left != 0;) {
                const std::uint8_t s = ops.plan->next[left];
                in_table.push_back(s);
                left -= std::min(left, static_cast<std::size_t>(size(s)));
            }
            // As few groups as the largest shape allows, and up to three more; the table's choice in any case.
            groupings(shapes, blocks, std::max<std::size_t>(4, (blocks - 1) / static_cast<std::size_t>(size(shapes.front())) + 3), chosen, all);
            if (std::find(all.begin(), all.end(), in_table) == all.end()) all.push_back(in_table);
            for (const auto& grouping : all) {
                ChaCha20Plan plan = *ops.plan;
                std::size_t left = blocks;
                for (const std::uint8_t s : grouping) {
                    plan.next[left] = s;
                    left -= std::min(left, static_cast<std::size_t>(size(s)));
                }
                work.contenders.push_back({grouping_name(grouping), Kind::own, grouping == in_table,
                                           repeat([&ops, plan](const Call& c) { ops.run_planned(run_of(c), plan); })});
            }
            rows.add(std::move(work));
        }
    }
}

}  // namespace lanecrypt::cli
