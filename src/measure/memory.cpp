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

constexpr std::size_t line = 64;
constexpr std::size_t most_copies[] = {64, std::size_t{1} << 18};  // warm, cold

// Room for one copy and for its moves within a cache line.
std::size_t stride(std::size_t size) { return round_up(size, line) + line; }

// Several copies even where one would do: a call that works in place must not meet the stores of the call before
// while they are still on their way to the cache (which a caller with one message after another never sees).
std::size_t copy_count(Cache cache, std::size_t stride)
{
    const std::size_t bytes = cache == Cache::warm ? warm_bytes : cold_bytes;
    return std::bit_floor(std::clamp<std::size_t>(bytes / stride, 1, most_copies[cache == Cache::warm ? 0 : 1]));
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

Memory::Memory(const Work& work, Cache cache, Random& random)
    : in_stride_(stride(work.in_size)),
      out_stride_(stride(work.out_size)),
      count_(copy_count(cache, in_stride_ + (work.in_place ? 0 : out_stride_))),
      in_place_(work.in_place),
      len_(work.len),
      out_size_(work.out_size),
      order_(count_),
      in_at_(count_),
      out_at_(count_),
      in_(page + count_ * in_stride_, random),
      out_(work.in_place ? 0 : page + count_ * out_stride_, random)
{
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    for (std::size_t i = count_; i > 1; --i) std::swap(order_[i - 1], order_[random.below(i)]);
    move(random);
}

void Memory::move(Random& random)
{
    const std::size_t in_page = random.below(page / line) * line, out_page = random.below(page / line) * line;
    for (std::size_t i = 0; i < count_; ++i) {
        in_at_[i] = in_page + order_[i] * in_stride_ + random.below(line / 8) * 8;
        out_at_[i] = in_place_ ? in_at_[i] : out_page + order_[i] * out_stride_ + random.below(line / 8) * 8;
    }
}

Places Memory::places(bool chain) const
{
    std::uint8_t* const out = in_place_ ? in_.data() : out_.data();
    return {out, in_.data(), len_, out_at_.data(), in_at_.data(), count_ - 1, out_size_, chain ? ~std::uint64_t{0} : 0, 0};
}

}  // namespace lanecrypt::measure
