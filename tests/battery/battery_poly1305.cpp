// Poly1305 against the textbook: lengths, splits into calls, extreme keys and messages, messages in lanes.
#include <algorithm>
#include <cstring>

#include "battery/parts.h"
#include "poly1305/poly1305_ops.h"
#include "ref/poly1305_ref.h"

namespace lanecrypt::battery {
namespace {

// Feeds the whole blocks in calls of `first` blocks and the rest, then the tail.
ref::Poly1305Ref::Tag tag_of(const Poly1305Ops& ops, const std::uint8_t* key, const std::uint8_t* in, std::size_t len, std::size_t first)
{
    ref::Poly1305Ref::Tag tag;
    Poly1305State state;
    ops.init(state, key);
    const std::size_t blocks = len / 16;
    first = std::min(first, blocks);
    ops.blocks(state, in, first);
    ops.blocks(state, in + 16 * first, blocks - first);
    ops.finish(state, in + 16 * blocks, len % 16, tag.data());
    return tag;
}

void check_lengths(const Poly1305Ops& ops, Group& group, const Bytes& key, const Bytes& message, std::size_t step, long which)
{
    for (std::size_t len = 0; len <= max_length; len += step) {
        const Bytes text(message.begin(), message.begin() + static_cast<std::ptrdiff_t>(len));
        const auto want = ref::poly1305(text, key.data());
        for (const Offsets& at : offset_pairs) {
            Canary in(len, at.in);
            std::copy(text.begin(), text.end(), in.data());
            const std::size_t first = at.in == 0 ? 0 : 1 + len % 37;
            const auto got = tag_of(ops, key.data(), in.data(), len, first);
            group.check(got == want, "key, length, first call's blocks", which, static_cast<long>(len), static_cast<long>(first));
        }
    }
}

Bytes aead_data(const Bytes& aad, const Bytes& ct)
{
    Bytes data = aad;
    data.resize((data.size() + 15) / 16 * 16);
    data.insert(data.end(), ct.begin(), ct.end());
    data.resize((data.size() + 15) / 16 * 16);
    for (const std::uint64_t len : {std::uint64_t{aad.size()}, std::uint64_t{ct.size()}})
        for (int i = 0; i < 8; ++i) data.push_back(static_cast<std::uint8_t>(len >> (8 * i)));
    return data;
}

void check_messages(const Poly1305Ops& ops, Group& group)
{
    for (std::size_t n = 0; n <= 20; ++n) {
        std::vector<Bytes> keys, aads, texts, tags(n, Bytes(16));
        std::vector<Poly1305Message> messages;
        for (std::size_t i = 0; i < n; ++i) {
            keys.push_back(i % 5 == 4 ? Bytes(32, 0xff) : pattern(32, i + 1));
            aads.push_back(pattern(i * 7 % 40, i + 2));
            texts.push_back(i % 5 == 4 ? Bytes(i * 29 % 200, 0xff) : pattern((i + n) * 31 % 300, i + 3));
        }
        for (std::size_t i = 0; i < n; ++i)
            messages.push_back({keys[i].data(), aads[i].data(), aads[i].size(), texts[i].data(), texts[i].size(), tags[i].data()});
        ops.aead_tags(messages.data(), n);
        for (std::size_t i = 0; i < n; ++i) {
            const auto want = ref::poly1305(aead_data(aads[i], texts[i]), keys[i].data());
            group.check_bytes(tags[i].data(), want.data(), 16, "messages, number", static_cast<long>(n), static_cast<long>(i));
        }
    }
}

void run(const void* table, const char* isa)
{
    const Poly1305Ops& ops = *static_cast<const Poly1305Ops*>(table);
    Group lengths("poly1305", isa, "differential");
    check_lengths(ops, lengths, pattern(32, 3), pattern(max_length, 4), 1, 0);
    lengths.finish("lengths 0-1100 at 2 offsets, whole and split");

    // The largest multiplier, accumulators next to 2^130 - 5 and 2^128, and a pad that carries to the end.
    Group edges("poly1305", isa, "differential");
    const Bytes ones(max_length, 0xff);
    Bytes one_r(32), two_r(32);
    one_r[0] = 1, two_r[0] = 2, two_r[16] = 0xff;
    check_lengths(ops, edges, Bytes(32, 0xff), ones, 16, 1);
    check_lengths(ops, edges, Bytes(32, 0xff), pattern(max_length, 5), 23, 2);
    check_lengths(ops, edges, one_r, ones, 13, 3);
    check_lengths(ops, edges, two_r, ones, 16, 4);
    check_lengths(ops, edges, Bytes(32), ones, 31, 5);
    Bytes wrap = ones;  // RFC 8439 A.3 and the like: blocks that bring the sum to 2^130 - 5 and just above
    for (std::size_t i = 0; i + 16 <= wrap.size(); i += 16) wrap[i] = static_cast<std::uint8_t>(0xfb + i / 16 % 5);
    check_lengths(ops, edges, one_r, wrap, 16, 6);
    check_lengths(ops, edges, two_r, wrap, 16, 7);
    check_messages(ops, edges);
    edges.finish("extreme keys and messages, 0-20 messages in lanes");
}

}  // namespace

const Part poly1305_part{&dispatch::poly1305_slot, run};

}  // namespace lanecrypt::battery
