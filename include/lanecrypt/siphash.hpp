// SipHash (Aumasson, Bernstein: "SipHash: a fast short-input PRF"): one message in pieces or at once, and many
// messages at once in vector lanes.
//
// A 64-bit hash is an integer; its little-endian bytes are the byte string of the published tables (the integer
// 0xa129ca6149be45e5 is the bytes e5 45 be 49 61 ca 29 a1). The key is two integers: k0 from its bytes 0 … 7, k1 from
// 8 … 15, both little-endian. The time taken depends on lengths alone. No function reads a byte outside a message.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

// The rounds must end up in registers of the caller.
#if defined(__GNUC__)
#define LANECRYPT_SIPHASH_INLINE [[gnu::always_inline]] inline
#else
#define LANECRYPT_SIPHASH_INLINE inline
#endif

namespace lanecrypt {

namespace detail {

LANECRYPT_SIPHASH_INLINE std::uint64_t rotate_left(std::uint64_t x, int n) noexcept { return x << n | x >> (64 - n); }

// The little-endian number in eight, four or fewer than eight bytes: compilers make one load of the first two.
LANECRYPT_SIPHASH_INLINE std::uint64_t load_word(const std::byte* p) noexcept
{
    const auto at = [p](int i) { return std::to_integer<std::uint64_t>(p[i]) << (8 * i); };
    return at(0) | at(1) | at(2) | at(3) | at(4) | at(5) | at(6) | at(7);
}
LANECRYPT_SIPHASH_INLINE std::uint64_t load_half(const std::byte* p) noexcept
{
    const auto at = [p](int i) { return std::to_integer<std::uint64_t>(p[i]) << (8 * i); };
    return at(0) | at(1) | at(2) | at(3);
}
LANECRYPT_SIPHASH_INLINE std::uint64_t load_few(const std::byte* p, std::size_t n) noexcept
{
    if (n >= 4) return load_half(p) | load_half(p + n - 4) << (8 * (n - 4));
    std::uint64_t x = 0;
    for (; n != 0; --n) x = x << 8 | std::to_integer<std::uint64_t>(p[n - 1]);
    return x;
}
// The n & 7 bytes behind the whole words of a message of n bytes: from 8 on cut out of its last 8, without a branch.
LANECRYPT_SIPHASH_INLINE std::uint64_t load_rest(const std::byte* p, std::size_t n) noexcept
{
    return n >= 8 ? load_word(p + n - 8) >> 8 >> (8 * (7 - (n & 7))) : load_few(p, n);
}

// Zeros that the optimiser may not drop.
inline void forget(std::uint64_t& word) noexcept { *const_cast<volatile std::uint64_t*>(&word) = 0; }

// The state of SipHash and its round.
struct SipState {
    std::uint64_t v0, v1, v2, v3;

    LANECRYPT_SIPHASH_INLINE SipState(std::uint64_t k0, std::uint64_t k1) noexcept
        : v0(k0 ^ 0x736f6d6570736575), v1(k1 ^ 0x646f72616e646f6d), v2(k0 ^ 0x6c7967656e657261), v3(k1 ^ 0x7465646279746573)
    {
    }
    template <int N>
    LANECRYPT_SIPHASH_INLINE void rounds() noexcept
    {
        for (int i = 0; i < N; ++i) {
            v0 += v1, v2 += v3;
            v1 = rotate_left(v1, 13) ^ v0, v3 = rotate_left(v3, 16) ^ v2;
            v0 = rotate_left(v0, 32);
            v2 += v1, v0 += v3;
            v1 = rotate_left(v1, 17) ^ v2, v3 = rotate_left(v3, 21) ^ v0;
            v2 = rotate_left(v2, 32);
        }
    }
    template <int C>
    LANECRYPT_SIPHASH_INLINE void compress(std::uint64_t word) noexcept
    {
        v3 ^= word;
        rounds<C>();
        v0 ^= word;
    }
    std::uint64_t sum() const noexcept { return v0 ^ v1 ^ v2 ^ v3; }
    void wipe() noexcept
    {
        for (std::uint64_t* word : {&v0, &v1, &v2, &v3}) forget(*word);
    }
};

}  // namespace detail

// SipHash-C-D of one message, given in pieces of any size. `Bits` of output: 64 (an integer) or 128 (two integers, the
// one whose bytes come first in the published byte string first).
template <int C, int D, int Bits = 64>
class SipHash {
    static_assert(Bits == 64 || Bits == 128);

public:
    using Hash = std::conditional_t<Bits == 64, std::uint64_t, std::array<std::uint64_t, 2>>;

    SipHash(std::uint64_t k0, std::uint64_t k1) noexcept : state_(k0, k1)
    {
        if constexpr (Bits == 128) state_.v1 ^= 0xee;
    }
    SipHash(const SipHash&) noexcept = default;
    SipHash& operator=(const SipHash&) noexcept = default;
    ~SipHash()
    {
        state_.wipe();
        detail::forget(tail_);
    }

