#include "gcs/gcs_sort.h"

#include <algorithm>
#include <bit>

namespace lanecrypt {
namespace {

bool by_hash(const HashedItem& a, const HashedItem& b) { return a.hash < b.hash; }

void insertion_sort(HashedItem* first, HashedItem* last)
{
    if (first == last) return;
    for (HashedItem* i = first + 1; i != last; ++i) {
        const HashedItem x = *i;
        HashedItem* j = i;
        for (; j != first && x.hash < j[-1].hash; --j) *j = j[-1];
        *j = x;
    }
}

}  // namespace

void sort_hashes(std::vector<HashedItem>& items)
{
    constexpr std::size_t few = 64;         // below this, insertion alone
    constexpr std::size_t crowded = 48;     // parts hold 1 to 2 items on average; random hashes never come close to this
    constexpr unsigned most_part_bits = 16; // 65536 counters are what the second-level cache holds beside the items
    if (items.size() <= few) return insertion_sort(items.data(), items.data() + items.size());

    const unsigned bits = std::min(static_cast<unsigned>(std::bit_width(items.size())) - 1, most_part_bits);
    const unsigned shift = 64 - bits;
    std::vector<std::uint32_t> end(std::size_t{1} << bits);
    for (const HashedItem& i : items) ++end[i.hash >> shift];
    std::uint32_t total = 0;
    for (std::uint32_t& e : end) {  // from counts to starts; placing the items moves each start to its end
        const std::uint32_t count = e;
        e = total;
        total += count;
    }
    std::vector<HashedItem> sorted(items.size());
    for (const HashedItem& i : items) sorted[end[i.hash >> shift]++] = i;

    std::size_t begin = 0;
    for (const std::size_t e : end) {
        if (e - begin <= crowded) insertion_sort(sorted.data() + begin, sorted.data() + e);
        else std::sort(sorted.data() + begin, sorted.data() + e, by_hash);
        begin = e;
    }
    items.swap(sorted);
}

}  // namespace lanecrypt
