#include "node/chain.h"

#include <algorithm>
#include <limits>

namespace lanecrypt::node {
namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

}  // namespace

bool Chain::add(const Hash& hash, const Hash& previous, const BlockPosition& position)
{
    const bool fresh = index_.emplace(hash, static_cast<std::uint32_t>(entries_.size())).second;
    if (fresh) entries_.push_back({hash, previous, position, {}, 0, false});
    else ++duplicates_;
    return fresh;
}

const ChainEntry* Chain::find(const Hash& hash) const
{
    const auto it = index_.find(hash);
    return it == index_.end() ? nullptr : &entries_[it->second];
}

ChainSummary Chain::link()
{
    ChainSummary out;
    out.blocks = entries_.size();
    out.duplicates = duplicates_;
    roots_.clear();
    const std::size_t count = entries_.size();

    // Parents, and from them an order in which every parent comes before its children. A cycle would need a broken hash
    // function; its blocks would be left out.
    std::vector<std::uint32_t> parent(count, none), first_child(count, none), sibling(count, none), order;
    order.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto it = index_.find(entries_[i].previous);
        if (it != index_.end()) {
            parent[i] = it->second;
            sibling[i] = first_child[it->second];
            first_child[it->second] = i;
            if (it->second > i) ++out.out_of_order;
        }
    }
    std::vector<std::uint32_t> root(count, none), depth(count, 0);
    for (std::uint32_t i = 0; i < count; ++i)
        if (parent[i] == none) {
            root[i] = i;
            order.push_back(i);
        }
    for (std::size_t at = 0; at < order.size(); ++at)
        for (std::uint32_t c = first_child[order[at]]; c != none; c = sibling[c]) {
            root[c] = root[order[at]];
            depth[c] = depth[order[at]] + 1;
            order.push_back(c);
        }

    // Parts by their number of blocks, and the first of the deepest blocks of each.
    std::vector<std::uint32_t> size(count, 0), deepest(count, none), roots;
    for (const std::uint32_t i : order) {
        if (size[root[i]]++ == 0) roots.push_back(root[i]);
        if (deepest[root[i]] == none || depth[i] > depth[deepest[root[i]]]) deepest[root[i]] = i;
    }
    std::stable_sort(roots.begin(), roots.end(), [&](std::uint32_t a, std::uint32_t b) { return size[a] > size[b]; });
    std::vector<std::uint32_t> part(count, 0);
    for (std::uint32_t p = 0; p < roots.size(); ++p) {
        part[roots[p]] = p;
        for (std::uint32_t i = deepest[roots[p]]; i != none; i = parent[i]) entries_[i].best = true;
    }
    if (!roots.empty()) out.tip = entries_[deepest[roots.front()]].hash;

    for (const std::uint32_t i : order) {
        ChainEntry& e = entries_[i];
        e.part = part[root[i]];
        if (!e.best) ++out.stale;
        if (entries_[root[i]].previous != zero_hash) continue;
        e.height = depth[i];
        out.lowest = std::min(out.lowest.value_or(depth[i]), depth[i]);
        out.highest = std::max(out.highest.value_or(depth[i]), depth[i]);
    }
    for (const std::uint32_t r : roots)
        if (entries_[r].previous != zero_hash) {
            ++out.unlinked;
            roots_.push_back(&entries_[r]);
        }
    return out;
}

}  // namespace lanecrypt::node
