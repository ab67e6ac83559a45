// Remembers which key a peer's context holds, so that it is set up once for many messages under one key.
#pragma once
#include <cstdint>
#include <cstring>

namespace lanecrypt::cli {

class KeyCache {
public:
    // True, and remembers it, when `key` is not the key of the last call.
    bool changed(const std::uint8_t key[32])
    {
        if (set_ && std::memcmp(key_, key, 32) == 0) return false;
        std::memcpy(key_, key, 32);
        return set_ = true;
    }

private:
    std::uint8_t key_[32];
    bool set_ = false;
};

}  // namespace lanecrypt::cli
