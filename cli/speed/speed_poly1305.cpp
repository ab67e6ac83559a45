// speed poly1305: one message under one key, set up included.
#include "lanecrypt/lanecrypt.h"
#include "poly1305/poly1305_stream.h"
#include "speed/rows.h"

namespace lanecrypt::cli {
namespace {

constexpr std::uint8_t key[32] = {0x85, 0xd6, 0xbe, 0x78, 0x57, 0x55, 0x6d, 0x33, 0x7f, 0x44, 0x52, 0xfe, 0x42, 0xd5, 0x06, 0xa8,
                                  0x01, 0x03, 0x80, 0x8a, 0xfb, 0x0d, 0xb2, 0xfd, 0x4a, 0xbf, 0xf6, 0xaf, 0x41, 0x49, 0xf5, 0x1b};

void tag_of(const Poly1305Ops& ops, const Call& c) { poly1305_tag_of(ops, c.out, c.in, c.len, key); }

// Another library's code where there is one, else the portable implementation.
void reference(const Call& c)
{
    for (const Peer& p : peers())
        if (p.poly1305 != nullptr) return p.poly1305(c.out, c.in, c.len, key);
    tag_of(dispatch::poly1305_slot.impl(dispatch::poly1305_slot.size() - 1), c);
}

}  // namespace

void speed_poly1305(Rows& rows)
{
    for (const std::size_t len : rows.sizes(cipher_sizes())) {
        Work work;
        work.primitive = "poly1305";
        work.group = "one message";
        work.label = size_label(len);
        work.len = work.in_size = work.bytes = work.x = len;
        work.out_size = poly1305_tag;
        work.reference = reference;
        add_implementations(work, dispatch::poly1305_slot, [](const Poly1305Ops& ops) { return [&ops](const Call& c) { tag_of(ops, c); }; });
        add_library(work, [](const Call& c) { lanecrypt_poly1305(c.out, c.in, c.len, key); });
        add_peers(work, &Peer::poly1305, [](auto poly1305) { return [poly1305](const Call& c) { poly1305(c.out, c.in, c.len, key); }; });
        rows.add(std::move(work));
    }
}

}  // namespace lanecrypt::cli
