// Incremental sealing.
#include <algorithm>
#include <cstring>
#include <new>

#include "aead/aead_core.h"
#include "base/check.h"
#include "base/erase.h"
#include "base/overlap.h"
#include "base/xor_bytes.h"
#include "lanecrypt/aead.hpp"
#include "poly1305/poly1305_stream.h"
#include "tuning/numbers.h"

namespace lanecrypt {
namespace {

struct SealerState {
    Poly1305Stream mac;  // mac.ops is null after the end
    const ChaCha20Ops* chacha20;
    std::uint64_t counter, nonce;   // of the next block
    std::uint64_t aad_len, len;     // so far
    std::uint8_t key[32];
    std::uint8_t keystream[64];     // the last block computed, when left is not 0
    std::size_t left;               // unused bytes at its end
};
static_assert(sizeof(SealerState) <= sizeof(ChaCha20Poly1305Sealer) && alignof(SealerState) <= alignof(ChaCha20Poly1305Sealer));

SealerState& state(std::uint64_t* opaque) { return *std::launder(reinterpret_cast<SealerState*>(opaque)); }

std::uint8_t* u8(std::byte* p) { return reinterpret_cast<std::uint8_t*>(p); }
const std::uint8_t* u8(const std::byte* p) { return reinterpret_cast<const std::uint8_t*>(p); }

// One call for the key block and the first block of text: with lanes both cost no more than one of them.
void begin(SealerState& s, const AeadOps& ops, const AeadPosition& at, std::span<const std::byte> aad)
{
    std::uint8_t head[64];
    s.chacha20 = ops.chacha20;
    std::memcpy(s.key, at.key, sizeof s.key);
    s.nonce = at.nonce;
    s.chacha20->head_and_run(head, {s.keystream, nullptr, sizeof s.keystream, s.key, at.counter, s.nonce});
    s.counter = at.counter + 2;
    s.left = sizeof s.keystream;
    s.mac.init(*ops.poly1305, head);
    erase_object(head);
    s.mac.update(u8(aad.data()), aad.size());
    s.mac.pad();
    s.aad_len = aad.size();
    s.len = 0;
}

// Up to the rest of the keystream block.
std::size_t from_rest(SealerState& s, std::uint8_t* ct, const std::uint8_t* pt, std::size_t len)
{
    const std::size_t n = std::min(len, s.left);
    xor_bytes(ct, pt, s.keystream + sizeof s.keystream - s.left, n);
    s.left -= n;
    return n;
}

void encrypt(SealerState& s, std::uint8_t* ct, const std::uint8_t* pt, std::size_t len)
{
    std::size_t done = from_rest(s, ct, pt, len);
    const std::size_t whole = (len - done) / 64 * 64;
    s.chacha20->run({ct + done, pt + done, whole, s.key, s.counter, s.nonce});
    s.counter += whole / 64;
    done += whole;
    if (done == len) return;
    s.chacha20->run({s.keystream, nullptr, sizeof s.keystream, s.key, s.counter++, s.nonce});
    s.left = sizeof s.keystream;
    from_rest(s, ct + done, pt + done, len - done);
}

}  // namespace

ChaCha20Poly1305Sealer::ChaCha20Poly1305Sealer(std::span<const std::byte, key_size> key, std::span<const std::byte, 12> nonce,
                                               std::span<const std::byte> aad) noexcept
{
    begin(*new (opaque_) SealerState, dispatch::aead_slot.get(), aead_position(u8(nonce.data()), u8(key.data())), aad);
}

ChaCha20Poly1305Sealer::ChaCha20Poly1305Sealer(std::span<const std::byte, key_size> key, std::span<const std::byte, 24> nonce,
                                               std::span<const std::byte> aad) noexcept
{
    const AeadOps& ops = dispatch::aead_slot.get();
    std::uint8_t subkey[32];
    begin(*new (opaque_) SealerState, ops, xaead_position(ops, subkey, u8(nonce.data()), u8(key.data())), aad);
    erase_object(subkey);
}

ChaCha20Poly1305Sealer::~ChaCha20Poly1305Sealer() { erase_object(opaque_); }

void ChaCha20Poly1305Sealer::update(std::span<std::byte> ct, std::span<const std::byte> pt) noexcept
{
    SealerState& s = state(opaque_);
    if (!require(s.mac.ops != nullptr, "ChaCha20Poly1305Sealer: update after finalize")) return;
    if (!require(ct.size() == pt.size(), "ChaCha20Poly1305Sealer: text and ciphertext differ in size")) return;
    if (pt.empty()) return;
    if (!require(ct.data() != nullptr && pt.data() != nullptr && !overlaps_partly(ct.data(), pt.data(), pt.size()) &&
                     !overlaps(ct.data(), ct.size(), this, sizeof *this) && pt.size() <= aead_max_len - s.len,
                 "ChaCha20Poly1305Sealer: null pointer, forbidden overlap or text too long"))
        return;
    const std::size_t piece = std::size_t{64} * tuning::number(tuning::Tuned::aead_piece_blocks);
    for (std::size_t done = 0; done < pt.size();) {
        const std::size_t n = std::min(pt.size() - done, piece);
        encrypt(s, u8(ct.data()) + done, u8(pt.data()) + done, n);
        s.mac.update(u8(ct.data()) + done, n);
        done += n;
    }
    s.len += pt.size();
}

void ChaCha20Poly1305Sealer::finalize(std::span<std::byte, tag_size> tag) noexcept
{
    SealerState& s = state(opaque_);
    if (!require(s.mac.ops != nullptr, "ChaCha20Poly1305Sealer: finalize after finalize")) return;
    if (!require(!overlaps(tag.data(), tag.size(), this, sizeof *this), "ChaCha20Poly1305Sealer: the tag lies inside the object")) return;
    s.mac.pad();
    std::uint8_t lengths[16];
    store64_le(lengths, s.aad_len);
    store64_le(lengths + 8, s.len);
    s.mac.update(lengths, sizeof lengths);
    s.mac.finish(u8(tag.data()));
    erase_object(opaque_);
}

}  // namespace lanecrypt
