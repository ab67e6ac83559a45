// speed sha256: one message of each size, double hashes of 64 bytes, and many messages of the size of a transaction.
#include <cstring>

#include "lanecrypt/lanecrypt.h"
#include "sha256/sha256_finish.h"
#include "sha256/sha256_many.h"
#include "speed/rows.h"

namespace lanecrypt::cli {
namespace {

constexpr std::size_t max_items = 1024;

const Sha256Ops& portable() { return dispatch::sha256_lanes_slot.impl(dispatch::sha256_lanes_slot.size() - 1); }

void one_message(Rows& rows, std::size_t len)
{
    Work work;
    work.primitive = "sha256";
    work.group = "one message";
    work.label = size_label(len);
    work.len = work.in_size = work.bytes = work.x = len;
    work.out_size = 32;
    work.reference = [](const Call& c) { sha256_whole(portable(), c.out, c.in, c.len, false); };
    add_implementations(work, dispatch::sha256_slot, [](const Sha256Ops& ops) {
        return [table = &ops](const Call& c) { sha256_whole(*table, c.out, c.in, c.len, false); };
    });
    add_library(work, [](const Call& c) { lanecrypt_sha256(c.out, c.in, c.len); });
    add_peers(work, &Peer::sha256, [](auto f) { return [f](const Call& c) { f(c.out, c.in, c.len); }; });
    rows.add(std::move(work));
}

// The peers hash the message, then the hash.
void double_64(Rows& rows, std::size_t n)
{
    Work work;
    work.primitive = "sha256";
    work.group = "double hashes of 64 B";
    work.label = "n = " + std::to_string(n);
    work.len = work.in_size = work.bytes = 64 * n;
    work.out_size = 32 * n;
    work.x = work.items = n;
    work.reference = [](const Call& c) {
        for (std::size_t i = 0; i < c.len / 64; ++i) sha256_whole(portable(), c.out + 32 * i, c.in + 64 * i, 64, true);
    };
    add_implementations(work, dispatch::sha256_lanes_slot,
                        [](const Sha256Ops& ops) { return [f = ops.double64](const Call& c) { f(c.out, c.in, c.len / 64); }; });
    add_library(work, [](const Call& c) { lanecrypt_sha256d64(c.out, c.in, c.len / 64); });
    add_peers(work, &Peer::sha256, [](auto f) {
        return [f](const Call& c) {
            for (std::size_t i = 0; i < c.len / 64; ++i) {
                std::uint8_t once[32];
                f(once, c.in + 64 * i, 64);
                f(c.out + 32 * i, once, 32);
            }
        };
    });
    rows.add(std::move(work));
}

// Messages of one length, one after another.
struct Equal {
    const std::uint8_t* in;
    std::size_t len;
};
Sha256Message fetch_equal(const void* context, std::size_t i)
{
    const auto& equal = *static_cast<const Equal*>(context);
    return {equal.in + equal.len * i, equal.len};
}

void many(Rows& rows, std::size_t len, std::size_t n)
{
    Work work;
    work.primitive = "sha256";
    work.group = "many messages of " + size_label(len);
    work.label = "n = " + std::to_string(n);
    work.len = work.in_size = work.bytes = len * n;
    work.out_size = 32 * n;
    work.x = work.items = n;
    work.reference = [len](const Call& c) {
        for (std::size_t i = 0; i < c.len / len; ++i) sha256_whole(portable(), c.out + 32 * i, c.in + len * i, len, false);
    };
    add_implementations(work, dispatch::sha256_lanes_slot, [len](const Sha256Ops& ops) {
        return [table = &ops, len](const Call& c) {
            const Equal equal{c.in, len};
            sha256_run({table, table, 1}, c.out, {&equal, fetch_equal, c.len / len}, 0, c.len / len, false);
        };
    });
    const auto arrays = [len](const Call& c, auto f) {
        const std::uint8_t* in[max_items];
        std::size_t lengths[max_items];
        const std::size_t count = c.len / len;
        for (std::size_t i = 0; i < count; ++i) {
            in[i] = c.in + len * i;
            lengths[i] = len;
        }
        f(c.out, in, lengths, count);
    };
    add_library(work, [arrays](const Call& c) { arrays(c, lanecrypt_sha256_many); });
    add_peers(work, &Peer::sha256, [len](auto f) {
        return [f, len](const Call& c) {
            for (std::size_t i = 0; i < c.len / len; ++i) f(c.out + 32 * i, c.in + len * i, len);
        };
    });
    for (const Peer& peer : peers())
        if (peer.sha256_many != nullptr)
            work.contenders.push_back({peer.name + ", many", Kind::peer, false,
                                       repeat([arrays, f = peer.sha256_many](const Call& c) { arrays(c, f); })});
    rows.add(std::move(work));
}

}  // namespace

void speed_sha256(Rows& rows)
{
    for (const std::size_t len : rows.sizes({32, 64, 80, 226, 1024, 16384, 1u << 20})) one_message(rows, len);
    if (!rows.all()) return;
    for (std::size_t n = 1; n <= 16; ++n) double_64(rows, n);
    double_64(rows, 1024);
    for (const std::size_t n : {1, 4, 8, 16, 64, 1000}) many(rows, 226, n);
}

}  // namespace lanecrypt::cli
