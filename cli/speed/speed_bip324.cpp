// speed bip324: whole epochs of packets through the one-packet interface, rekeys and look-ahead included.
#include <cstring>
#include <memory>

#include "aead/aead_core.h"
#include "bip324/streams.h"
#include "speed/rows.h"

namespace lanecrypt::cli {
namespace {

constexpr std::uint32_t interval = 224;
constexpr std::size_t expansion = 20;

const AeadOps& portable_aead() { return dispatch::aead_slot.impl(dispatch::aead_slot.size() - 1); }

// Packets of given contents' lengths; packet i is written at place i modulo the number of places.
struct Traffic {
    std::vector<std::size_t> len, at;
    std::size_t places = 0, out_size = 0, longest = 0, bytes = 0;
    std::uint8_t length_key[32], packet_key[32];

    // `extra`: what a place holds beside the contents.
    Traffic(std::vector<std::size_t> lengths, std::size_t different, std::size_t extra) : len(std::move(lengths)), places(different)
    {
        std::vector<std::size_t> room(places);
        for (std::size_t i = 0; i < len.size(); ++i) {
            room[i % places] = std::max(room[i % places], len[i] + extra);
            longest = std::max(longest, len[i]);
            bytes += len[i];
        }
        for (const std::size_t n : room) {
            at.push_back(out_size);
            out_size += n;
        }
        for (std::size_t i = 0; i < 32; ++i) {
            length_key[i] = static_cast<std::uint8_t>(3 * i + 5);
            packet_key[i] = static_cast<std::uint8_t>(5 * i + 3);
        }
    }
    std::uint8_t* place(std::uint8_t* out, std::size_t i) const { return out + at[i % places]; }
};

// BIP324 over another library's functions, as its text describes it: no look-ahead but the rest of a length block.
class PlainDirection {
public:
    PlainDirection(const Traffic& t, decltype(Peer::seal) seal, decltype(Peer::chacha20) chacha20) : seal_(seal), chacha20_(chacha20), buffer_(1 + t.longest)
    {
        std::memcpy(length_key_, t.length_key, 32);
        std::memcpy(packet_key_, t.packet_key, 32);
    }
    void packet(std::uint8_t* out, const std::uint8_t* contents, std::size_t len)
    {
        const std::uint8_t length[3] = {static_cast<std::uint8_t>(len), static_cast<std::uint8_t>(len >> 8), static_cast<std::uint8_t>(len >> 16)};
        for (int i = 0; i < 3; ++i) out[i] = static_cast<std::uint8_t>(length[i] ^ next_length_byte());
        buffer_[0] = 0;
        if (len != 0) std::memcpy(buffer_.data() + 1, contents, len);
        std::uint8_t nonce[12];
        make_nonce(nonce, packets_);
        seal_(out + 3, out + 4 + len, buffer_.data(), 1 + len, nullptr, 0, nonce, packet_key_);
        if (++packets_ == interval) rekey();
    }

private:
    static constexpr std::uint8_t zeros_[128] = {};

    void make_nonce(std::uint8_t nonce[12], std::uint32_t first) const
    {
        store32_le(nonce, first);
        store64_le(nonce + 4, rekeys_);
    }
    std::uint8_t next_length_byte()
    {
        if (length_used_ % 64 == 0) {
            std::uint8_t nonce[12];
            make_nonce(nonce, 0);
            chacha20_(length_block_, zeros_, 64, nonce, length_used_ / 64, length_key_);
        }
        return length_block_[length_used_++ % 64];
    }
    void rekey()
    {
        std::uint8_t stream[128], nonce[12];
        for (int i = 0; i < 32; ++i) stream[i] = next_length_byte();
        std::memcpy(length_key_, stream, 32);
        make_nonce(nonce, 0xffffffffu);
        chacha20_(stream, zeros_, sizeof stream, nonce, 0, packet_key_);
        std::memcpy(packet_key_, stream + 64, 32);
        packets_ = length_used_ = 0;
        ++rekeys_;
    }

