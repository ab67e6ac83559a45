// HMAC-SHA256 (RFC 2104, RFC 4231) and HKDF-SHA256 (RFC 5869). Keys and intermediate values are wiped.
#pragma once
#include <cstddef>
#include <span>

#include "lanecrypt/sha256.hpp"

namespace lanecrypt {

// A stream under one key. Copies go on independently. Wiped when destroyed.
class HmacSha256 {
public:
    static constexpr std::size_t tag_size = 32;

    // Any key length; keys of more than 64 bytes are hashed first, as the RFC says.
    explicit HmacSha256(std::span<const std::byte> key) noexcept;
    HmacSha256(const HmacSha256&) noexcept = default;
    HmacSha256& operator=(const HmacSha256&) noexcept = default;
    ~HmacSha256();

    HmacSha256& update(std::span<const std::byte> in) noexcept;
    // Gives the tag and makes the object ready for another message under the same key.
    void final(std::span<std::byte, tag_size> tag) noexcept;
    [[nodiscard]] Sha256Digest final() noexcept;

private:
    Sha256 inner_;
    Sha256::Midstate inner_start_, outer_start_;
};

[[nodiscard]] Sha256Digest hmac_sha256(std::span<const std::byte> key, std::span<const std::byte> in) noexcept;

// The pseudorandom key of RFC 5869, section 2.2. An empty salt stands for 32 zero bytes.
[[nodiscard]] Sha256Digest hkdf_sha256_extract(std::span<const std::byte> salt, std::span<const std::byte> key_material) noexcept;

// RFC 5869, section 2.3. Fills out, at most 255 * 32 bytes; false, and nothing written, when it is longer. out may not
// overlap info.
[[nodiscard]] bool hkdf_sha256_expand(std::span<std::byte> out, std::span<const std::byte> pseudorandom_key,
                                      std::span<const std::byte> info) noexcept;

}  // namespace lanecrypt
