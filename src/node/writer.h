// Serialises integers, lengths and bytes.
#pragma once
#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "node/hash.h"

namespace lanecrypt::node {

class Writer {
public:
    explicit Writer(std::vector<std::byte>& out) : out_(out) {}

    std::size_t size() const noexcept { return out_.size(); }
    // Room for `count` bytes at the end; valid until the next call.
    std::byte* extend(std::size_t count)
    {
        out_.resize(out_.size() + count);
        return out_.data() + out_.size() - count;
    }
    void bytes(Bytes b) { out_.insert(out_.end(), b.begin(), b.end()); }
    void u8(unsigned v) { out_.push_back(static_cast<std::byte>(v)); }
    void u32(std::uint32_t v) { store32_le(extend(4), v); }
    void u64(std::uint64_t v) { store64_le(extend(8), v); }
    void compact_size(std::uint64_t v)
    {
        if (v < 0xfd) return u8(static_cast<unsigned>(v));
        if (v <= 0xffff) {
            u8(0xfd);
            u8(static_cast<unsigned>(v & 0xff));
            return u8(static_cast<unsigned>(v >> 8));
        }
        u8(v <= 0xffffffff ? 0xfe : 0xff);
        if (v <= 0xffffffff) u32(static_cast<std::uint32_t>(v));
        else u64(v);
    }

private:
    std::vector<std::byte>& out_;
};

}  // namespace lanecrypt::node
