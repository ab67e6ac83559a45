// FSChaCha20Poly1305: the packet cipher.
#include <algorithm>
#include <cstring>

#include "base/bytes.h"
#include "base/equal.h"
#include "base/erase.h"
#include "base/xor_bytes.h"
#include "bip324/streams.h"
#include "poly1305/poly1305_stream.h"
#include "tuning/numbers.h"
#include "tuning/packets_tuning.h"

namespace lanecrypt::bip324 {
namespace {

using tuning::number;
using tuning::Tuned;

// A slot is a stretch of keystream: block 0 of a packet, whose first half is the one-time key, and its data blocks.
std::size_t slot_size(std::size_t data_blocks) { return 64 + 64 * data_blocks; }

// Block `block` of the keystream of packet `packet` under the current key.
ChaCha20Run run_at(const PacketStream& s, std::uint32_t packet, std::uint64_t block, std::uint8_t* out, const std::uint8_t* in, std::size_t len)
{
    return {out, in, len, s.key.data(), block + (std::uint64_t{packet} << 32), s.rekeys};
}

// How many data blocks a slot gets, for a packet of `len` bytes that needs one now. Packets of more blocks than the
// limit fill the lanes alone: one block ahead is enough to bring the rest to a block boundary.
std::size_t choose_blocks(const PacketStream& s, std::size_t len)
{
    const std::size_t blocks = s.look_ahead ? (s.typical_eighths + 7) / 8 : (len + 63) / 64;
    return blocks == 0 || blocks > number(Tuned::packets_slot_blocks_limit) ? 1 : blocks;
}

// How many packets of `blocks` blocks, the key block included, to compute at once: as many as the cache holds, but no
// group of lanes for a few blocks.
std::size_t choose_depth(const PacketStream& s, const ChaCha20Ops& chacha20, std::size_t blocks)
{
    const std::size_t depth = std::min<std::size_t>(s.depth, PacketStream::cache_size / (64 * blocks));
    const std::size_t tuned = number(Tuned::packets_group), group = tuned != 0 ? tuned : packets_group(load_relaxed(chacha20.plan->batch));
    const std::size_t whole_groups = depth * blocks / group * group / blocks;
    return whole_groups != 0 ? whole_groups : depth;
}

// Moves the estimate so that few packets are longer than it.
void learn(PacketStream& s, std::size_t len)
{
    const auto eighths = static_cast<std::uint32_t>(8 * std::min<std::size_t>((len + 63) / 64, number(Tuned::packets_slot_blocks_limit) + 1));
    if (eighths > s.typical_eighths) s.typical_eighths += std::min(number(Tuned::packets_step_up), eighths - s.typical_eighths);
    else s.typical_eighths -= std::min(number(Tuned::packets_step_down), s.typical_eighths - eighths);
}

// Fills the slots for this packet and the next ones of the epoch in one call; the last refill of an epoch also
// computes the next key.
void refill(PacketStream& s, const ChaCha20Ops& chacha20, std::size_t len)
{
    const std::size_t blocks = choose_blocks(s, len), size = slot_size(blocks);
    const std::size_t left = s.interval - s.packets;
    const std::size_t depth = s.look_ahead ? std::min(choose_depth(s, chacha20, 1 + blocks), left) : 1;
    ChaCha20Run runs[PacketsTuning::depth_limit + 1];
    std::size_t n = 0;
    for (std::size_t i = 0; i < depth; ++i) {
        const auto packet = static_cast<std::uint32_t>(s.packets + i);
        runs[n++] = run_at(s, packet, 0, s.cache.data() + i * size, nullptr, size);
    }
    if (depth == left) runs[n++] = run_at(s, 0xffffffffu, 1, s.next_key.data(), nullptr, s.next_key.size());
    chacha20.runs(runs, n);
    s.slot = 0;
    s.slots_left = static_cast<std::uint32_t>(depth);
    s.slot_blocks = static_cast<std::uint32_t>(blocks);
    s.depth = std::min(2 * s.depth, number(Tuned::packets_depth_limit));
}

// The slot of the current packet.
std::uint8_t* current_slot(PacketStream& s, const ChaCha20Ops& chacha20, std::size_t len)
{
    if (s.slots_left == 0) refill(s, chacha20, len);
    return s.cache.data() + s.slot * slot_size(s.slot_blocks);
}

// To the next packet: the slot is wiped, and the key replaced at the end of an epoch.
void next_packet(PacketStream& s, std::uint8_t* slot, std::size_t len)
{
    erase(slot, slot_size(s.slot_blocks));
    ++s.slot;
    --s.slots_left;
    learn(s, len);
    if (++s.packets != s.interval) return;
    s.key = s.next_key;
    erase_object(s.next_key);
    s.packets = 0;
    ++s.rekeys;
}

// out = (header ‖ contents) XOR mask, contents at least 15 bytes long and apart from `out` or at out + 1. Written in the
// blocks in which the authenticator reads it at once: a load that spans two recent stores would have to wait for both.
void xor_after_header(std::uint8_t* out, std::uint8_t header, const std::uint8_t* contents, std::size_t len, const std::uint8_t* mask)
{
    const std::uint64_t first = load64_le(contents) << 8 | header, second = load64_le(contents + 7);
    store64_le(out, first ^ load64_le(mask));
    store64_le(out + 8, second ^ load64_le(mask + 8));
    xor_bytes(out + 16, contents + 15, mask + 16, len - 15);
}

// XORs the pieces of one packet, one after the other, with the data keystream of the packet.
class PacketKeystream {
public:
    PacketKeystream(const PacketStream& s, const ChaCha20Ops& chacha20, const std::uint8_t* slot) noexcept
        : s_(s), chacha20_(chacha20), cached_(slot + 64), cached_len_(64 * std::size_t{s.slot_blocks})
    {
    }
    void apply(std::uint8_t* out, const std::uint8_t* in, std::size_t len) noexcept
    {
        if (at_ < cached_len_ && len != 0) {
            const std::size_t n = std::min(len, cached_len_ - at_);
            xor_bytes(out, in, cached_ + at_, n);
            advance(out, in, len, n);
        }
        if (const std::size_t within = at_ % 64; within != 0 && len != 0) {
            std::uint8_t block[64];
            chacha20_.run(run_at(s_, s_.packets, 1 + at_ / 64, block, nullptr, sizeof block));
            const std::size_t n = std::min(len, 64 - within);
            xor_bytes(out, in, block + within, n);
            erase_object(block);
            advance(out, in, len, n);
        }
        if (len == 0) return;
        chacha20_.run(run_at(s_, s_.packets, 1 + at_ / 64, out, in, len));
        at_ += len;
    }

