// The ciphers of BIP324 (version 2 transport of Bitcoin nodes), with look-ahead: the keystream of the packets still to
// come is computed several packets at a time, so a short packet costs little more than its XOR and its tag.
//
// Look-ahead never crosses a rekey, uses at most 4096 bytes in a Bip324Cipher, and every byte of it is wiped when it is
// used, at a rekey, by wipe() and on destruction. How far it looks adapts to the sizes seen; it can be switched off.
//
// Objects neither copy nor move: a second copy would encrypt two packets under one nonce. One object belongs to one
// direction of one connection and to one thread at a time. Misuse calls the handler of misuse.hpp; if that returns,
// nothing was written and the state has not moved. Times depend on lengths alone.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace lanecrypt {

namespace detail {

// Keystream of one epoch, read in chunks.
struct LengthStream {
    static constexpr std::size_t cache_size = 704;  // 224 chunks of 3 bytes and the next key: 11 blocks
    std::array<std::uint8_t, 32> key;
    std::uint64_t rekeys, next_block;  // next_block: the first block that was not computed yet
    std::uint32_t interval, chunks;
    std::uint32_t cache_begin, cache_end;  // what is left of the cache; its end is the start of next_block
    bool look_ahead;
    std::array<std::uint8_t, cache_size> cache;
};

// One nonce per packet; slots hold the one-time key and the first keystream blocks of packets to come.
struct PacketStream {
    static constexpr std::size_t cache_size = 4096 - LengthStream::cache_size;
    std::array<std::uint8_t, 32> key, next_key;
    std::uint64_t rekeys;
    std::uint32_t interval, packets;
    std::uint32_t slot, slots_left, slot_blocks;  // the next slot, how many are filled, data blocks in each
    std::uint32_t depth;                          // packets to compute at the next refill
    std::uint32_t typical_eighths;                // data blocks of a packet, an estimate in eighths of a block
    bool look_ahead;
    std::array<std::uint8_t, cache_size> cache;
};

}  // namespace detail

// The length cipher: one ChaCha20 keystream for `rekey_interval` chunks, the next 32 bytes of which are the next key.
class FSChaCha20 {
public:
    static constexpr std::size_t key_size = 32;

    // `rekey_interval`: chunks under one key, at least 1.
    FSChaCha20(std::span<const std::byte, key_size> key, std::uint32_t rekey_interval) noexcept;
    ~FSChaCha20();
    FSChaCha20(const FSChaCha20&) = delete;
    FSChaCha20& operator=(const FSChaCha20&) = delete;

    // Encrypts or decrypts one chunk of any length, 0 included. Equal sizes; `out` is the very range of `in` or apart.
    void crypt(std::span<std::byte> out, std::span<const std::byte> in) noexcept;

    void set_look_ahead(bool on) noexcept;
    // Erases everything; any later use is misuse.
    void wipe() noexcept;

private:
    detail::LengthStream stream_;
};

// The packet cipher: ChaCha20-Poly1305 with nonce LE32(packet) ‖ LE64(rekeys). After `rekey_interval` packets, opened
// or refused, the key is replaced by the first half of block 1 of nonce ff ff ff ff ‖ LE64(rekeys).
class FSChaCha20Poly1305 {
public:
    static constexpr std::size_t key_size = 32, expansion = 16;

    FSChaCha20Poly1305(std::span<const std::byte, key_size> key, std::uint32_t rekey_interval) noexcept;
    ~FSChaCha20Poly1305();
    FSChaCha20Poly1305(const FSChaCha20Poly1305&) = delete;
    FSChaCha20Poly1305& operator=(const FSChaCha20Poly1305&) = delete;

    // cipher = encryption of plain1 ‖ plain2, then the tag: plain1.size() + plain2.size() + 16 bytes. A plaintext lies
    // apart from `cipher` or exactly where its ciphertext goes (in place).
    void seal(std::span<std::byte> cipher, std::span<const std::byte> plain1, std::span<const std::byte> plain2, std::span<const std::byte> aad) noexcept;
    void seal(std::span<std::byte> cipher, std::span<const std::byte> plain, std::span<const std::byte> aad) noexcept;

