// Sorting of hashes, whose top bits are as good as random.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanecrypt {

// A hash and the item it belongs to.
struct HashedItem {
    std::uint64_t hash;
    std::size_t item;
};

// Sorts fewer than 2^32 items by hash: one pass that distributes by the top bits into about as many parts as there are items, then insertion
// within each part. Parts that are far too full (somebody chose the items) are sorted by comparisons. Throws
// std::bad_alloc.
void sort_hashes(std::vector<HashedItem>& items);

// Keeps one of all items that are equal by equal(item, item). Items with the same hash that differ all stay.
template <class Equal>
void drop_repeated(std::vector<HashedItem>& sorted, Equal equal)
{
    std::size_t kept = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        bool repeated = false;
        for (std::size_t j = kept; j != 0 && !repeated && sorted[j - 1].hash == sorted[i].hash; --j)
            repeated = equal(sorted[j - 1].item, sorted[i].item);
        if (!repeated) sorted[kept++] = sorted[i];
    }
    sorted.resize(kept);
}

}  // namespace lanecrypt
