// Messages in columns, for one key after another.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "base/check.h"
#include "base/erase.h"
#include "lanecrypt/siphash.hpp"
#include "siphash/siphash_ops.h"
#include "siphash/siphash_words.h"

namespace lanecrypt {

SipHash24Messages::SipHash24Messages(std::span<const std::span<const std::byte>> messages)
{
    order_.resize(messages.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    const auto words_of = [&](std::size_t i) { return messages[i].size() / 8; };
    std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) { return words_of(a) < words_of(b); });

    std::size_t total = 0;
    for (std::size_t i = 0; i < order_.size();) {
        const std::size_t words = words_of(order_[i]);
        std::size_t end = i;
        while (end < order_.size() && words_of(order_[end]) == words) ++end;
        classes_.push_back({words, end - i, total});
        total += (end - i + siphash_group - 1) / siphash_group * siphash_group * (words + 1);
        i = end;
    }
    packed_.resize(total);
    std::size_t next = 0;
    for (const Class& c : classes_)
        for (std::size_t i = 0; i < c.count; ++i) {
            const std::span<const std::byte> message = messages[order_[next++]];
            const auto* const p = reinterpret_cast<const std::uint8_t*>(message.data());
            std::uint64_t* const column = &packed_[c.packed_at + i / siphash_group * siphash_group * (c.words + 1) + i % siphash_group];
            for (std::size_t w = 0; w < c.words; ++w) column[w * siphash_group] = load64_le(p + 8 * w);
            column[c.words * siphash_group] = siphash_last_word(p, message.size());
        }
}

SipHash24Messages::~SipHash24Messages()
{
    erase(packed_.data(), packed_.size() * sizeof packed_[0]);
}

void SipHash24Messages::hash(std::span<std::uint64_t> out, std::uint64_t k0, std::uint64_t k1) const noexcept
{
    if (!require(out.size() == size(), "siphash messages: not one output for each message")) return;
    const SipHashPrepared& ops = dispatch::siphash_slot.get().prepared24;
    std::uint64_t* to = out.data();
    for (const Class& c : classes_) {
        const std::size_t whole = c.count / siphash_group, rest = c.count % siphash_group;
        ops.packed(to, &packed_[c.packed_at], c.words, whole, k0, k1);
        to += whole * siphash_group;
        if (rest == 0) continue;
        std::uint64_t hashes[siphash_group];
        ops.packed(hashes, &packed_[c.packed_at + whole * siphash_group * (c.words + 1)], c.words, 1, k0, k1);
        std::memcpy(to, hashes, rest * sizeof *to);
        to += rest;
    }
}

}  // namespace lanecrypt