    LANECRYPT_SIPHASH_INLINE SipHash& update(std::span<const std::byte> data) noexcept
    {
        const std::byte* p = data.data();
        std::size_t n = data.size();
        const int waiting = static_cast<int>(8 * (count_ & 7));  // bits in tail_
        count_ += n;
        if (n >= 8) {
            detail::SipState s = state_;  // in registers: a store through `this` might change the data
            std::uint64_t tail = tail_;
            for (; n >= 8; p += 8, n -= 8) absorb(s, tail, detail::load_word(p), waiting);
            state_ = s;
            tail_ = tail;
        }
        const std::uint64_t rest = data.size() >= 8 ? detail::load_rest(data.data(), data.size()) : detail::load_few(p, n);
        if (waiting + 8 * static_cast<int>(n) >= 64) absorb(state_, tail_, rest, waiting);
        else tail_ |= rest << waiting;
        return *this;
    }
    // The eight bytes of `word`, least significant first.
    LANECRYPT_SIPHASH_INLINE SipHash& update_word(std::uint64_t word) noexcept
    {
        absorb(state_, tail_, word, static_cast<int>(8 * (count_ & 7)));
        count_ += 8;
        return *this;
    }
    // The hash of what was given so far. The object goes on from where it was.
    LANECRYPT_SIPHASH_INLINE Hash finalize() const noexcept
    {
        detail::SipState s = state_;
        return finish(s, tail_ | count_ << 56);
    }

    static Hash hash(std::span<const std::byte> message, std::uint64_t k0, std::uint64_t k1) noexcept
    {
        detail::SipState s(k0, k1);
        if constexpr (Bits == 128) s.v1 ^= 0xee;
        const std::byte* p = message.data();
        const std::size_t n = message.size();
        for (const std::byte* const end = p + n / 8 * 8; p != end; p += 8) s.template compress<C>(detail::load_word(p));
        return finish(s, detail::load_rest(message.data(), n) | std::uint64_t{n} << 56);
    }

private:
    LANECRYPT_SIPHASH_INLINE static Hash finish(detail::SipState& s, std::uint64_t last) noexcept
    {
        s.template compress<C>(last);
        s.v2 ^= Bits == 64 ? 0xff : 0xee;
        s.template rounds<D>();
        const std::uint64_t first = s.sum();
        if constexpr (Bits == 64) {
            return first;
        } else {
            s.v1 ^= 0xdd;
            s.template rounds<D>();
            return {first, s.sum()};
        }
    }
    // A word that follows `waiting` bits in the tail: one whole word goes in, `waiting` bits stay.
    LANECRYPT_SIPHASH_INLINE static void absorb(detail::SipState& s, std::uint64_t& tail, std::uint64_t word, int waiting) noexcept
    {
        s.template compress<C>(tail | word << waiting);
        tail = word >> 1 >> (63 - waiting);
    }

    detail::SipState state_;
    std::uint64_t tail_ = 0;   // up to 7 bytes that do not fill a word yet
    std::uint64_t count_ = 0;  // bytes so far
};

using SipHash24 = SipHash<2, 4>;
using SipHash13 = SipHash<1, 3>;
using SipHash48 = SipHash<4, 8>;
using SipHash24_128 = SipHash<2, 4, 128>;
using SipHash13_128 = SipHash<1, 3, 128>;
using SipHash48_128 = SipHash<4, 8, 128>;

// SipHash-2-4 of exactly 32 bytes, or of 32 bytes and a 32-bit number (36 bytes), under one key: the shape of hash
// tables keyed by transaction identifiers and outpoints. The start state is computed once.
class PresaltedSipHash24 {
public:
    PresaltedSipHash24(std::uint64_t k0, std::uint64_t k1) noexcept : start_(k0, k1) {}
    PresaltedSipHash24(const PresaltedSipHash24&) noexcept = default;
    PresaltedSipHash24& operator=(const PresaltedSipHash24&) noexcept = default;
    ~PresaltedSipHash24() { start_.wipe(); }

    std::uint64_t operator()(std::span<const std::byte, 32> data) const noexcept { return finish(data, std::uint64_t{32} << 56); }
    std::uint64_t operator()(std::span<const std::byte, 32> data, std::uint32_t extra) const noexcept
    {
        return finish(data, std::uint64_t{36} << 56 | extra);
    }

private:
    std::uint64_t finish(std::span<const std::byte, 32> data, std::uint64_t last) const noexcept
    {
        detail::SipState s = start_;
        for (std::size_t i = 0; i < 32; i += 8) s.compress<2>(detail::load_word(data.data() + i));
        s.compress<2>(last);
        s.v2 ^= 0xff;
        s.rounds<4>();
        return s.sum();
    }

