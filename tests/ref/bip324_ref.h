// The ciphers of BIP324 as it describes them, one packet at a time, nothing computed ahead. Shares no code with src/.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "ref/aead_ref.h"
#include "ref/chacha20_ref.h"

namespace lanecrypt::ref {

using Key = std::array<std::uint8_t, 32>;

inline Key key_from(const std::uint8_t* p)
{
    Key key;
    for (std::size_t i = 0; i < 32; ++i) key[i] = p[i];
    return key;
}

// A 32-bit number, then a 64-bit one.
inline std::array<std::uint8_t, 12> nonce96(std::uint32_t first, std::uint64_t second)
{
    std::array<std::uint8_t, 12> nonce;
    for (int i = 0; i < 4; ++i) nonce[i] = static_cast<std::uint8_t>(first >> (8 * i));
    for (int i = 0; i < 8; ++i) nonce[4 + i] = static_cast<std::uint8_t>(second >> (8 * i));
    return nonce;
}

// One keystream for `interval` chunks; the 32 bytes that follow become the next key.
class FSChaCha20Ref {
public:
    FSChaCha20Ref(const Key& key, std::uint32_t interval) : key_(key), interval_(interval) {}

    Bytes crypt(const Bytes& chunk)
    {
        Bytes out = keystream(chunk.size());
        for (std::size_t i = 0; i < chunk.size(); ++i) out[i] ^= chunk[i];
        if (++chunks_ == interval_) {
            key_ = key_from(keystream(32).data());
            ++rekeys_;
            chunks_ = 0;
            used_ = 0;
        }
        return out;
    }

private:
    Bytes keystream(std::size_t len)
    {
        const std::size_t skip = used_ % 64;
        Bytes out = chacha20_keystream(key_.data(), nonce96(0, rekeys_).data(), used_ / 64, skip + len);
        out.erase(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(skip));
        used_ += len;
        return out;
    }

    Key key_;
    std::uint32_t interval_, chunks_ = 0;
    std::uint64_t rekeys_ = 0, used_ = 0;
};

// One nonce per packet; after `interval` packets, opened or refused, the key is replaced.
class FSChaCha20Poly1305Ref {
public:
    FSChaCha20Poly1305Ref(const Key& key, std::uint32_t interval) : key_(key), interval_(interval) {}

    // Ciphertext and tag in one piece.
    Bytes encrypt(const Bytes& plain, const Bytes& aad)
    {
        const Sealed sealed = aead_seal(plain, aad, nonce96(packets_, rekeys_).data(), key_.data());
        next_packet();
        Bytes out = sealed.ciphertext;
        out.insert(out.end(), sealed.tag.begin(), sealed.tag.end());
        return out;
    }
    std::optional<Bytes> decrypt(const Bytes& cipher, const Bytes& aad)
    {
        const Bytes body(cipher.begin(), cipher.end() - 16);
        const auto plain = aead_open(body, cipher.data() + body.size(), aad, nonce96(packets_, rekeys_).data(), key_.data());
        next_packet();
        return plain;
    }

private:
    void next_packet()
    {
        if (++packets_ != interval_) return;
        key_ = key_from(aead_seal(Bytes(32), {}, nonce96(0xffffffffu, rekeys_).data(), key_.data()).ciphertext.data());
        packets_ = 0;
        ++rekeys_;
    }

    Key key_;
    std::uint32_t interval_, packets_ = 0;
    std::uint64_t rekeys_ = 0;
};

// One direction of a connection.
class Bip324Ref {
public:
    struct Packet {
        bool ignore;
        Bytes contents;
    };

    Bip324Ref(const Key& length_key, const Key& packet_key) : length_(length_key, 224), packet_(packet_key, 224) {}

    Bytes seal(const Bytes& contents, const Bytes& aad, bool ignore)
    {
        const std::size_t n = contents.size();
        Bytes out = length_.crypt({static_cast<std::uint8_t>(n), static_cast<std::uint8_t>(n >> 8), static_cast<std::uint8_t>(n >> 16)});
        Bytes plain{static_cast<std::uint8_t>(ignore ? 0x80 : 0)};
        plain.insert(plain.end(), contents.begin(), contents.end());
        const Bytes body = packet_.encrypt(plain, aad);
        out.insert(out.end(), body.begin(), body.end());
        return out;
    }
    std::uint32_t open_length(const Bytes& three)
    {
        const Bytes n = length_.crypt(three);
        return n[0] | std::uint32_t{n[1]} << 8 | std::uint32_t{n[2]} << 16;
    }
    // The rest of the packet: header and contents, then the tag.
    std::optional<Packet> open(const Bytes& body, const Bytes& aad)
    {
        const auto plain = packet_.decrypt(body, aad);
        if (!plain) return std::nullopt;
        return Packet{((*plain)[0] & 0x80) != 0, Bytes(plain->begin() + 1, plain->end())};
    }

private:
    FSChaCha20Ref length_;
    FSChaCha20Poly1305Ref packet_;
};

}  // namespace lanecrypt::ref
