// Where the state of the lanes of a group comes from: one stream, or lanes of different runs under one key or several;
// and where their keystream goes.
#pragma once
#include "chacha20/chacha20_ops.h"
#include "simd/isa_scope.h"

LANECRYPT_BEGIN_ISA

// Where keystream goes. put(at, v): the bytes of v belong at byte `at` of the group.
struct WriteTo {
    std::uint8_t* out;
    template <class V>
    LANECRYPT_MEMBER void put(std::size_t at, V v) const
    {
        store_le(out + at, v);
    }
};
struct XorInto {
    std::uint8_t* out;
    const std::uint8_t* in;
    template <class V>
    LANECRYPT_MEMBER void put(std::size_t at, V v) const
    {
        store_le(out + at, bxor(V::load_le(in + at), v));
    }
};

// Each lane at its own place: 64 bytes at out[lane], XORed with 64 bytes at in[lane].
struct XorLanes {
    std::uint8_t* const* out;
    const std::uint8_t* const* in;
    template <class V>
    LANECRYPT_MEMBER void put(std::size_t at, V v) const
    {
        const std::size_t lane = at / 64, byte = at % 64;
        store_le(out[lane] + byte, bxor(V::load_le(in[lane] + byte), v));
    }
};

// The end of a run: XORs what lies before `len` and leaves the vector that crosses it in `rest`. With a head, the first
// block goes there as keystream, and `len` counts from the block after it.
struct XorEnd {
    std::uint8_t* head;  // 64 bytes, or null
    std::uint8_t* out;
    const std::uint8_t* in;
    std::size_t len;
    std::uint8_t* rest;    // 64 bytes
    std::size_t* rest_at;  // where `rest` belongs in `out`; untouched when len ends at the end of a vector
    template <class V>
    LANECRYPT_MEMBER void put(std::size_t at, V v) const
    {
        constexpr std::size_t width = 4 * V::lanes;
        if (at < 64 && head != nullptr) {
            store_le(head + at, v);
            return;
        }
        if (head != nullptr) at -= 64;
        if (at + width <= len) {
            store_le(out + at, bxor(V::load_le(in + at), v));
        } else if (at < len) {
            store_le(rest, v);
            *rest_at = at;
        }
    }
};

// The lanes of one stream: consecutive blocks from `counter` on.
struct Stream {
    static constexpr bool separate_keys = false;
    const std::uint8_t* key;
    std::uint64_t counter, nonce;

    // Vertical: word i (0 … 7) of the key, and words 12 … 15, of the L blocks from block `first` on.
    template <class V>
    LANECRYPT_MEMBER V key_words(int, int i) const
    {
        return V::splat(load32_le(key + 4 * i));
    }
    template <class V>
    LANECRYPT_MEMBER void last_words(int first, V (&d)[4]) const
    {
        const std::uint64_t base = counter + static_cast<std::uint64_t>(first);
        const V low = V::splat(static_cast<std::uint32_t>(base));
        d[0] = add(low, V::iota());
        d[1] = sub(V::splat(static_cast<std::uint32_t>(base >> 32)), less(d[0], low));  // a carry is a lane that became smaller
        d[2] = V::splat(static_cast<std::uint32_t>(nonce));
        d[3] = V::splat(static_cast<std::uint32_t>(nonce >> 32));
    }
    // Horizontal: half r of the key, and the last row, of the L / 4 blocks from block `first` on.
    template <class V>
    LANECRYPT_MEMBER V key_row(int, int r) const
    {
        return V::splat_group_le(key + 16 * r);
    }
    template <class V>
    LANECRYPT_MEMBER V last_row(int first) const
    {
        return V::counting_groups(counter + static_cast<std::uint64_t>(first), nonce);
    }
};

// Words 12 … 15 of lanes that have nothing in common.
struct LanePositions {
    const std::uint32_t (*position)[4];

    template <class V>
    LANECRYPT_MEMBER void last_words(int first, V (&d)[4]) const
    {
        if constexpr (V::lanes == 1) {
            LANECRYPT_UNROLL
            for (int i = 0; i < 4; ++i) d[i] = V::splat(position[first][i]);
        } else {
            LANECRYPT_UNROLL
            for (int j = 0; j < 4; ++j) {
                const void* p[V::lanes / 4];
                LANECRYPT_UNROLL
                for (int g = 0; g < V::lanes / 4; ++g) p[g] = position[first + j + 4 * g];
                d[j] = V::groups(p);
            }
            transpose_in_groups(d[0], d[1], d[2], d[3]);
        }
    }
    template <class V>
    LANECRYPT_MEMBER V last_row(int first) const
    {
        const void* p[V::lanes / 4];
        LANECRYPT_UNROLL
        for (int g = 0; g < V::lanes / 4; ++g) p[g] = position[first + g];
        return V::groups(p);
    }
};

// Lanes of different positions under one key.
struct OneKeyLanes : LanePositions {
    static constexpr bool separate_keys = false;
    const std::uint8_t* key;

    LANECRYPT_MEMBER OneKeyLanes(const std::uint8_t* const* keys, const std::uint32_t (*positions)[4]) : LanePositions{positions}, key(keys[0]) {}
    template <class V>
    LANECRYPT_MEMBER V key_words(int, int i) const
    {
        return V::splat(load32_le(key + 4 * i));
    }
    template <class V>
    LANECRYPT_MEMBER V key_row(int, int r) const
    {
        return V::splat_group_le(key + 16 * r);
    }
};

// Lanes of different positions and keys.
struct Lanes : LanePositions {
    static constexpr bool separate_keys = true;
    const std::uint8_t* const* key;  // of each lane

    LANECRYPT_MEMBER Lanes(const std::uint8_t* const* keys, const std::uint32_t (*positions)[4]) : LanePositions{positions}, key(keys) {}
    template <class V>
    LANECRYPT_MEMBER V rows_of(int first, int step, int r) const
    {
        const void* p[V::lanes / 4];
        LANECRYPT_UNROLL
        for (int g = 0; g < V::lanes / 4; ++g) p[g] = key[first + step * g] + 16 * r;
        return V::groups_le(p);
    }
    // Vertical: all eight key words come out of two transpositions, so they are fetched together.
    template <class V>
    LANECRYPT_MEMBER void key_half(int first, int r, V (&x)[4]) const
    {
        if constexpr (V::lanes == 1) {
            LANECRYPT_UNROLL
            for (int i = 0; i < 4; ++i) x[i] = V::load_le(key[first] + 16 * r + 4 * i);
        } else {
            LANECRYPT_UNROLL
            for (int j = 0; j < 4; ++j) x[j] = rows_of<V>(first + j, 4, r);
            transpose_in_groups(x[0], x[1], x[2], x[3]);
        }
    }
    template <class V>
    LANECRYPT_MEMBER V key_row(int first, int r) const
    {
        return rows_of<V>(first, 1, r);
    }
};

template <class V, class Source>
LANECRYPT_FN void key_half(const Source& s, int first, int r, V (&x)[4])
{
    LANECRYPT_UNROLL
    for (int i = 0; i < 4; ++i) x[i] = s.template key_words<V>(first, 4 * r + i);
}
template <class V>
LANECRYPT_FN void key_half(const Lanes& s, int first, int r, V (&x)[4])
{
    s.key_half<V>(first, r, x);
}

LANECRYPT_END_ISA
