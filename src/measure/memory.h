// The memory that contenders work on.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "measure/stats.h"
#include "measure/work.h"

namespace lanecrypt::measure {

// Pages straight from the system, filled with random bytes.
class Pages {
public:
    Pages(std::size_t bytes, Random& random);
    ~Pages();
    Pages(const Pages&) = delete;
    Pages& operator=(const Pages&) = delete;

    std::uint8_t* data() const { return data_; }
    std::size_t size() const { return size_; }

private:
    std::uint8_t* data_;
    std::size_t size_;
};

enum class Cache { warm, cold };

// Copies of the input and output of a work, visited in random order. Warm: as many as fit into half of a first-level
// cache, at most 64. Cold: far more than the last-level cache holds.
class Memory {
public:
    Memory(const Work& work, Cache cache, Random& random);

    std::size_t copies() const { return in_at_.size(); }
    // Moves the copies to a random offset in the page and each to a random offset in its cache line, in steps of 8
    // bytes; inputs and outputs independently.
    void move(Random& random);
    Places places(bool chain) const;

private:
    std::size_t in_stride_, out_stride_, count_;
    bool in_place_;
    std::size_t len_, out_size_;
    std::vector<std::size_t> order_, in_at_, out_at_;
    Pages in_, out_;
};

}  // namespace lanecrypt::measure
