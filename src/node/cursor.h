// A reader of serialised data that cannot leave its span.
#pragma once
#include <cstddef>
#include <cstdint>

#include "base/bytes.h"
#include "node/hash.h"

namespace lanecrypt::node {

// After the first failed read every further read fails; error() then says what was wrong, offset() where.
class Cursor {
public:
    explicit Cursor(Bytes data) noexcept : data_(data) {}

    std::size_t offset() const noexcept { return at_; }
    std::size_t remaining() const noexcept { return data_.size() - at_; }
    bool failed() const noexcept { return error_ != nullptr; }
    const char* error() const noexcept { return error_; }

    // Records the first error. Returns false.
    bool fail(const char* what) noexcept
    {
        if (error_ == nullptr) error_ = what;
        return false;
    }

    // The bytes from `begin` up to here.
    Bytes since(std::size_t begin) const noexcept { return data_.subspan(begin, at_ - begin); }

    bool skip(std::uint64_t count) noexcept
    {
        if (error_ != nullptr) return false;
        if (count > remaining()) return fail("the data ends too early");
        at_ += static_cast<std::size_t>(count);
        return true;
    }

    bool take(Bytes& out, std::uint64_t count) noexcept
    {
        const std::size_t begin = at_;
        if (!skip(count)) return false;
        out = since(begin);
        return true;
    }

    // The next byte without taking it; false at the end.
    bool peek(std::uint8_t& out) const noexcept
    {
        if (error_ != nullptr || remaining() == 0) return false;
        out = std::to_integer<std::uint8_t>(data_[at_]);
        return true;
    }

    bool u8(std::uint8_t& out) noexcept
    {
        const std::byte* const p = data_.data() + at_;
        if (!skip(1)) return false;
        out = std::to_integer<std::uint8_t>(*p);
        return true;
    }

    bool u32(std::uint32_t& out) noexcept
    {
        const std::byte* const p = data_.data() + at_;
        if (!skip(4)) return false;
        out = load32_le(p);
        return true;
    }

    bool u64(std::uint64_t& out) noexcept
    {
        const std::byte* const p = data_.data() + at_;
        if (!skip(8)) return false;
        out = load64_le(p);
        return true;
    }

    // A CompactSize in its shortest form.
    bool compact_size(std::uint64_t& out) noexcept
    {
        std::uint8_t first = 0;
        if (!u8(first)) return false;
        if (first < 0xfd) {
            out = first;
            return true;
        }
        const std::size_t length = std::size_t{2} << (first - 0xfd);
        const std::byte* const p = data_.data() + at_;
        if (!skip(length)) return false;
        out = length == 2 ? std::to_integer<unsigned>(p[0]) | std::to_integer<unsigned>(p[1]) << 8
            : length == 4 ? load32_le(p)
                          : load64_le(p);
        const std::uint64_t least = length == 2 ? 0xfd : length == 4 ? 0x10000 : 0x100000000;
        return out >= least || fail("a length is not in its shortest form");
    }

    // A CompactSize that counts things of at least `each` bytes, so that it cannot exceed what is left.
    bool count(std::uint64_t& out, std::size_t each, const char* too_many) noexcept
    {
        return compact_size(out) && (out <= remaining() / each || fail(too_many));
    }

private:
    Bytes data_;
    std::size_t at_ = 0;
    const char* error_ = nullptr;
};

}  // namespace lanecrypt::node
