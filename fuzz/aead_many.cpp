// Items whose pointers lie anywhere in one small arena, overlapping or not, null or not: statuses and every byte of
// the arena must be what the contract says, worked out pair by pair.
#include <algorithm>
#include <array>

#include "aead_many/many.h"
#include "aead_tables.h"
#include "ref/aead_ref.h"

using namespace lanecrypt;

namespace {

constexpr std::size_t none = ~std::size_t{0};

struct Message {
    std::size_t out, in, len, aad, aad_len, tag, nonce, key;  // places in the arena, or `none`
};
struct Range {
    std::size_t at, len;
};
bool meet(Range a, Range b) { return a.len != 0 && b.len != 0 && a.at != none && b.at != none && a.at < b.at + b.len && b.at < a.at + a.len; }

std::vector<Range> outputs(const Message& m, bool seal)
{
    std::vector<Range> r{{m.out, m.len}};
    if (seal) r.push_back({m.tag, 16});
    return r;
}
std::vector<Range> inputs(const Message& m, bool seal)
{
    std::vector<Range> r{{m.in, m.len}, {m.aad, m.aad_len}, {m.nonce, 12}, {m.key, 32}};
    if (!seal) r.push_back({m.tag, 16});
    return r;
}
bool complete(const Message& m)
{
    return m.tag != none && m.nonce != none && m.key != none && (m.len == 0 || (m.out != none && m.in != none)) && (m.aad_len == 0 || m.aad != none);
}
bool meets_itself(const Message& m, bool seal)
{
    const auto out = outputs(m, seal), in = inputs(m, seal);
    for (std::size_t o = 0; o < out.size(); ++o) {
        for (std::size_t i = 0; i < in.size(); ++i)
            if (meet(out[o], in[i]) && !(o == 0 && i == 0 && m.in == m.out)) return true;
        for (std::size_t p = o + 1; p < out.size(); ++p)
            if (meet(out[o], out[p])) return true;
    }
    return false;
}
bool meets_other(const Message& a, const Message& b, bool seal)
{
    auto all = inputs(b, seal);
    for (const Range r : outputs(b, seal)) all.push_back(r);
    for (const Range o : outputs(a, seal))
        for (const Range r : all)
            if (meet(o, r)) return true;
    return false;
}

// What one group must do.
void model(std::vector<std::uint8_t>& arena, const std::vector<Message>& group, std::vector<int>& status, bool seal)
{
    std::vector<bool> usable;
    for (const Message& m : group) usable.push_back(complete(m) && !meets_itself(m, seal));
    bool apart = true;
    for (std::size_t i = 0; i < group.size(); ++i)
        for (std::size_t j = 0; j < group.size(); ++j)
            if (i != j && usable[i] && usable[j] && meets_other(group[i], group[j], seal)) apart = false;
    const auto bytes = [&arena](std::size_t at, std::size_t len) {
        return len == 0 ? ref::Bytes() : ref::Bytes(arena.begin() + static_cast<std::ptrdiff_t>(at), arena.begin() + static_cast<std::ptrdiff_t>(at + len));
    };
    for (std::size_t i = 0; i < group.size(); ++i) {
        const Message& m = group[i];
        if (!usable[i] || !apart) {
            status.push_back(2);
            continue;
        }
        const auto text = bytes(m.in, m.len), aad = bytes(m.aad, m.aad_len);
        const std::uint8_t* const nonce = arena.data() + m.nonce;
        const std::uint8_t* const key = arena.data() + m.key;
        ref::Bytes result(m.len);
        status.push_back(0);
        if (seal) {
            const auto sealed = ref::aead_seal(text, aad, nonce, key);
            result = sealed.ciphertext;
            std::copy(sealed.tag.begin(), sealed.tag.end(), arena.begin() + static_cast<std::ptrdiff_t>(m.tag));
        } else if (const auto plain = ref::aead_open(text, arena.data() + m.tag, aad, nonce, key)) {
            result = *plain;
        } else {
            status.back() = 1;
        }
        if (m.len != 0) std::copy(result.begin(), result.end(), arena.begin() + static_cast<std::ptrdiff_t>(m.out));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzz::Input input(data, size);
    const std::size_t n = input.below(4) == 0 ? input.below(140) : input.below(10);
    const std::size_t longest = input.below(8) == 0 ? 3000 : 200;
    const bool wild = input.below(2) != 0;  // places anywhere, or one after another
    std::vector<Message> messages(n);
    std::size_t end = 0;
    const std::size_t room = wild ? 1500 + longest + input.below(8) * 4000 : 0;
    const auto place = [&](std::size_t len) {
        if (!wild) return (end += len) - len;
        const std::size_t x = input.number(2) % room;
        return input.below(64) == 63 ? none : x;
    };
    for (Message& m : messages) {
        m.len = input.below(longest + 1);
        m.aad_len = input.below(4) == 0 ? input.below(100) : 0;
        m.nonce = place(12);
        m.out = place(m.len);
        m.in = input.below(2) != 0 ? m.out : place(m.len);
        m.tag = place(16);
        m.aad = place(m.aad_len);
        m.key = &m == &messages[0] || input.below(4) == 0 ? place(32) : messages[0].key;
    }
    const std::size_t total = wild ? room + longest + 200 : end;
    const auto start = input.text(total);

    // Sealing, then opening what came out with one byte changed.
    const std::size_t changed = input.below(2) == 0 || total == 0 ? none : input.number(3) % total;
    std::array<std::vector<std::uint8_t>, 3> want{start, {}, {}};
    std::array<std::vector<int>, 2> statuses;
    for (int step = 0; step < 2; ++step) {
        auto& arena = want[static_cast<std::size_t>(step) + 1] = want[static_cast<std::size_t>(step)];
        if (step == 1 && changed != none) arena[changed] ^= 4;
        for (std::size_t at = 0; at < n; at += 64)
            model(arena, {messages.begin() + static_cast<std::ptrdiff_t>(at), messages.begin() + static_cast<std::ptrdiff_t>(std::min(n, at + 64))},
                  statuses[static_cast<std::size_t>(step)], step == 0);
    }

    fuzz::for_each_aead([&](const AeadOps& ops, const char* name) {
        std::vector<std::uint8_t> arena = start;
        const auto at = [&arena](std::size_t place) { return place == none ? nullptr : arena.data() + place; };
        for (int step = 0; step < 2; ++step) {
            if (step == 1 && changed != none) arena[changed] ^= 4;
            std::vector<lanecrypt_aead_item> items;
            for (const Message& m : messages) items.push_back({at(m.out), at(m.in), m.len, at(m.aad), m.aad_len, at(m.tag), at(m.nonce), at(m.key), LANECRYPT_OK});
            const std::size_t good = step == 0 ? many::seal(items.data(), n, ops) : many::open(items.data(), n, ops);
            std::size_t zeros = 0;
            for (std::size_t i = 0; i < n; ++i) {
                const int status = statuses[static_cast<std::size_t>(step)][i];
                fuzz::require_that(items[i].status == status, "status", name);
                zeros += status == 0;
            }
            fuzz::require_that(good == zeros, "count", name);
            fuzz::require_that(arena == want[static_cast<std::size_t>(step) + 1], step == 0 ? "sealed memory" : "opened memory", name);
        }
    });
    return 0;
}
