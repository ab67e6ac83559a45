// Messages and whole hashes on a given table.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ref/sha256_ref.h"
#include "sha256/sha256_finish.h"
#include "sha256/sha256_many.h"
#include "support/hex.h"
#include "support/impls.h"
#include "support/rng.h"

namespace lanecrypt::test {

using Message = std::vector<std::uint8_t>;

inline Message text(std::string_view s) { return {s.begin(), s.end()}; }

inline ref::Hash256 whole(const Sha256Ops& ops, std::span<const std::uint8_t> m, bool twice = false)
{
    ref::Hash256 out;
    sha256_whole(ops, out.data(), m.data(), m.size(), twice);
    return out;
}

inline Sha256Message fetch_message(const void* context, std::size_t i)
{
    const Message& m = (*static_cast<const std::vector<Message>*>(context))[i];
    return {m.data(), m.size()};
}
inline Sha256MessageList list_of(const std::vector<Message>& messages) { return {&messages, fetch_message, messages.size()}; }

inline std::span<const std::byte> as_span(const Message& m) { return std::as_bytes(std::span(m)); }
inline std::string hex_of(std::span<const std::byte> b) { return to_hex(reinterpret_cast<const std::uint8_t*>(b.data()), b.size()); }

}  // namespace lanecrypt::test
