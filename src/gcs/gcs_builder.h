// Builds a filter in steps, so that a caller can ask for the size first.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "gcs/gcs_sort.h"
#include "lanecrypt/gcs.hpp"
#include "siphash/siphash_plan.h"

namespace lanecrypt {

inline constexpr unsigned gcs_max_p = 32;
inline constexpr std::uint64_t gcs_max_items = 0xffffffff;

constexpr bool gcs_params_fit(const GcsParams& params) { return params.p <= gcs_max_p && params.m != 0; }

class GcsBuilder {
public:
    // Hashes, sorts and removes repeated items. Items: at(i), len(i), n of them (at most gcs_max_items). Throws std::bad_alloc.
    template <class Items>
    GcsBuilder(const Items& items, std::size_t n, const GcsParams& params) : p_(params.p), sorted_(n)
    {
        {
            SipHashPlan plan(dispatch::siphash_slot.get().sip24, params.k0, params.k1);
            for (std::size_t i = 0; i < n; ++i) {
                sorted_[i].item = i;
                plan.add(&sorted_[i].hash, items.at(i), items.len(i));
            }
        }
        sort_hashes(sorted_);
        drop_repeated(sorted_, [&items](std::size_t a, std::size_t b) {
            return items.len(a) == items.len(b) && (items.len(a) == 0 || std::memcmp(items.at(a), items.at(b), items.len(a)) == 0);
        });
        scale(params.m);
    }

    // False: n·m does not fit into 64 bits, or the size not into memory.
    bool fits() const noexcept { return fits_; }
    std::size_t encoded_size() const noexcept { return size_; }
    // Writes encoded_size() bytes.
    void write(std::uint8_t* out) const noexcept;

private:
    // From hashes to values, and the size of the encoding.
    void scale(std::uint64_t m) noexcept;

    unsigned p_;
    bool fits_ = true;
    std::size_t size_ = 0;
    std::vector<HashedItem> sorted_;
};

}  // namespace lanecrypt
