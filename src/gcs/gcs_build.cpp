#include <stdexcept>

#include "base/compact_size.h"
#include "gcs/gcs_builder.h"
#include "gcs/gcs_range.h"
#include "gcs/golomb_writer.h"

namespace lanecrypt {

void GcsBuilder::scale(std::uint64_t m) noexcept
{
    const std::uint64_t n = sorted_.size();
    fits_ = n == 0 || m <= ~std::uint64_t{0} / n;
    if (!fits_) return;
    std::uint64_t last = 0, ones = 0;
    for (HashedItem& i : sorted_) {
        i.hash = scale_to_range(i.hash, n * m);
        ones += (i.hash - last) >> p_;  // at most the last value altogether
        last = i.hash;
    }
    std::uint8_t head[max_compact_size];
    const std::uint64_t rest = n * (1 + p_), overhead = write_compact_size(head, n) + 8;
    fits_ = ones <= ~std::uint64_t{0} - rest - 7 && (ones + rest) / 8 <= SIZE_MAX - overhead;
    if (fits_) size_ = static_cast<std::size_t>((ones + rest + 7) / 8 + overhead - 8);
}

void GcsBuilder::write(std::uint8_t* out) const noexcept
{
    std::uint8_t head[max_compact_size];
    const std::size_t length = write_compact_size(head, sorted_.size());
    std::memcpy(out, head, length);
    GolombWriter writer(out + length, size_ - length, p_);
    std::uint64_t last = 0;
    for (const HashedItem& i : sorted_) {
        writer.write(i.hash - last);
        last = i.hash;
    }
    writer.finish();
}

namespace {

struct SpanItems {
    std::span<const std::span<const std::byte>> items;
    const std::uint8_t* at(std::size_t i) const noexcept { return reinterpret_cast<const std::uint8_t*>(items[i].data()); }
    std::size_t len(std::size_t i) const noexcept { return items[i].size(); }
};

}  // namespace

GcsParams bip158_basic_params(std::span<const std::byte, 32> block_hash) noexcept
{
    GcsParams params;
    params.k0 = load64_le(block_hash.data());
    params.k1 = load64_le(block_hash.data() + 8);
    return params;
}

std::vector<std::byte> gcs_build(std::span<const std::span<const std::byte>> items, const GcsParams& params)
{
    if (!gcs_params_fit(params)) throw std::invalid_argument("filter: p must be at most 32 and m at least 1");
    if (items.size() > gcs_max_items) throw std::invalid_argument("filter: 2^32 items or more");
    const GcsBuilder builder(SpanItems{items}, items.size(), params);
    if (!builder.fits()) throw std::invalid_argument("filter: n times m does not fit into 64 bits");
    std::vector<std::byte> out(builder.encoded_size());
    builder.write(reinterpret_cast<std::uint8_t*>(out.data()));
    return out;
}

}  // namespace lanecrypt
