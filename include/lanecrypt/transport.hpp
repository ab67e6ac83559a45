// Nonces, associated data and packet layouts of transports that use ChaCha20-Poly1305, for callers who want them right
// without writing them. Functions that prepare an item fill it in for seal_many() and open_many(); nothing here keeps
// a counter: the caller gives each packet a number, and no number twice under one key.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "lanecrypt/aead_many.hpp"

namespace lanecrypt {

// WireGuard data messages (WireGuard paper, section 5.4.6): type 4 in one byte, three zero bytes, the receiver's index
// and the counter in little-endian order, then ciphertext and tag. The nonce is four zero bytes and the counter. No
// associated data. Plaintexts are padded with zeros to a multiple of 16 bytes by the caller (padded_size).
namespace wireguard {

inline constexpr std::size_t header_size = 16, tag_size = 16, overhead = header_size + tag_size;
// A key may seal 2^60 messages; peers refuse counters from 2^64 - 2^13 - 1 on.
inline constexpr std::uint64_t rekey_after = std::uint64_t{1} << 60, reject_after = ~std::uint64_t{0} - (std::uint64_t{1} << 13);

constexpr std::size_t padded_size(std::size_t len) noexcept { return (len + 15) / 16 * 16; }

struct Header {
    std::uint32_t receiver;
    std::uint64_t counter;
};
void write_header(std::span<std::byte, header_size> out, const Header& header) noexcept;
// Nothing when the message is too short for header and tag, is no data message, or its counter is refused.
std::optional<Header> read_header(std::span<const std::byte> message) noexcept;

// One message in place: `message` is 16 bytes for the header, the plaintext, 16 bytes for the tag. Writes the header.
// `nonce` must live until the item is sealed.
AeadItem seal_item(std::span<std::byte> message, const Header& header, std::span<std::byte, 12> nonce, std::span<const std::byte, 32> key) noexcept;
// The same message as it arrived; afterwards the plaintext stands at message[16] and after. The header must have been
// read (and its counter checked against replay) by the caller.
AeadItem open_item(std::span<std::byte> message, const Header& header, std::span<std::byte, 12> nonce, std::span<const std::byte, 32> key) noexcept;

}  // namespace wireguard

// OpenVPN's data channel with an AEAD cipher (data channel format v2): opcode and peer id in four bytes, the packet id
// in four bytes (network order), the tag, then the ciphertext. The nonce is the packet id and the eight implicit bytes
// of the key material; the first eight bytes of the packet are the associated data.
namespace openvpn {

inline constexpr std::size_t header_size = 8, tag_size = 16, overhead = header_size + tag_size;
inline constexpr std::uint32_t opcode_data_v2 = 9;

// `peer_id`: 24 bits. `key_id`: 3 bits.
void write_header(std::span<std::byte, header_size> out, std::uint32_t peer_id, unsigned key_id, std::uint32_t packet_id) noexcept;
std::uint32_t packet_id(std::span<const std::byte, header_size> header) noexcept;

// One packet in place, its header written already: 8 bytes of header, 16 for the tag, then the text. `nonce` gets the
// packet's nonce and must live until the item is sealed or opened.
AeadItem item(std::span<std::byte> packet, std::span<const std::byte, 8> implicit, std::span<std::byte, 12> nonce, std::span<const std::byte, 32> key) noexcept;

}  // namespace openvpn

// TLS 1.3 (RFC 8446 section 5.3) and QUIC (RFC 9001 section 5.3): the nonce is the static IV XORed with the record
// sequence number or packet number, big-endian, on the right.
std::array<std::byte, 12> tls_nonce(std::span<const std::byte, 12> iv, std::uint64_t sequence) noexcept;

// QUIC header protection (RFC 9001 section 5.4.4): masks[i] are the five mask bytes for samples[i] under one key, all
// computed together. Equal numbers of masks and samples.
void quic_header_masks(std::span<std::array<std::byte, 5>> masks, std::span<const std::array<std::byte, 16>> samples, std::span<const std::byte, 32> key) noexcept;

}  // namespace lanecrypt
