// Random sets of messages laid out in one arena, and what must come out of them.
#pragma once
#include <cstring>
#include <vector>

#include "lanecrypt/lanecrypt.h"
#include "ref/aead_ref.h"
#include "support/rng.h"

namespace lanecrypt::test {

// Every piece of every message has its own place in the arena, in random order of neighbourhood, with gaps that must
// stay as they are. Keys and additional data may be shared.
class MessageSet {
public:
    struct Message {
        ref::Bytes plain, aad, nonce, key;
        ref::Sealed sealed;
        bool in_place = false, bad = false;
        std::size_t in = 0, out = 0, tag = 0, aad_at = 0, nonce_at = 0, key_at = 0;
    };

    MessageSet(Rng& rng, std::size_t n, std::size_t longest) : messages(n)
    {
        std::vector<ref::Bytes> keys(1 + rng.below(4));
        for (auto& key : keys) key = rng.bytes(32);
        std::vector<std::size_t> key_at(keys.size());
        for (std::size_t k = 0; k < keys.size(); ++k) key_at[k] = place(32, rng);
        const bool one_layout = rng.one_in(2);
        const std::uint64_t layout = rng.below(3);
        for (Message& m : messages) {
            const std::size_t which = rng.below(keys.size());
            m.plain = rng.bytes(length(rng, longest));
            m.aad = rng.one_in(3) ? ref::Bytes() : rng.bytes(rng.one_in(20) ? rng.below(600) : rng.below(40));
            m.nonce = rng.bytes(12);
            m.key = keys[which];
            m.key_at = key_at[which];
            m.in_place = rng.one_in(2);
            m.sealed = ref::aead_seal(m.plain, m.aad, m.nonce.data(), m.key.data());
            // Tag before, behind or away from the ciphertext, as transports have it.
            const std::uint64_t where = one_layout ? layout : rng.below(3);
            if (where == 0) m.tag = place(16, rng);
            m.nonce_at = place(12, rng);
            m.out = place(m.plain.size(), rng, where != 1);
            if (where == 1) m.tag = place(16, rng, false);
            m.in = m.in_place ? m.out : place(m.plain.size(), rng);
            m.aad_at = place(m.aad.size(), rng);
            if (where == 2) m.tag = place(16, rng);
        }
        arena.assign(end_ + 64, 0);
        rng.fill(arena.data(), arena.size());
        for (const Message& m : messages) {
            put(m.aad_at, m.aad);
            put(m.nonce_at, m.nonce);
            put(m.key_at, m.key);
        }
    }

    std::vector<lanecrypt_aead_item> items()
    {
        std::vector<lanecrypt_aead_item> out;
        std::uint8_t* const a = arena.data();
        for (const Message& m : messages)
            out.push_back({a + m.out, a + m.in, m.plain.size(), a + m.aad_at, m.aad.size(), a + m.tag, a + m.nonce_at, a + m.key_at, LANECRYPT_MALFORMED_DATA});
        return out;
    }
    void put_plaintexts()
    {
        for (const Message& m : messages) put(m.in, m.plain);
    }
    // The ciphertexts and tags; those of bad messages with one bit changed.
    void put_ciphertexts(Rng& rng, std::uint64_t bad_one_in)
    {
        for (Message& m : messages) {
            m.bad = bad_one_in != 0 && rng.one_in(bad_one_in);
            ref::Bytes text = m.sealed.ciphertext;
            ref::Bytes tag(m.sealed.tag.begin(), m.sealed.tag.end());
            if (m.bad) {
                const bool in_text = !text.empty() && rng.one_in(2);
                auto& target = in_text ? text : tag;
                target[rng.below(target.size())] ^= static_cast<std::uint8_t>(1 << rng.below(8));
            }
            put(m.in, text);
            put(m.tag, tag);
        }
    }
    // The arena as it must look after sealing everything.
    ref::Bytes sealed_arena() const
    {
        MessageSet copy = *this;
        for (const Message& m : messages) {
            copy.put(m.out, m.sealed.ciphertext);
            copy.put(m.tag, ref::Bytes(m.sealed.tag.begin(), m.sealed.tag.end()));
        }
        return copy.arena;
    }
    // And after opening everything: the plaintext, or zeros where the message is bad.
    ref::Bytes opened_arena() const
    {
        MessageSet copy = *this;
        for (const Message& m : messages) copy.put(m.out, m.bad ? ref::Bytes(m.plain.size()) : m.plain);
        return copy.arena;
    }

    std::vector<Message> messages;
    ref::Bytes arena;

private:
    static std::size_t length(Rng& rng, std::size_t longest)
    {
        switch (rng.below(8)) {
        case 0: return 0;
        case 1: return rng.below(longest + 1);
        case 2: return 64 * rng.below(longest / 64 + 1) + (rng.one_in(2) ? 1 : 0);
        case 3: return rng.below(1500) % (longest + 1);
        default: return rng.below(130) % (longest + 1);
        }
    }
    std::size_t place(std::size_t len, Rng& rng, bool gap = true)
    {
        if (gap) end_ += rng.one_in(3) ? 0 : rng.below(40);
        const std::size_t at = end_;
        end_ += len;
        return at;
    }
    void put(std::size_t at, const ref::Bytes& bytes)
    {
        if (!bytes.empty()) std::memcpy(arena.data() + at, bytes.data(), bytes.size());
    }

    std::size_t end_ = 64;
};

}  // namespace lanecrypt::test
