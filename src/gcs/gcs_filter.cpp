#include <algorithm>
#include <bit>
#include <stdexcept>

#include "base/check.h"
#include "base/compact_size.h"
#include "gcs/gcs_builder.h"
#include "gcs/gcs_range.h"
#include "gcs/golomb_reader.h"

namespace lanecrypt {

bool GcsFilter::decode(std::span<const std::byte> encoded, const GcsParams& params)
{
    if (!gcs_params_fit(params)) throw std::invalid_argument("filter: p must be at most 32 and m at least 1");
    params_ = params;
    range_ = 0;
    values_.clear();
    parts_.clear();
    const auto* const in = reinterpret_cast<const std::uint8_t*>(encoded.data());
    std::uint64_t n = 0;
    const std::size_t head = read_compact_size(in, encoded.size(), n);
    if (head == 0 || n > gcs_max_items) return false;
    const std::uint64_t bytes = encoded.size() - head;
    if (n == 0) return bytes == 0;
    // Every value takes at least p + 1 bits: memory is allocated for what is there.
    if (n * (params.p + 1) > 8 * bytes || params.m > ~std::uint64_t{0} / n) return false;
    range_ = n * params.m;

    values_.reserve(static_cast<std::size_t>(n));
    GolombReader reader(in + head, static_cast<std::size_t>(bytes), params.p);
    std::uint64_t value = 0, delta = 0;
    bool good = true;
    for (std::uint64_t i = 0; i < n && good; ++i) {
        good = reader.read(delta) && delta < range_ - value;
        value += delta;
        values_.push_back(value);
    }
    if (!good || reader.bytes_left() != 0) {
        range_ = 0;
        values_.clear();
        return false;
    }

    // Parts of the range: a power of two of values each, at least 16 n of them where the range has so many values.
    const auto range_bits = static_cast<unsigned>(std::bit_width(range_ - 1));
    const unsigned part_bits = std::min(range_bits, static_cast<unsigned>(std::bit_width(n - 1)) + 5);
    part_shift_ = range_bits - part_bits;
    parts_.assign(static_cast<std::size_t>(((range_ - 1) >> part_shift_) / 64 + 1), 0);
    for (const std::uint64_t v : values_) parts_[static_cast<std::size_t>(v >> part_shift_ >> 6)] |= std::uint64_t{1} << (v >> part_shift_ & 63);
    return true;
}

bool GcsFilter::contains_hash(std::uint64_t hash) const noexcept
{
    const std::uint64_t value = scale_to_range(hash, range_), part = value >> part_shift_;
    if ((parts_[static_cast<std::size_t>(part >> 6)] >> (part & 63) & 1) == 0) return false;
    return std::binary_search(values_.begin(), values_.end(), value);
}

bool GcsFilter::contains_any_hash(std::span<const std::uint64_t> hashes) const noexcept
{
    for (const std::uint64_t hash : hashes)
        if (contains_hash(hash)) return true;
    return false;
}

bool GcsFilter::match(std::span<const std::byte> item) const noexcept
{
    return !values_.empty() && contains_hash(SipHash24::hash(item, params_.k0, params_.k1));
}

bool GcsFilter::match_any(std::span<const std::span<const std::byte>> items) const noexcept
{
    if (values_.empty()) return false;
    constexpr std::size_t step = 512;
    std::uint64_t hashes[step];
    for (std::size_t i = 0; i < items.size(); i += step) {
        const std::size_t n = std::min(step, items.size() - i);
        siphash24_many({hashes, n}, items.subspan(i, n), params_.k0, params_.k1);
        if (contains_any_hash({hashes, n})) return true;
    }
    return false;
}

bool GcsFilter::match_any(const SipHash24Messages& items, std::span<std::uint64_t> scratch) const noexcept
{
    if (!require(scratch.size() >= items.size(), "filter: not enough scratch")) return false;
    if (values_.empty()) return false;
    const std::span<std::uint64_t> hashes = scratch.first(items.size());
    items.hash(hashes, params_.k0, params_.k1);
    return contains_any_hash(hashes);
}

}  // namespace lanecrypt
