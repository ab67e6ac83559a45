// C functions for Golomb-coded sets.
#include <algorithm>
#include <new>

#include "base/overlap.h"
#include "gcs/gcs_builder.h"
#include "lanecrypt/lanecrypt.h"

namespace lanecrypt {
namespace {

struct PointerItems {
    const uint8_t* const* items;
    const size_t* lengths;
    const std::uint8_t* at(std::size_t i) const noexcept { return items[i]; }
    std::size_t len(std::size_t i) const noexcept { return lengths[i]; }
};

// Pointers where there must be some, and numbers inside their limits.
bool good_items(const uint8_t* const* items, const size_t* len, size_t n)
{
    if (n == 0) return true;
    if (items == nullptr || len == nullptr || n > gcs_max_items) return false;
    for (size_t i = 0; i < n; ++i)
        if (items[i] == nullptr && len[i] != 0) return false;
    return true;
}

bool overlaps_items(const void* p, size_t size, const uint8_t* const* items, const size_t* len, size_t n)
{
    bool any = overlaps(p, size, items, n * sizeof *items) || overlaps(p, size, len, n * sizeof *len);
    for (size_t i = 0; i < n; ++i) any |= overlaps(p, size, items[i], len[i]);
    return any;
}

}  // namespace
}  // namespace lanecrypt

extern "C" {

lanecrypt_status lanecrypt_gcs_build(uint8_t* out, size_t cap, size_t* out_len, const uint8_t* const* items, const size_t* len, size_t n,
                                     uint64_t k0, uint64_t k1, unsigned p, uint64_t m)
{
    using namespace lanecrypt;
    const GcsParams params{k0, k1, p, m};
    if (out_len == nullptr || (out == nullptr && cap != 0) || !good_items(items, len, n) || !gcs_params_fit(params)) return LANECRYPT_BAD_ARGUMENT;
    if (overlaps(out, cap, out_len, sizeof *out_len) || overlaps_items(out, cap, items, len, n) ||
        overlaps_items(out_len, sizeof *out_len, items, len, n))
        return LANECRYPT_BAD_ARGUMENT;
    try {
        const GcsBuilder builder(PointerItems{items, len}, n, params);
        if (!builder.fits()) return LANECRYPT_BAD_ARGUMENT;
        if (builder.encoded_size() <= cap) builder.write(out);
        *out_len = builder.encoded_size();
        return LANECRYPT_OK;
    } catch (const std::exception&) {
        return LANECRYPT_OUT_OF_MEMORY;
    }
}

lanecrypt_status lanecrypt_gcs_match_any(int* matched, const uint8_t* filter, size_t filter_len, const uint8_t* const* items, const size_t* len,
                                         size_t n, uint64_t k0, uint64_t k1, unsigned p, uint64_t m)
{
    using namespace lanecrypt;
    const GcsParams params{k0, k1, p, m};
    if (matched == nullptr || (filter == nullptr && filter_len != 0) || !good_items(items, len, n) || !gcs_params_fit(params))
        return LANECRYPT_BAD_ARGUMENT;
    if (overlaps(matched, sizeof *matched, filter, filter_len) || overlaps_items(matched, sizeof *matched, items, len, n))
        return LANECRYPT_BAD_ARGUMENT;
    try {
        GcsFilter decoded;
        if (!decoded.decode({reinterpret_cast<const std::byte*>(filter), filter_len}, params)) return LANECRYPT_MALFORMED_DATA;
        bool any = false;
        constexpr size_t step = 512;
        std::span<const std::byte> views[step];
        for (size_t i = 0; i < n && !any; i += step) {
            const size_t count = std::min(step, n - i);
            for (size_t k = 0; k < count; ++k) views[k] = {reinterpret_cast<const std::byte*>(items[i + k]), len[i + k]};
            any = decoded.match_any({views, count});
        }
        *matched = any ? 1 : 0;
        return LANECRYPT_OK;
    } catch (const std::exception&) {
        return LANECRYPT_OUT_OF_MEMORY;
    }
}

}  // extern "C"