    decltype(Peer::seal) seal_;
    decltype(Peer::chacha20) chacha20_;
    std::uint8_t length_key_[32], packet_key_[32], length_block_[64];
    std::uint32_t packets_ = 0, length_used_ = 0;
    std::uint64_t rekeys_ = 0;
    std::vector<std::uint8_t> buffer_;
};

void plain(const Traffic& t, const Call& c, decltype(Peer::seal) seal, decltype(Peer::chacha20) chacha20)
{
    PlainDirection direction(t, seal, chacha20);
    for (std::size_t i = 0; i < t.len.size(); ++i) direction.packet(t.place(c.out, i), c.in, t.len[i]);
}

// The library's portable code behind the signatures of a peer.
void portable_seal(std::uint8_t* ct, std::uint8_t tag[16], const std::uint8_t* pt, std::size_t len, const std::uint8_t* aad, std::size_t aad_len,
                   const std::uint8_t nonce[12], const std::uint8_t key[32])
{
    aead_seal(portable_aead(), ct, tag, pt, len, aad, aad_len, aead_position(nonce, key));
}
void portable_chacha20(std::uint8_t* out, const std::uint8_t* in, std::size_t len, const std::uint8_t nonce[12], std::uint32_t counter,
                       const std::uint8_t key[32])
{
    const AeadPosition at = aead_position(nonce, key);
    portable_aead().chacha20->run({out, in, len, key, at.counter + counter, at.nonce});
}

struct Direction {
    detail::LengthStream length;
    detail::PacketStream packet;
};

auto seal_with(std::shared_ptr<Traffic> t, const AeadOps& ops, bool look_ahead)
{
    return [t, &ops, look_ahead](const Call& c) {
        Direction d;
        bip324::start(d.length, t->length_key, interval);
        bip324::start(d.packet, t->packet_key, interval);
        bip324::set_look_ahead(d.length, look_ahead);
        bip324::set_look_ahead(d.packet, look_ahead);
        const std::uint8_t header = 0;
        for (std::size_t i = 0; i < t->len.size(); ++i) {
            const std::size_t n = t->len[i];
            const std::uint8_t length[3] = {static_cast<std::uint8_t>(n), static_cast<std::uint8_t>(n >> 8), static_cast<std::uint8_t>(n >> 16)};
            std::uint8_t* const out = t->place(c.out, i);
            bip324::crypt(d.length, *ops.chacha20, out, length, 3);
            bip324::seal(d.packet, ops, out + 3, {&header, 1, c.in, n}, nullptr, 0);
        }
    };
}

std::span<const std::byte, 32> key_of(const std::uint8_t* p) { return std::span<const std::byte, 32>(reinterpret_cast<const std::byte*>(p), 32); }

Work work_of(const Traffic& t, const char* group, std::string label)
{
    Work work;
    work.primitive = "bip324";
    work.group = group;
    work.label = std::move(label);
    work.len = work.bytes = work.x = t.bytes;
    work.items = t.len.size();
    work.out_size = t.out_size;
    work.chainable = false;
    return work;
}

void seal_cell(Rows& rows, std::vector<std::size_t> lengths, std::size_t places, std::string label)
{
    const auto t = std::make_shared<Traffic>(std::move(lengths), places, expansion);
    Work work = work_of(*t, "seal, one packet at a time", std::move(label));
    work.in_size = t->longest;
    work.reference = [t](const Call& c) { plain(*t, c, portable_seal, portable_chacha20); };
    add_implementations(work, dispatch::aead_slot, [t](const AeadOps& ops) { return seal_with(t, ops, true); });
    add_library(work, [t](const Call& c) {
        Bip324Cipher cipher(key_of(t->length_key), key_of(t->packet_key));
        const auto* in = reinterpret_cast<const std::byte*>(c.in);
        for (std::size_t i = 0; i < t->len.size(); ++i)
            cipher.seal({reinterpret_cast<std::byte*>(t->place(c.out, i)), t->len[i] + expansion}, {in, t->len[i]});
    });
    work.contenders.push_back({"look-ahead off", Kind::library, false, repeat(seal_with(t, dispatch::aead_slot.get(), false))});
    for (const Peer& peer : peers()) {
        if (peer.seal == nullptr || peer.chacha20 == nullptr) continue;
        work.contenders.push_back({peer.name, Kind::peer, false, repeat([t, seal = peer.seal, chacha20 = peer.chacha20](const Call& c) { plain(*t, c, seal, chacha20); })});
    }
    rows.add(std::move(work));
}

void open_cell(Rows& rows, std::vector<std::size_t> lengths, std::size_t places, std::string label)
{
    const auto t = std::make_shared<Traffic>(std::move(lengths), places, 0);
    const auto packets = std::make_shared<std::vector<std::uint8_t>>();
    const auto text = std::make_shared<std::vector<std::uint8_t>>(t->longest, std::uint8_t{0x5a});
    PlainDirection direction(*t, portable_seal, portable_chacha20);
    for (const std::size_t n : t->len) {
        packets->resize(packets->size() + n + expansion);
        direction.packet(packets->data() + packets->size() - n - expansion, text->data(), n);
    }
    Work work = work_of(*t, "open, one packet at a time", std::move(label));
    work.reference = [t, text](const Call& c) {
        for (std::size_t i = 0; i < t->len.size(); ++i) std::memcpy(t->place(c.out, i), text->data(), t->len[i]);
    };
    add_implementations(work, dispatch::aead_slot, [t, packets](const AeadOps& ops) {
        return [t, packets, &ops](const Call& c) {
            Direction d;
            bip324::start(d.length, t->length_key, interval);
            bip324::start(d.packet, t->packet_key, interval);
            const std::uint8_t* in = packets->data();
            for (std::size_t i = 0; i < t->len.size(); ++i) {
                std::uint8_t header, length[3];
                bip324::crypt(d.length, *ops.chacha20, length, in, 3);
                const std::size_t n = length[0] | std::size_t{length[1]} << 8 | std::size_t{length[2]} << 16;
                (void)bip324::open(d.packet, ops, {&header, 1, t->place(c.out, i), n}, in + 3, nullptr, 0);
                in += n + expansion;
            }
        };
    });
    add_library(work, [t, packets](const Call& c) {
        Bip324Cipher cipher(key_of(t->length_key), key_of(t->packet_key));
        const auto* in = reinterpret_cast<const std::byte*>(packets->data());
        bool ignore = false;
        for (std::size_t i = 0; i < t->len.size(); ++i) {
            const std::size_t n = cipher.open_length(std::span<const std::byte, 3>(in, 3));
            (void)cipher.open({reinterpret_cast<std::byte*>(t->place(c.out, i)), n}, ignore, {in + 3, n + 17});
            in += n + expansion;
        }
    });
    rows.add(std::move(work));
}

}  // namespace

void speed_bip324(Rows& rows)
{
    for (const std::size_t len : rows.sizes({20, 63, 64, 256, 318, 319, 320, 1u << 20})) {
        // Ten epochs of short packets; of long ones a few.
        const std::vector<std::size_t> lengths(len <= 4096 ? 10 * interval : 4, len);
        seal_cell(rows, lengths, len <= 4096 ? 64 : 1, size_label(len));
        open_cell(rows, lengths, len <= 4096 ? 64 : 1, size_label(len));
    }
    for (const Mix mix : rows.wanted_mixes()) {
        if (mix != Mix::node) continue;
        seal_cell(rows, draw_mix(mix, 448), 1, "node mix");
        open_cell(rows, draw_mix(mix, 448), 1, "node mix");
    }
}

}  // namespace lanecrypt::cli
