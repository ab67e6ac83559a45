#include "aead/aead_core.h"

#include <algorithm>
#include <cstring>

#include "base/equal.h"
#include "base/erase.h"
#include "poly1305/poly1305_stream.h"
#include "tuning/aead_tuning.h"
#include "tuning/numbers.h"

namespace lanecrypt {

namespace {

void finish(Poly1305Stream& mac, std::size_t aad_len, std::size_t len, std::uint8_t* tag) noexcept
{
    mac.pad();
    std::uint8_t lengths[16];
    store64_le(lengths, aad_len);
    store64_le(lengths + 8, len);
    mac.update(lengths, sizeof lengths);
    mac.finish(tag);
}

}  // namespace

void aead_seal(const AeadOps& ops, std::uint8_t* ct, std::uint8_t* tag, const std::uint8_t* pt, std::size_t len, const std::uint8_t* aad,
               std::size_t aad_len, const AeadPosition& at) noexcept
{
    std::uint8_t head[64];
    // With a fused kernel the key block and the first blocks of text fill one group of lanes.
    const bool fused = ops.fused_seal != nullptr && len > ops.fused_seal->group - 64 && len >= tuning::number(tuning::Tuned::aead_fused_from);
    const std::size_t piece = std::size_t{64} * tuning::number(tuning::Tuned::aead_piece_blocks);
    std::size_t done = fused ? ops.fused_seal->group - 64 : std::min(len, piece);
    ops.chacha20->head_and_run(head, {ct, pt, done, at.key, at.counter, at.nonce});
    if (done == len) {
        const Poly1305Message message{head, aad, aad_len, ct, len, tag};
        ops.poly1305->aead_tags(&message, 1);
        erase_object(head);
        return;
    }
    Poly1305Stream mac;
    mac.init(*ops.poly1305, head);
    erase_object(head);
    mac.update(aad, aad_len);
    mac.pad();
    if (fused) {
        const std::size_t hashed =
            ops.fused_seal->run(mac.state, ct + done, done, ct + done, pt + done, len - done, at.key, at.counter + 1 + done / 64, at.nonce);
        mac.update(ct + hashed, len - hashed);
    } else {
        mac.update(ct, done);
        while (done < len) {
            const std::size_t n = std::min(len - done, piece);
            ops.chacha20->run({ct + done, pt + done, n, at.key, at.counter + 1 + done / 64, at.nonce});
            mac.update(ct + done, n);
            done += n;
        }
    }
    finish(mac, aad_len, len, tag);
}

namespace {

// The end of opening: `want` is the tag of the ciphertext, `ahead` the first bytes of the text. Wipes both.
bool release(const AeadOps& ops, std::uint8_t* pt, const std::uint8_t* ct, std::size_t len, const std::uint8_t* tag, const AeadPosition& at,
             std::uint8_t (&want)[poly1305_tag], std::uint8_t* ahead, std::size_t first) noexcept
{
    const bool ok = equal16(want, tag);
    if (len != 0) {
        if (ok) {
            std::memcpy(pt, ahead, first);
            if (first < len) ops.chacha20->run({pt + first, ct + first, len - first, at.key, at.counter + 1 + first / 64, at.nonce});
        } else {
            std::memset(pt, 0, len);
        }
    }
    erase(ahead, first);
    erase_object(want);
    return ok;
}

// With a fused kernel the first `open_fused` bytes of text come out of the pass that authenticates them, into scratch
// memory; only what is longer is decrypted afterwards.
bool open_fused(const AeadOps& ops, std::uint8_t* pt, const std::uint8_t* ct, std::size_t len, const std::uint8_t* tag, const std::uint8_t* aad,
                std::size_t aad_len, const AeadPosition& at) noexcept
{
    std::uint8_t head[64], want[poly1305_tag], ahead[aead_tuning::open_fused];
    const std::size_t first = std::min(len, sizeof ahead), begin = ops.fused_open->group - 64;
    ops.chacha20->head_and_run(head, {ahead, ct, begin, at.key, at.counter, at.nonce});
    Poly1305Stream mac;
    mac.init(*ops.poly1305, head);
    erase_object(head);
    mac.update(aad, aad_len);
    mac.pad();
    const std::size_t hashed =
        ops.fused_open->run(mac.state, ct + begin, begin, ahead + begin, ct + begin, first - begin, at.key, at.counter + 1 + begin / 64, at.nonce);
    mac.update(ct + hashed, len - hashed);
    finish(mac, aad_len, len, want);
    return release(ops, pt, ct, len, tag, at, want, ahead, first);
}

}  // namespace

bool aead_open(const AeadOps& ops, std::uint8_t* pt, const std::uint8_t* ct, std::size_t len, const std::uint8_t* tag, const std::uint8_t* aad,
               std::size_t aad_len, const AeadPosition& at) noexcept
{
    if (ops.fused_open != nullptr && len > ops.fused_open->group - 64 && len >= tuning::number(tuning::Tuned::aead_open_fused_from))
        return open_fused(ops, pt, ct, len, tag, aad, aad_len, at);
    std::uint8_t head[64], want[poly1305_tag], ahead[64 * aead_tuning::open_ahead_limit];
    const std::size_t tuned = tuning::number(tuning::Tuned::aead_open_ahead_blocks);
    const std::size_t first = std::min(len, 64 * (tuned != 0 ? tuned : aead_tuning::open_ahead_blocks(load_relaxed(ops.chacha20->plan->batch))));
    ops.chacha20->head_and_run(head, {ahead, ct, first, at.key, at.counter, at.nonce});
    const Poly1305Message message{head, aad, aad_len, ct, len, want};
    ops.poly1305->aead_tags(&message, 1);
    erase_object(head);
    return release(ops, pt, ct, len, tag, at, want, ahead, first);
}

}  // namespace lanecrypt
