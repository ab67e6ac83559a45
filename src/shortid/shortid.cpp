#include "lanecrypt/shortid.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "base/bytes.h"
#include "base/check.h"
#include "lanecrypt/sha256.hpp"
#include "lanecrypt/siphash.hpp"

namespace lanecrypt {
namespace {

constexpr std::uint64_t mask = 0xffffffffffff;

// The short ids of a block with their positions: open addressing, behind a bitmap that sends most of the mempool away.
class ShortIdTable {
public:
    explicit ShortIdTable(std::span<const std::uint64_t> short_ids)
    {
        // Half of the slots stay empty; 16 to 32 bits for each short id let one in 16 or fewer through.
        const std::size_t size = std::bit_ceil(2 * short_ids.size() + 1);
        slots_.assign(size, {});
        bits_.assign(std::max<std::size_t>(1, 16 * size / 2 / 64), 0);
        for (std::size_t i = 0; i < short_ids.size(); ++i) {
            Slot& s = find(short_ids[i]);
            repeated_ |= s.used;
            s = {short_ids[i], i, true};
            bits_[word(short_ids[i])] |= bit(short_ids[i]);
        }
    }
    bool repeated() const noexcept { return repeated_; }
    bool may_hold(std::uint64_t id) const noexcept { return (bits_[word(id)] & bit(id)) != 0; }
    // The position of a short id, or none.
    std::size_t position(std::uint64_t id) const noexcept
    {
        const Slot& s = const_cast<ShortIdTable*>(this)->find(id);
        return s.used ? s.position : ShortIdMatches::none;
    }

private:
    struct Slot {
        std::uint64_t id = 0;
        std::size_t position = 0;
        bool used = false;
    };

    // Short ids are as good as random: their low bits choose the bit, those above the slot.
    std::size_t word(std::uint64_t id) const noexcept { return static_cast<std::size_t>(id >> 6) & (bits_.size() - 1); }
    static std::uint64_t bit(std::uint64_t id) noexcept { return std::uint64_t{1} << (id & 63); }
    Slot& find(std::uint64_t id) noexcept
    {
        std::size_t i = static_cast<std::size_t>(id >> 20) & (slots_.size() - 1);
        while (slots_[i].used && slots_[i].id != id) i = (i + 1) & (slots_.size() - 1);
        return slots_[i];
    }

    std::vector<Slot> slots_;
    std::vector<std::uint64_t> bits_;
    bool repeated_ = false;
};

}  // namespace

ShortIdKey short_id_key(std::span<const std::byte, 80> header, std::uint64_t nonce) noexcept
{
    std::array<std::byte, 88> message;
    std::copy(header.begin(), header.end(), message.begin());
    store64_le(message.data() + 80, nonce);
    const auto digest = sha256(message);
    return {load64_le(digest.data()), load64_le(digest.data() + 8)};
}

std::uint64_t short_id(std::span<const std::byte, 32> id, const ShortIdKey& key) noexcept
{
    return SipHash24::hash(id, key.k0, key.k1) & mask;
}

void short_ids(std::span<std::uint64_t> out, std::span<const std::byte> ids, const ShortIdKey& key) noexcept
{
    if (!require(ids.size() == 32 * out.size(), "short ids: not one output for each identifier")) return;
    siphash24_items(out, ids, 32, key.k0, key.k1);
    for (std::uint64_t& id : out) id &= mask;
}

ShortIdMatches match_short_ids(std::span<const std::uint64_t> short_ids, std::span<const std::byte> ids, const ShortIdKey& key)
{
    ShortIdMatches out;
    const ShortIdTable table(short_ids);
    out.repeated = table.repeated();
    if (out.repeated) return out;
    out.transactions.assign(short_ids.size(), ShortIdMatches::none);
    if (!require(ids.size() % 32 == 0, "short ids: the identifiers are not 32 bytes each")) return out;

    constexpr std::size_t step = 1024;
    std::uint64_t hashes[step];
    const std::size_t count = ids.size() / 32;
    for (std::size_t first = 0; first < count; first += step) {
        const std::size_t n = std::min(step, count - first);
        lanecrypt::short_ids({hashes, n}, ids.subspan(32 * first, 32 * n), key);
        for (std::size_t i = 0; i < n; ++i) {
            if (!table.may_hold(hashes[i])) continue;
            const std::size_t position = table.position(hashes[i]);
            if (position == ShortIdMatches::none) continue;
            std::size_t& transaction = out.transactions[position];
            transaction = transaction == ShortIdMatches::none ? first + i : ShortIdMatches::several;
        }
    }
    out.matched = static_cast<std::size_t>(std::count_if(out.transactions.begin(), out.transactions.end(), [](std::size_t t) { return t < ShortIdMatches::several; }));
    return out;
}

}  // namespace lanecrypt