    detail::SipState start_;
};

// SipHash-1-3-UJ: 8-byte words and "jumbo" blocks of 32 bytes in one round each, without padding or length ("U").
// Made by Bitcoin Core (since 2026) for its coin cache and transaction index. Inputs of different make-up can collide:
// use it where the sequence of words and blocks is fixed.
class SipHash13UJ {
public:
    SipHash13UJ(std::uint64_t k0, std::uint64_t k1) noexcept : state_(k0, k1) {}
    SipHash13UJ(const SipHash13UJ&) noexcept = default;
    SipHash13UJ& operator=(const SipHash13UJ&) noexcept = default;
    ~SipHash13UJ() { state_.wipe(); }

    SipHash13UJ& update_word(std::uint64_t word) noexcept
    {
        state_.compress<1>(word);
        return *this;
    }
    SipHash13UJ& update_jumbo(std::span<const std::byte, 32> block) noexcept
    {
        jumbo(state_, block);
        return *this;
    }
    // The hash of what was given so far. The object goes on from where it was.
    std::uint64_t finalize() const noexcept { return finish(state_); }

    // Key alone, then one jumbo block, or one and a word; what was given before does not count towards a new key:
    // call them on an object that was given nothing.
    std::uint64_t hash(std::span<const std::byte, 32> block) const noexcept
    {
        detail::SipState s = state_;
        jumbo(s, block);
        return finish(s);
    }
    std::uint64_t hash(std::span<const std::byte, 32> block, std::uint64_t word) const noexcept
    {
        detail::SipState s = state_;
        jumbo(s, block);
        s.compress<1>(word);
        return finish(s);
    }

private:
    static void jumbo(detail::SipState& s, std::span<const std::byte, 32> block) noexcept
    {
        const std::byte* const p = block.data();
        const std::uint64_t d0 = detail::load_word(p), d1 = detail::load_word(p + 8);
        const std::uint64_t d2 = detail::load_word(p + 16), d3 = detail::load_word(p + 24);
        s.v3 ^= d0, s.v0 ^= d1, s.v1 ^= d2, s.v2 ^= d3;
        s.rounds<1>();
        s.v0 ^= d0, s.v1 ^= d1, s.v2 ^= d2, s.v3 ^= d3;
    }
    static std::uint64_t finish(detail::SipState s) noexcept
    {
        s.v2 ^= 0x6465646461706e75;  // "unpadded"
        s.rounds<3>();
        return s.sum();
    }

    detail::SipState state_;
};

// ---- many messages at once ----
//
// out[i] is the hash of message i. Inputs may be shared. An out[i] may lie inside its own message; an overlap of an
// output with any other message is misuse: found within each group of 64 messages, before anything is written.
// The same holds for sizes that do not fit together, of the whole call.

void siphash24_many(std::span<std::uint64_t> out, std::span<const std::span<const std::byte>> messages, std::uint64_t k0, std::uint64_t k1) noexcept;
void siphash13_many(std::span<std::uint64_t> out, std::span<const std::span<const std::byte>> messages, std::uint64_t k0, std::uint64_t k1) noexcept;

// out.size() messages of item_len bytes each, one after another in `items`, which is out.size() * item_len bytes.
// Overlaps of outputs with items as above.
void siphash24_items(std::span<std::uint64_t> out, std::span<const std::byte> items, std::size_t item_len, std::uint64_t k0, std::uint64_t k1) noexcept;
void siphash13_items(std::span<std::uint64_t> out, std::span<const std::byte> items, std::size_t item_len, std::uint64_t k0, std::uint64_t k1) noexcept;

// One message under many keys: out[i] is its SipHash-2-4 under (k0[i], k1[i]). `out` may be the range of k0 or k1.
void siphash24_keys(std::span<std::uint64_t> out, std::span<const std::byte> message, std::span<const std::uint64_t> k0,
                    std::span<const std::uint64_t> k1) noexcept;

// Many messages that are hashed under one key after another: put into columns once, so that each key costs the rounds
// alone. Thousands of wallet scripts against the key of every block are the case it is for.
class SipHash24Messages {
public:
    SipHash24Messages() = default;
    // Copies the messages. Throws std::bad_alloc.
    explicit SipHash24Messages(std::span<const std::span<const std::byte>> messages);
    SipHash24Messages(SipHash24Messages&&) noexcept = default;
    SipHash24Messages& operator=(SipHash24Messages&&) noexcept = default;
    ~SipHash24Messages();

    std::size_t size() const noexcept { return order_.size(); }
    // Hashes come in an order of their own: out[j] belongs to message order()[j].
    std::span<const std::size_t> order() const noexcept { return order_; }
    // out.size() must be size().
    void hash(std::span<std::uint64_t> out, std::uint64_t k0, std::uint64_t k1) const noexcept;

private:
    // Messages of one number of whole words.
    struct Class {
        std::size_t words, count, packed_at;
    };
    std::vector<std::size_t> order_;
    std::vector<Class> classes_;
    std::vector<std::uint64_t> packed_;
};

}  // namespace lanecrypt
