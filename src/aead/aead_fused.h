// Vertical ChaCha20 with scalar Poly1305 between its steps: the vector units work on a group of blocks while the
// multipliers authenticate the group before it. The order is fixed by the source (chacha20_rounds.h).
#pragma once
#include "aead/aead_fused_ops.h"
#include "chacha20/chacha20_drive.h"
#include "poly1305/poly1305_scalar64.h"
#include "simd/x86_128.h"

LANECRYPT_BEGIN_ISA

// Called 32 times for each group of 512 bytes: one block each time.
struct HashHook {
    Serial64 chain;
    const std::uint8_t* in;
    LANECRYPT_MEMBER void operator()()
    {
        chain.step(load64_le(in), load64_le(in + 8), 1);
        in += poly1305_block;
    }
};
// The same for fewer blocks.
struct ShortHashHook {
    HashHook& hook;
    std::size_t left;
    LANECRYPT_MEMBER void operator()()
    {
        if (left == 0) return;
        --left;
        hook();
    }
};

// The first or last group: fewer bytes of text or fewer blocks to hash. Not inlined, so that the loop of whole groups
// keeps the registers to itself and no branch stands in it.
template <class V, CRows Rows>
LANECRYPT_NOINLINE void edge_group(HashHook& hook, std::size_t blocks, std::uint8_t* out, const std::uint8_t* in, std::size_t len, const Stream& stream)
{
    alignas(64) std::uint8_t keystream[64 * V::lanes];
    ShortHashHook bounded{hook, blocks};
    vertical_group<V, 1, Rows>(stream, WriteTo{keystream}, bounded);
    xor_bytes<U32x4>(out, in, keystream, len);
    wipe(keystream, sizeof keystream);
}

template <class V, CRows Rows>
LANECRYPT_FN std::size_t run_fused(Poly1305State& mac, const std::uint8_t* ct, std::size_t behind, std::uint8_t* out, const std::uint8_t* in,
                                   std::size_t len, const std::uint8_t* key, std::uint64_t counter, std::uint64_t nonce)
{
    constexpr std::size_t group = 64 * V::lanes;
    static_assert(group == 512, "the hook hashes 32 blocks for each group");
    const std::uint8_t* const begin = ct - behind;
    HashHook hook{Serial64(mac), begin};
    if (behind != group && len != 0) {
        const std::size_t n = len < group ? len : group;
        edge_group<V, Rows>(hook, behind / poly1305_block, out, in, n, Stream{key, counter, nonce});
        out += n;
        in += n;
        len -= n;
        counter += V::lanes;
    }
    HashHook inner = hook;  // its own copy: the other's address is known outside
    for (; len >= group; len -= group) {
        vertical_group<V, 1, Rows>(Stream{key, counter, nonce}, XorInto{out, in}, inner);
        out += group;
        in += group;
        counter += V::lanes;
    }
    hook = inner;
    if (len != 0) edge_group<V, Rows>(hook, group / poly1305_block, out, in, len, Stream{key, counter, nonce});
    hook.chain.save(mac);
    return static_cast<std::size_t>(hook.in - begin);
}

LANECRYPT_END_ISA