    // How many bytes end at the next multiple of `piece` of the keystream.
    std::size_t to_boundary(std::size_t piece) const noexcept { return piece - at_ % piece; }

private:
    void advance(std::uint8_t*& out, const std::uint8_t*& in, std::size_t& len, std::size_t n) noexcept
    {
        out += n;
        in += n;
        len -= n;
        at_ += n;
    }

    const PacketStream& s_;
    const ChaCha20Ops& chacha20_;
    const std::uint8_t* cached_;
    std::size_t cached_len_, at_ = 0;
};

void write_tag(const AeadOps& ops, const std::uint8_t* slot, const std::uint8_t* aad, std::size_t aad_len, const std::uint8_t* ciphertext,
               std::size_t len, std::uint8_t* tag)
{
    const Poly1305Message message{slot, aad, aad_len, ciphertext, len, tag};
    ops.poly1305->aead_tags(&message, 1);
}

// A long packet whose first piece is encrypted: the authenticator follows while the ciphertext is in the cache.
void seal_in_pieces(const AeadOps& ops, PacketKeystream& keystream, const std::uint8_t* slot, std::uint8_t* out, const Pieces<const std::uint8_t>& plain,
                    const std::uint8_t* aad, std::size_t aad_len, std::size_t piece)
{
    Poly1305Stream mac;
    mac.init(*ops.poly1305, slot);
    mac.update(aad, aad_len);
    mac.pad();
    mac.update(out, plain.first_len);
    std::uint8_t* const rest = out + plain.first_len;
    for (std::size_t done = 0; done < plain.second_len;) {
        const std::size_t n = std::min(plain.second_len - done, keystream.to_boundary(piece));
        keystream.apply(rest + done, plain.second + done, n);
        mac.update(rest + done, n);
        done += n;
    }
    mac.pad();
    std::uint8_t lengths[16];
    store64_le(lengths, aad_len);
    store64_le(lengths + 8, plain.total());
    mac.update(lengths, sizeof lengths);
    mac.finish(out + plain.total());
}

}  // namespace

void start(PacketStream& s, const std::uint8_t key[32], std::uint32_t interval) noexcept
{
    std::memcpy(s.key.data(), key, 32);
    s.next_key.fill(0);
    s.rekeys = 0;
    s.interval = interval;
    s.packets = s.slot = s.slots_left = s.slot_blocks = 0;
    s.depth = number(Tuned::packets_first_depth);
    s.typical_eighths = 8;
    s.look_ahead = true;
}

void seal(PacketStream& s, const AeadOps& ops, std::uint8_t* out, const Pieces<const std::uint8_t>& plain, const std::uint8_t* aad,
          std::size_t aad_len) noexcept
{
    const std::size_t len = plain.total();
    std::uint8_t* const slot = current_slot(s, *ops.chacha20, len);
    if (plain.first_len == 1 && plain.second_len >= 15 && len <= 64 * std::size_t{s.slot_blocks}) {
        xor_after_header(out, *plain.first, plain.second, plain.second_len, slot + 64);
        write_tag(ops, slot, aad, aad_len, out, len, out + len);
        next_packet(s, slot, len);
        return;
    }
    PacketKeystream keystream(s, *ops.chacha20, slot);
    keystream.apply(out, plain.first, plain.first_len);
    const std::size_t piece = std::size_t{64} * number(Tuned::aead_piece_blocks);
    if (len <= piece) {
        keystream.apply(out + plain.first_len, plain.second, plain.second_len);
        write_tag(ops, slot, aad, aad_len, out, len, out + len);
    } else {
        seal_in_pieces(ops, keystream, slot, out, plain, aad, aad_len, piece);
    }
    next_packet(s, slot, len);
}

bool open(PacketStream& s, const AeadOps& ops, const Pieces<std::uint8_t>& plain, const std::uint8_t* in, const std::uint8_t* aad,
          std::size_t aad_len) noexcept
{
    const std::size_t len = plain.total();
    std::uint8_t* const slot = current_slot(s, *ops.chacha20, len);
    std::uint8_t tag[16];
    write_tag(ops, slot, aad, aad_len, in, len, tag);
    const bool good = equal16(tag, in + len);
    if (good) {
        PacketKeystream keystream(s, *ops.chacha20, slot);
        keystream.apply(plain.first, in, plain.first_len);
        keystream.apply(plain.second, in + plain.first_len, plain.second_len);
    } else {
        if (plain.first_len != 0) std::memset(plain.first, 0, plain.first_len);
        if (plain.second_len != 0) std::memset(plain.second, 0, plain.second_len);
        erase_object(tag);  // the right one; where the packet is good, it is no secret
    }
    next_packet(s, slot, len);
    return good;
}

void set_look_ahead(PacketStream& s, bool on) noexcept
{
    if (!on) {
        // What was computed ahead goes; the next packet computes its own.
        erase_object(s.cache);
        erase_object(s.next_key);
        s.slots_left = 0;
        }
    s.look_ahead = on;
}

}  // namespace lanecrypt::bip324
