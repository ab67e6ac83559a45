#include "lanecrypt/transport.hpp"

#include <algorithm>
#include <cstring>

#include "base/bytes.h"
#include "base/check.h"
#include "base/erase.h"
#include "chacha20/chacha20_ops.h"

namespace lanecrypt {
namespace {

std::uint8_t* bytes(std::byte* p) { return reinterpret_cast<std::uint8_t*>(p); }
const std::uint8_t* bytes(const std::byte* p) { return reinterpret_cast<const std::uint8_t*>(p); }

// An item that every function refuses.
constexpr AeadItem refused{nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr, nullptr, LANECRYPT_BAD_ARGUMENT};

}  // namespace

namespace wireguard {
namespace {

constexpr std::uint32_t type_data = 4;

AeadItem item(std::span<std::byte> message, std::uint64_t counter, std::span<std::byte, 12> nonce, std::span<const std::byte, 32> key) noexcept
{
    if (!require(message.size() >= overhead, "wireguard: the message is shorter than header and tag")) return refused;
    store32_le(nonce.data(), 0);
    store64_le(nonce.data() + 4, counter);
    std::byte* const text = message.data() + header_size;
    const std::size_t len = message.size() - overhead;
    return {bytes(text), bytes(text), len, nullptr, 0, bytes(text + len), bytes(nonce.data()), bytes(key.data()), LANECRYPT_BAD_ARGUMENT};
}

}  // namespace

void write_header(std::span<std::byte, header_size> out, const Header& header) noexcept
{
    store32_le(out.data(), type_data);
    store32_le(out.data() + 4, header.receiver);
    store64_le(out.data() + 8, header.counter);
}

std::optional<Header> read_header(std::span<const std::byte> message) noexcept
{
    if (message.size() < overhead || load32_le(message.data()) != type_data) return std::nullopt;
    const Header header{load32_le(message.data() + 4), load64_le(message.data() + 8)};
    if (header.counter >= reject_after) return std::nullopt;
    return header;
}

AeadItem seal_item(std::span<std::byte> message, const Header& header, std::span<std::byte, 12> nonce, std::span<const std::byte, 32> key) noexcept
{
    const AeadItem prepared = item(message, header.counter, nonce, key);
    if (prepared.tag != nullptr) write_header(message.first<header_size>(), header);
    return prepared;
}

AeadItem open_item(std::span<std::byte> message, const Header& header, std::span<std::byte, 12> nonce, std::span<const std::byte, 32> key) noexcept
{
    return item(message, header.counter, nonce, key);
}

}  // namespace wireguard

namespace openvpn {

void write_header(std::span<std::byte, header_size> out, std::uint32_t peer_id, unsigned key_id, std::uint32_t packet_id) noexcept
{
    store32_be(out.data(), (opcode_data_v2 << 3 | (key_id & 7)) << 24 | (peer_id & 0xffffff));
    store32_be(out.data() + 4, packet_id);
}

std::uint32_t packet_id(std::span<const std::byte, header_size> header) noexcept { return load32_be(header.data() + 4); }

AeadItem item(std::span<std::byte> packet, std::span<const std::byte, 8> implicit, std::span<std::byte, 12> nonce, std::span<const std::byte, 32> key) noexcept
{
    if (!require(packet.size() >= overhead, "openvpn: the packet is shorter than header and tag")) return refused;
    std::memcpy(nonce.data(), packet.data() + 4, 4);
    std::memcpy(nonce.data() + 4, implicit.data(), 8);
    std::byte* const text = packet.data() + overhead;
    return {bytes(text),           bytes(text), packet.size() - overhead, bytes(packet.data()), header_size, bytes(packet.data() + header_size),
            bytes(nonce.data()), bytes(key.data()), LANECRYPT_BAD_ARGUMENT};
}

}  // namespace openvpn

std::array<std::byte, 12> tls_nonce(std::span<const std::byte, 12> iv, std::uint64_t sequence) noexcept
{
    std::array<std::byte, 12> nonce;
    std::copy(iv.begin(), iv.end(), nonce.begin());
    store64_be(nonce.data() + 4, load64_be(nonce.data() + 4) ^ sequence);
    return nonce;
}

void quic_header_masks(std::span<std::array<std::byte, 5>> masks, std::span<const std::array<std::byte, 16>> samples, std::span<const std::byte, 32> key) noexcept
{
    if (!require(masks.size() == samples.size(), "quic_header_masks: not as many masks as samples")) return;
    constexpr std::size_t group = 32;
    std::uint8_t blocks[group][64];
    const ChaCha20Ops& ops = dispatch::chacha20_slot.get();
    for (std::size_t at = 0; at < samples.size(); at += group) {
        const std::size_t n = std::min(group, samples.size() - at);
        ChaCha20Run runs[group];
        for (std::size_t i = 0; i < n; ++i) {
            // The first four bytes are the block counter, the rest the nonce: words 12 to 15 as they stand.
            const std::byte* const sample = samples[at + i].data();
            runs[i] = {blocks[i], nullptr, sizeof blocks[i], bytes(key.data()), load64_le(sample), load64_le(sample + 8)};
        }
        ops.runs(runs, n);
        for (std::size_t i = 0; i < n; ++i) std::memcpy(masks[at + i].data(), blocks[i], 5);
        erase(blocks, n * sizeof blocks[0]);
    }
}

}  // namespace lanecrypt
