#include "aead_many/overlap.h"

#include <algorithm>

#include "base/overlap.h"

namespace lanecrypt::many {
namespace {

struct Range {
    std::uintptr_t begin, end;
};
bool before(const Range& a, const Range& b) { return a.begin < b.begin; }

Range range(const void* p, std::size_t len)
{
    const auto begin = reinterpret_cast<std::uintptr_t>(p);
    return {begin, begin + len};
}

// Ranges in ascending order; usually they arrive that way.
struct SortedRanges {
    Range ranges[group_size];
    std::size_t count = 0;
    bool sorted = true;

    void push(Range r)
    {
        sorted = sorted && (count == 0 || ranges[count - 1].begin <= r.begin);
        ranges[count++] = r;
    }
    void sort()
    {
        if (!sorted) std::sort(ranges, ranges + count, before);
    }
};

// All outputs in ascending order between two sentinels, and the question whether a range lies in a gap of them.
class Outputs {
public:
    // Merges the two lists; false when two outputs overlap.
    bool assemble(SortedRanges& a, SortedRanges& b)
    {
        a.sort();
        b.sort();
        all_[0] = {0, 0};
        std::merge(a.ranges, a.ranges + a.count, b.ranges, b.ranges + b.count, all_ + 1, before);
        count_ = a.count + b.count;
        all_[count_ + 1] = {~std::uintptr_t{0}, ~std::uintptr_t{0}};
        for (std::size_t i = 1; i <= count_; ++i)
            if (all_[i - 1].end > all_[i].begin) return false;
        return true;
    }
    // `gap` is where the last range of the same kind was found: usually the next one is there or just behind.
    bool apart(Range r, std::size_t& gap) const
    {
        for (std::size_t tries = 0; tries < 4; ++tries) {
            if (fits(r, gap)) return true;
            if (gap == count_ || r.begin < all_[gap + 1].begin) break;
            ++gap;
        }
        gap = static_cast<std::size_t>(std::upper_bound(all_ + 1, all_ + 1 + count_, r, before) - all_) - 1;
        return fits(r, gap);
    }

private:
    bool fits(Range r, std::size_t gap) const { return r.begin >= all_[gap].end && r.end <= all_[gap + 1].begin; }

    Range all_[2 * group_size + 2];
    std::size_t count_ = 0;
};

}  // namespace

bool outputs_are_apart(const lanecrypt_aead_item* items, std::size_t n, Mask usable, Direction direction) noexcept
{
    SortedRanges outs, tags;
    for (std::size_t i = 0; i < n; ++i) {
        if ((usable >> i & 1) == 0) continue;
        if (items[i].len != 0) outs.push(range(items[i].out, items[i].len));
        if (direction == Direction::seal) tags.push(range(items[i].tag, 16));
    }
    Outputs outputs;
    if (!outputs.assemble(outs, tags)) return false;

    std::size_t in_gap = 0, aad_gap = 0, nonce_gap = 0, key_gap = 0, tag_gap = 0, array_gap = 0;
    if (!outputs.apart(range(items, n * sizeof *items), array_gap)) return false;
    const std::uint8_t* key = nullptr;
    for (std::size_t i = 0; i < n; ++i) {
        if ((usable >> i & 1) == 0) continue;
        const lanecrypt_aead_item& item = items[i];
        if (item.len != 0 && item.in != item.out && !outputs.apart(range(item.in, item.len), in_gap)) return false;
        if (item.aad_len != 0 && !outputs.apart(range(item.aad, item.aad_len), aad_gap)) return false;
        if (!outputs.apart(range(item.nonce, 12), nonce_gap)) return false;
        if (item.key != key && !outputs.apart(range(item.key, 32), key_gap)) return false;
        key = item.key;
        if (direction == Direction::open && !outputs.apart(range(item.tag, 16), tag_gap)) return false;
    }
    return true;
}

bool overlaps_itself(const lanecrypt_aead_item& item, Direction direction) noexcept
{
    const auto touches_inputs = [&item](const void* p, std::size_t len) {
        return overlaps(p, len, item.aad, item.aad_len) || overlaps(p, len, item.nonce, 12) || overlaps(p, len, item.key, 32);
    };
    if (overlaps_partly(item.out, item.in, item.len) || touches_inputs(item.out, item.len) || overlaps(item.out, item.len, item.tag, 16))
        return true;
    return direction == Direction::seal && (touches_inputs(item.tag, 16) || overlaps(item.tag, 16, item.in, item.len));
}

}  // namespace lanecrypt::many