    // False: the tag is wrong and both plaintexts are all zero. The state moves on to the next packet either way. Sizes
    // and aliasing as for seal().
    [[nodiscard]] bool open(std::span<std::byte> plain1, std::span<std::byte> plain2, std::span<const std::byte> cipher, std::span<const std::byte> aad) noexcept;
    [[nodiscard]] bool open(std::span<std::byte> plain, std::span<const std::byte> cipher, std::span<const std::byte> aad) noexcept;

    void set_look_ahead(bool on) noexcept;
    // Erases everything; any later use is misuse.
    void wipe() noexcept;

private:
    detail::PacketStream stream_;
};

// The packets of one direction: 3 bytes of encrypted length, then header (1 byte) and contents sealed together, then
// the tag. Rekeys every 224 packets.
class Bip324Cipher {
public:
    static constexpr std::size_t key_size = 32, length_size = 3, header_size = 1, tag_size = 16;
    static constexpr std::size_t expansion = length_size + header_size + tag_size;
    static constexpr std::size_t max_contents = 16'777'215;
    static constexpr std::uint32_t rekey_interval = 224;

    Bip324Cipher(std::span<const std::byte, key_size> length_key, std::span<const std::byte, key_size> packet_key) noexcept;
    ~Bip324Cipher();
    Bip324Cipher(const Bip324Cipher&) = delete;
    Bip324Cipher& operator=(const Bip324Cipher&) = delete;

    // packet: contents.size() + 20 bytes. contents.data() == packet.data() + 4 works in place; any other overlap is
    // misuse. `ignore` marks a decoy. `aad`: the garbage sent before the first packet, later empty.
    void seal(std::span<std::byte> packet, std::span<const std::byte> contents, std::span<const std::byte> aad = {}, bool ignore = false) noexcept;

    // The contents' length of the next packet, from its first three bytes. Exactly once for each packet, also for one
    // that is refused later.
    std::uint32_t open_length(std::span<const std::byte, length_size> bytes) noexcept;
    // The same when the bytes arrive one by one: nothing after the first and the second.
    std::optional<std::uint32_t> open_length(std::byte next) noexcept;

    // body: what follows the length, contents.size() + 17 bytes. contents.data() == body.data() + 1 works in place; any
    // other overlap is misuse. False: the tag is wrong, contents is all zero, `ignore` is unchanged; the state moves on
    // to the next packet all the same.
    [[nodiscard]] bool open(std::span<std::byte> contents, bool& ignore, std::span<const std::byte> body, std::span<const std::byte> aad = {}) noexcept;

    void set_look_ahead(bool on) noexcept;
    // Erases everything; any later use is misuse.
    void wipe() noexcept;
    // False after wipe().
    bool is_alive() const noexcept { return packet_.interval != 0; }

private:
    detail::LengthStream length_;
    detail::PacketStream packet_;
    std::array<std::byte, 2> pending_{};  // encrypted length bytes that arrived
    std::uint8_t pending_count_ = 0;
};

// Everything a connection derives from the shared secret of its handshake (BIP324, "Keys and session id derivation").
struct Bip324Keys {
    std::array<std::byte, 32> initiator_length, initiator_packet, responder_length, responder_packet;
    std::array<std::byte, 16> initiator_garbage_terminator, responder_garbage_terminator;
    std::array<std::byte, 32> session_id;

    // `secret`: the 32 bytes of the ElligatorSwift exchange; `magic`: the network's four bytes, f9 be b4 d9 for mainnet.
    Bip324Keys(std::span<const std::byte, 32> secret, std::span<const std::byte, 4> magic) noexcept;
    ~Bip324Keys();
    Bip324Keys(const Bip324Keys&) = delete;
    Bip324Keys& operator=(const Bip324Keys&) = delete;
};

}  // namespace lanecrypt
