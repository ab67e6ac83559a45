// Short transaction identifiers of compact blocks (BIP152): six bytes of SipHash-2-4 under a key that belongs to the
// block. For version 2 the identifiers hashed are wtxids, for version 1 txids; in internal byte order.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lanecrypt {

struct ShortIdKey {
    std::uint64_t k0 = 0, k1 = 0;
};

inline constexpr std::size_t short_id_size = 6;  // bytes in a message, little-endian

// The key of a compact block: the first 16 bytes of the single SHA-256 of header and nonce.
ShortIdKey short_id_key(std::span<const std::byte, 80> header, std::uint64_t nonce) noexcept;

// The short id of one transaction: a number below 2^48.
std::uint64_t short_id(std::span<const std::byte, 32> id, const ShortIdKey& key) noexcept;

// The short ids of a whole mempool at once: `ids` is out.size() identifiers of 32 bytes, one after another, and may not
// overlap `out`.
void short_ids(std::span<std::uint64_t> out, std::span<const std::byte> ids, const ShortIdKey& key) noexcept;

// Which transactions of a mempool a compact block names.
struct ShortIdMatches {
    // In place of a transaction: no transaction has the short id; several have it, so the right one must be asked for.
    static constexpr std::size_t none = SIZE_MAX, several = SIZE_MAX - 1;

    // For each short id the index of the transaction, or one of the two above. Empty when `repeated`.
    std::vector<std::size_t> transactions;
    std::size_t matched = 0;  // short ids with exactly one transaction
    bool repeated = false;    // the block names a short id twice and cannot be put together from short ids
};

// `short_ids`: numbers below 2^48, as in the message. `ids`: identifiers of 32 bytes, one after another. Throws
// std::bad_alloc.
ShortIdMatches match_short_ids(std::span<const std::uint64_t> short_ids, std::span<const std::byte> ids, const ShortIdKey& key);

}  // namespace lanecrypt
