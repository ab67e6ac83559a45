// speed aead_many: 64 messages of one length, and mixes, in one call; beside them one message at a time.
#include <algorithm>
#include <memory>
#include <numeric>

#include "aead/aead_core.h"
#include "aead_many/many.h"
#include "speed/rows.h"

namespace lanecrypt::cli {
namespace {

constexpr std::size_t tag_size = 16, messages_per_cell = 64;

// A set of messages: lengths, nonces, one key; and its sealed form for the cells that open.
struct Set {
    std::vector<std::size_t> len, text_at, sealed_at;  // sealed: ciphertext, then tag
    std::vector<std::uint8_t> nonces, sealed;
    std::uint8_t key[32];
    std::size_t text_size = 0, sealed_size = 0;
    std::vector<lanecrypt_aead_item> items;

    explicit Set(std::vector<std::size_t> lengths) : len(std::move(lengths)), nonces(12 * len.size()), items(len.size())
    {
        for (std::size_t i = 0; i < 32; ++i) key[i] = static_cast<std::uint8_t>(7 * i + 1);
        for (std::size_t i = 0; i < len.size(); ++i) {
            text_at.push_back(text_size);
            sealed_at.push_back(sealed_size);
            text_size += len[i];
            sealed_size += len[i] + tag_size;
            for (std::size_t b = 0; b < 8; ++b) nonces[12 * i + 4 + b] = static_cast<std::uint8_t>(i >> (8 * b));
        }
    }
    const std::uint8_t* nonce(std::size_t i) const { return nonces.data() + 12 * i; }
    std::uint8_t* tag(std::uint8_t* sealed_form, std::size_t i) const { return sealed_form + sealed_at[i] + len[i]; }
};

const AeadOps& portable_aead() { return dispatch::aead_slot.impl(dispatch::aead_slot.size() - 1); }

void seal_each(const Set& s, std::uint8_t* out, const std::uint8_t* in)
{
    for (std::size_t i = 0; i < s.len.size(); ++i)
        aead_seal(portable_aead(), out + s.sealed_at[i], s.tag(out, i), in + s.text_at[i], s.len[i], nullptr, 0, aead_position(s.nonce(i), s.key));
}

// f(items, n) seals or opens all.
template <class F>
auto seal_call(std::shared_ptr<Set> s, F f)
{
    return [s, f](const Call& c) {
        for (std::size_t i = 0; i < s->len.size(); ++i)
            s->items[i] = {c.out + s->sealed_at[i], c.in + s->text_at[i], s->len[i], nullptr, 0, s->tag(c.out, i), s->nonce(i), s->key, LANECRYPT_OK};
        f(s->items.data(), s->items.size());
    };
}
template <class F>
auto open_call(std::shared_ptr<Set> s, F f)
{
    return [s, f](const Call& c) {
        std::uint8_t* const sealed = s->sealed.data();
        for (std::size_t i = 0; i < s->len.size(); ++i)
            s->items[i] = {c.out + s->text_at[i], sealed + s->sealed_at[i], s->len[i], nullptr, 0, s->tag(sealed, i), s->nonce(i), s->key, LANECRYPT_OK};
        f(s->items.data(), s->items.size());
    };
}

Work work_of(const Set& s, const char* group, std::string label)
{
    Work work;
    work.primitive = "aead_many";
    work.group = group;
    work.label = std::move(label);
    work.len = work.bytes = work.x = s.text_size;
    work.items = s.len.size();
    work.chainable = false;
    return work;
}

void seal_cell(Rows& rows, std::vector<std::size_t> lengths, std::string label)
{
    const auto s = std::make_shared<Set>(std::move(lengths));
    Work work = work_of(*s, "seal", std::move(label));
    work.in_size = s->text_size;
    work.out_size = s->sealed_size;
    work.reference = [s](const Call& c) { seal_each(*s, c.out, c.in); };
    add_implementations(work, dispatch::aead_slot,
                        [s](const AeadOps& ops) { return seal_call(s, [&ops](lanecrypt_aead_item* items, std::size_t n) { many::seal(items, n, ops); }); });
    add_library(work, seal_call(s, [](lanecrypt_aead_item* items, std::size_t n) { lanecrypt_aead_seal_many(items, n); }));
    work.contenders.push_back({"lanecrypt one by one", Kind::library, false, repeat([s](const Call& c) {
                                   for (std::size_t i = 0; i < s->len.size(); ++i)
                                       lanecrypt_aead_seal(c.out + s->sealed_at[i], s->tag(c.out, i), c.in + s->text_at[i], s->len[i], nullptr, 0,
                                                           s->nonce(i), s->key);
                               })});
    add_peers(work, &Peer::seal, [s](auto seal) {
        return [s, seal](const Call& c) {
            for (std::size_t i = 0; i < s->len.size(); ++i)
                seal(c.out + s->sealed_at[i], s->tag(c.out, i), c.in + s->text_at[i], s->len[i], nullptr, 0, s->nonce(i), s->key);
        };
    });
    rows.add(std::move(work));
}

void open_cell(Rows& rows, std::vector<std::size_t> lengths, std::string label)
{
    const auto s = std::make_shared<Set>(std::move(lengths));
    const auto text = std::make_shared<std::vector<std::uint8_t>>(s->text_size);
    for (std::size_t i = 0; i < text->size(); ++i) (*text)[i] = static_cast<std::uint8_t>(i * 151 + i / 256);
    s->sealed.resize(s->sealed_size);
    seal_each(*s, s->sealed.data(), text->data());
    Work work = work_of(*s, "open", std::move(label));
    work.out_size = s->text_size;
    work.reference = [text](const Call& c) { std::copy(text->begin(), text->end(), c.out); };
    add_implementations(work, dispatch::aead_slot,
                        [s](const AeadOps& ops) { return open_call(s, [&ops](lanecrypt_aead_item* items, std::size_t n) { many::open(items, n, ops); }); });
    add_library(work, open_call(s, [](lanecrypt_aead_item* items, std::size_t n) { lanecrypt_aead_open_many(items, n); }));
    work.contenders.push_back({"lanecrypt one by one", Kind::library, false, repeat([s](const Call& c) {
                                   for (std::size_t i = 0; i < s->len.size(); ++i)
                                       (void)lanecrypt_aead_open(c.out + s->text_at[i], s->sealed.data() + s->sealed_at[i], s->len[i],
                                                                 s->tag(s->sealed.data(), i), nullptr, 0, s->nonce(i), s->key);
                               })});
    add_peers(work, &Peer::open, [s](auto open) {
        return [s, open](const Call& c) {
            for (std::size_t i = 0; i < s->len.size(); ++i)
                (void)open(c.out + s->text_at[i], s->sealed.data() + s->sealed_at[i], s->len[i], s->tag(s->sealed.data(), i), nullptr, 0, s->nonce(i), s->key);
        };
    });
    rows.add(std::move(work));
}

}  // namespace

void speed_aead_many(Rows& rows)
{
    for (const std::size_t len : rows.sizes({64, 128, 256, 576, 1420, 1500, 4096})) {
        seal_cell(rows, std::vector<std::size_t>(messages_per_cell, len), "64 x " + size_label(len));
        open_cell(rows, std::vector<std::size_t>(messages_per_cell, len), "64 x " + size_label(len));
    }
    for (const Mix mix : rows.wanted_mixes()) {
        const std::string label = std::string(mix_names[static_cast<int>(mix)]) + " mix";
        seal_cell(rows, draw_mix(mix, 640), label);
        open_cell(rows, draw_mix(mix, 640), label);
    }
}

}  // namespace lanecrypt::cli
