// Three ways to seal and open a batch of WireGuard data messages.
#pragma once
#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace tunnel {

// One packet of a batch: header (16 bytes), text, tag (16 bytes), in place.
struct Packet {
    std::byte* data;
    std::size_t size;
};

class Cipher {
public:
    virtual ~Cipher() = default;
    // Seals every packet; the first gets counter `first`, the next first + 1, … Headers are written too.
    virtual void seal(std::span<const Packet> packets, std::uint64_t first) = 0;
    // Opens every packet under the counter of its header; returns how many were good.
    virtual std::size_t open(std::span<const Packet> packets) = 0;
};

// "openssl": one by one with OpenSSL's EVP; "single": one by one with lanecrypt; "many": a batch in one call. Null for
// an unknown name, or where the build has no OpenSSL.
std::unique_ptr<Cipher> make_cipher(const std::string& mode, std::span<const std::byte, 32> key);

}  // namespace tunnel
