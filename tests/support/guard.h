// Buffers that end (or begin) exactly at a page that may not be touched.
#pragma once
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace lanecrypt::test {

class GuardedPages {
public:
    // Room for `capacity` bytes between two forbidden pages.
    explicit GuardedPages(std::size_t capacity)
    {
        const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        inner_ = (capacity + page - 1) / page * page;
        if (inner_ == 0) inner_ = page;
        total_ = inner_ + 2 * page;
        void* const p = mmap(nullptr, total_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED) throw std::runtime_error("mmap failed");
        base_ = static_cast<std::uint8_t*>(p);
        begin_ = base_ + page;
        if (mprotect(begin_, inner_, PROT_READ | PROT_WRITE) != 0) throw std::runtime_error("mprotect failed");
    }
    ~GuardedPages() { munmap(base_, total_); }
    GuardedPages(const GuardedPages&) = delete;
    GuardedPages& operator=(const GuardedPages&) = delete;

    // `len` bytes right after the first forbidden page.
    std::uint8_t* at_start() const { return begin_; }
    // `len` bytes right before the last forbidden page.
    std::uint8_t* at_end(std::size_t len) const { return begin_ + inner_ - len; }

private:
    std::uint8_t* base_;
    std::uint8_t* begin_;
    std::size_t inner_, total_;
};

}  // namespace lanecrypt::test
