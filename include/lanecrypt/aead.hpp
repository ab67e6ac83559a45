// Authenticated encryption: ChaCha20-Poly1305 (RFC 8439 section 2.8) and XChaCha20-Poly1305
// (draft-irtf-cfrg-xchacha-03 section 2).
//
// Nonces: under one key a nonce must never seal two different messages: that reveals the difference of the texts and
// the authenticator's key. 12-byte nonces are for counters; 24-byte nonces may be chosen at random.
// Sizes: ciphertext and text are equally long, at most max_size bytes; the tag (16 bytes) is kept apart.
// Aliasing: the output may be the very range of its input. Any other overlap of an output or a tag with an input,
// associated data, key, nonce or another output is misuse: the misuse handler is called and nothing is written.
// Opening checks the tag, in constant time, before it writes any text.
// Null pointers are legal where the length is 0. Timing: depends on lengths alone. No allocation. Objects wipe their keys
// when they are destroyed. Threads: sealing and opening change no object, so threads may share one; a sealer belongs to
// one thread at a time.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace lanecrypt {

class ChaCha20Poly1305 {
public:
    static constexpr std::size_t key_size = 32, nonce_size = 12, tag_size = 16;
    static constexpr std::uint64_t max_size = (std::uint64_t{1} << 38) - 64;

    explicit ChaCha20Poly1305(std::span<const std::byte, key_size> key) noexcept;
    ~ChaCha20Poly1305();
    ChaCha20Poly1305(const ChaCha20Poly1305&) noexcept = default;
    ChaCha20Poly1305& operator=(const ChaCha20Poly1305&) noexcept = default;

    // ct and tag become the encrypted text and its tag. ct.size() == pt.size().
    void seal(std::span<std::byte> ct, std::span<std::byte, tag_size> tag, std::span<const std::byte> pt, std::span<const std::byte> aad,
              std::span<const std::byte, nonce_size> nonce) const noexcept;
    // The same for a text in several parts, taken one after another; ct.size() is the sum of their sizes. A part may
    // lie exactly where its ciphertext goes; otherwise no part may overlap ct.
    void seal(std::span<std::byte> ct, std::span<std::byte, tag_size> tag, std::span<const std::span<const std::byte>> parts,
              std::span<const std::byte> aad, std::span<const std::byte, nonce_size> nonce) const noexcept;
    // True: pt is the text. False: the tag is wrong (or misuse), and pt is all zero (or untouched). Opening in place
    // therefore destroys a ciphertext whose tag is wrong. pt.size() == ct.size().
    [[nodiscard]] bool open(std::span<std::byte> pt, std::span<const std::byte> ct, std::span<const std::byte, tag_size> tag,
                            std::span<const std::byte> aad, std::span<const std::byte, nonce_size> nonce) const noexcept;

private:
    std::uint8_t key_[key_size];
};

class XChaCha20Poly1305 {
public:
    static constexpr std::size_t key_size = 32, nonce_size = 24, tag_size = 16;
    static constexpr std::uint64_t max_size = ChaCha20Poly1305::max_size;

    explicit XChaCha20Poly1305(std::span<const std::byte, key_size> key) noexcept;
    ~XChaCha20Poly1305();
    XChaCha20Poly1305(const XChaCha20Poly1305&) noexcept = default;
    XChaCha20Poly1305& operator=(const XChaCha20Poly1305&) noexcept = default;

    // As ChaCha20Poly1305, with a 24-byte nonce.
    void seal(std::span<std::byte> ct, std::span<std::byte, tag_size> tag, std::span<const std::byte> pt, std::span<const std::byte> aad,
              std::span<const std::byte, nonce_size> nonce) const noexcept;
    void seal(std::span<std::byte> ct, std::span<std::byte, tag_size> tag, std::span<const std::span<const std::byte>> parts,
              std::span<const std::byte> aad, std::span<const std::byte, nonce_size> nonce) const noexcept;
    [[nodiscard]] bool open(std::span<std::byte> pt, std::span<const std::byte> ct, std::span<const std::byte, tag_size> tag,
                            std::span<const std::byte> aad, std::span<const std::byte, nonce_size> nonce) const noexcept;

private:
    std::uint8_t key_[key_size];
};

// Seals one message whose text arrives in pieces of any lengths; ciphertext comes out as fast as text goes in. There
// is no counterpart for opening: text must not be used before the tag at its end has been checked.
class ChaCha20Poly1305Sealer {
public:
    static constexpr std::size_t key_size = 32, tag_size = 16;

    ChaCha20Poly1305Sealer(std::span<const std::byte, key_size> key, std::span<const std::byte, 12> nonce, std::span<const std::byte> aad) noexcept;
    // XChaCha20-Poly1305.
    ChaCha20Poly1305Sealer(std::span<const std::byte, key_size> key, std::span<const std::byte, 24> nonce, std::span<const std::byte> aad) noexcept;
    ~ChaCha20Poly1305Sealer();
    ChaCha20Poly1305Sealer(const ChaCha20Poly1305Sealer&) = delete;
    ChaCha20Poly1305Sealer& operator=(const ChaCha20Poly1305Sealer&) = delete;

    // ct becomes the next pt.size() bytes of ciphertext; the sizes must be equal, and all texts together at most
    // ChaCha20Poly1305::max_size bytes. Misuse writes nothing and leaves the message as it was.
    void update(std::span<std::byte> ct, std::span<const std::byte> pt) noexcept;
    // Writes the tag and wipes the object; only destruction may follow.
    void finalize(std::span<std::byte, tag_size> tag) noexcept;

private:
    std::uint64_t opaque_[88];
};

}  // namespace lanecrypt
