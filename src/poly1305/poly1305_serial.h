// Poly1305 block after block, over the arithmetic that suits the machine's words: the operations that every
// implementation offers and that wide ones use for short inputs.
#pragma once
#include "base/partial.h"
#include "base/wide.h"
#include "base/wipe.h"

// A test may ask for 32-bit arithmetic on a 64-bit machine.
#ifndef LANECRYPT_POLY1305_BITS
#if LANECRYPT_WIDE_MULTIPLY
#define LANECRYPT_POLY1305_BITS 64
#else
#define LANECRYPT_POLY1305_BITS 32
#endif
#endif

#if LANECRYPT_POLY1305_BITS == 64
#include "poly1305/poly1305_scalar64.h"
#else
#include "poly1305/poly1305_scalar32.h"
#endif

LANECRYPT_BEGIN_ISA

#if LANECRYPT_POLY1305_BITS == 64
using Serial = Serial64;
#else
using Serial = Serial32;
#endif

LANECRYPT_FN void blocks_serial(Poly1305State& state, const std::uint8_t* in, std::size_t n)
{
    Serial s(state);
    serial_blocks(s, state, in, n);
    s.save(state);
}

// The same for inputs that kernels of lanes leave to it, which are too short for two chains.
LANECRYPT_FN void blocks_few(Poly1305State& state, const std::uint8_t* in, std::size_t n)
{
    Serial s(state);
    serial_steps(s, in, n);
    s.save(state);
}

// The last len < 16 bytes carry a 1 above their highest byte.
LANECRYPT_FN void finish_serial(Poly1305State& state, const std::uint8_t* in, std::size_t len, std::uint8_t* tag)
{
    if (len != 0) {
        Serial s(state);
        std::uint64_t w0, w1;
        load_partial16_le(in, len, w0, w1);
        const std::uint64_t above = std::uint64_t{1} << (8 * (len & 7));
        s.step(len < 8 ? w0 | above : w0, len < 8 ? w1 : w1 | above, 0);
        s.save(state);
    }
    tag_words(state.h, state.pad, tag);
}

// What is left after the whole blocks, padded with zeros.
LANECRYPT_FN void rest_serial(Serial& s, const std::uint8_t* in, std::size_t len)
{
    const std::size_t rest = len % poly1305_block;
    if (rest == 0) return;
    std::uint64_t w0, w1;
    load_partial16_le(in + len - rest, rest, w0, w1);
    s.step(w0, w1, 1);
}

LANECRYPT_FN void aead_tag_serial(const Poly1305Message& m)
{
    Poly1305State state;
    start(state, m.key);
    Serial s(state);
    serial_blocks(s, state, m.aad, m.aad_len / poly1305_block);
    rest_serial(s, m.aad, m.aad_len);
    serial_blocks(s, state, m.ct, m.ct_len / poly1305_block);
    rest_serial(s, m.ct, m.ct_len);
    s.step(m.aad_len, m.ct_len, 1);
    s.save(state);
    tag_words(state.h, state.pad, m.tag);
    wipe(&state, state.ready != 0 ? sizeof state : offsetof(Poly1305State, powers));
}

// The same for messages that kernels of lanes leave to it.
LANECRYPT_FN void aead_tag_few(const Poly1305Message& m)
{
    Poly1305State state;
    start(state, m.key);
    Serial s(state);
    serial_steps(s, m.aad, m.aad_len / poly1305_block);
    rest_serial(s, m.aad, m.aad_len);
    serial_steps(s, m.ct, m.ct_len / poly1305_block);
    rest_serial(s, m.ct, m.ct_len);
    s.step(m.aad_len, m.ct_len, 1);
    s.save(state);
    tag_words(state.h, state.pad, m.tag);
    wipe(&state, offsetof(Poly1305State, powers));
}

LANECRYPT_FN std::size_t blocks_of(std::size_t len) { return len / poly1305_block + (len % poly1305_block != 0 ? 1 : 0); }

// The tag of one message by way of an implementation's own `blocks`, which must manage any number of them.
template <class Blocks>
LANECRYPT_FN void aead_tag_long(const Poly1305Message& m, Blocks blocks)
{
    Poly1305State state;
    start(state, m.key);
    if (m.aad_len != 0) {
        blocks(state, m.aad, m.aad_len / poly1305_block);
        Serial s(state);
        rest_serial(s, m.aad, m.aad_len);
        s.save(state);
    }
    blocks(state, m.ct, m.ct_len / poly1305_block);
    Serial s(state);
    rest_serial(s, m.ct, m.ct_len);
    s.step(m.aad_len, m.ct_len, 1);
    s.save(state);
    tag_words(state.h, state.pad, m.tag);
    wipe(&state, sizeof state);
}

LANECRYPT_FN void aead_tags_serial(const Poly1305Message* messages, std::size_t n)
{
    for (; n != 0; --n, ++messages) aead_tag_serial(*messages);
}

LANECRYPT_END_ISA
