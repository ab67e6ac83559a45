// Poly1305 (RFC 8439 section 2.5): the one-time authenticator.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace lanecrypt {

// The tag of one message. Each key authenticates one message only: two tags under one key give the key away.
// The message may come in any split, of any length in bytes; a null pointer is legal where the length is 0.
// Timing: depends on lengths alone. No allocation. Copies go on independently; every copy wipes itself when it is
// destroyed. One object belongs to one thread at a time. Misuse calls the misuse handler (misuse.hpp) and writes nothing.
class Poly1305 {
public:
    static constexpr std::size_t key_size = 32, tag_size = 16;

    explicit Poly1305(std::span<const std::byte, key_size> key) noexcept;
    ~Poly1305();
    Poly1305(const Poly1305&) noexcept = default;
    Poly1305& operator=(const Poly1305&) noexcept = default;

    Poly1305& update(std::span<const std::byte> in) noexcept;
    // Writes the tag and wipes the object; anything but assignment or destruction afterwards is misuse. `tag` may lie
    // inside the message, not inside this object.
    void finalize(std::span<std::byte, tag_size> tag) noexcept;

    // All at once. `tag` may lie inside `message`, but overlapping `key` is misuse.
    static void compute(std::span<std::byte, tag_size> tag, std::span<const std::byte> message, std::span<const std::byte, key_size> key) noexcept;

private:
    std::uint64_t opaque_[64];
};

}  // namespace lanecrypt
