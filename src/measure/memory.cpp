#include "measure/memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>
#include <numeric>
#include <utility>

namespace lanecrypt::measure {
namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t warm_bytes = 16384;           // half of the smallest first-level cache in use
constexpr std::size_t cold_bytes = std::size_t{96} << 20;  // larger than the last-level cache that one core can fill

std::size_t round_up(std::size_t n, std::size_t unit) { return (n + unit - 1) / unit * unit; }

std::size_t stride(std::size_t size, Cache cache)
{
    const std::size_t unit = cache == Cache::warm ? page : 512;
    return round_up(size, unit) + unit;
}

std::size_t copy_count(const Work& work, Cache cache, std::size_t stride)
{
    if (cache == Cache::cold) return std::bit_ceil(std::clamp<std::size_t>(cold_bytes / stride, 2, std::size_t{1} << 18));
    const std::size_t one = std::max<std::size_t>(1, work.in_size + (work.in_place ? 0 : work.out_size));
    return std::bit_floor(std::clamp<std::size_t>(warm_bytes / one, 1, 8));
}

}  // namespace

Pages::Pages(std::size_t bytes, Random& random) : size_(round_up(std::max<std::size_t>(bytes, 1), page))
{
    void* const p = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) throw std::bad_alloc();
    data_ = static_cast<std::uint8_t*>(p);
    for (std::size_t i = 0; i < size_; i += 8) {
        const std::uint64_t x = random.next();
        std::memcpy(data_ + i, &x, 8);
    }
}

Pages::~Pages() { munmap(data_, size_); }

// Warm copies lie in pages of their own; cold ones of small works share pages, or they would wait for address
// translation more than for data.
Memory::Memory(const Work& work, Cache cache, Random& random)
    : in_size_(work.in_size),
      out_size_(work.out_size),
      in_stride_(stride(work.in_size, cache)),
      out_stride_(stride(work.out_size, cache)),
      count_(copy_count(work, cache, in_stride_ + (work.in_place ? 0 : out_stride_))),
      in_place_(work.in_place),
      len_(work.len),
      order_(count_),
      in_at_(count_),
      out_at_(count_),
      in_(count_ * in_stride_, random),
      out_(work.in_place ? 0 : count_ * out_stride_, random)
{
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    for (std::size_t i = count_; i > 1; --i) std::swap(order_[i - 1], order_[random.below(i)]);
    move(random);
}

void Memory::move(Random& random)
{
    const auto place = [&](std::size_t size, std::size_t room) { return random.below((std::min(page, room - size)) / 8) * 8; };
    for (std::size_t i = 0; i < count_; ++i) {
        in_at_[i] = order_[i] * in_stride_ + place(in_size_, in_stride_);
        out_at_[i] = in_place_ ? in_at_[i] : order_[i] * out_stride_ + place(out_size_, out_stride_);
    }
}

Places Memory::places(bool chain) const
{
    std::uint8_t* const out = in_place_ ? in_.data() : out_.data();
    return {out, in_.data(), len_, out_at_.data(), in_at_.data(), count_ - 1, out_size_, chain ? ~std::uint64_t{0} : 0, 0};
}

}  // namespace lanecrypt::measure
