// Sorts messages of mixed lengths by their number of whole words on the fly: each number has a queue of one planning
// group; a full queue is hashed. Fixed scratch, one pass, and no lane is idle but at the end.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/erase.h"
#include "siphash/siphash_ops.h"
#include "siphash/siphash_words.h"

namespace lanecrypt {

class SipHashPlan {
public:
    SipHashPlan(const SipHashKernels& kernels, std::uint64_t k0, std::uint64_t k1) noexcept : kernels_(kernels), k0_(k0), k1_(k1) {}
    // Hashes what still waits, and wipes the copies of message bytes.
    ~SipHashPlan()
    {
        for (std::size_t q = 0; q < queues; ++q) {
            if (count_[q] != 0) run(q, q == long_queue ? long_words_ : q);
            if ((used_ >> q & 1) != 0) erase(queue_[q].last, sizeof queue_[q].last);
        }
    }
    SipHashPlan(const SipHashPlan&) = delete;
    SipHashPlan& operator=(const SipHashPlan&) = delete;

    // *to receives the hash, at the latest when the plan ends.
    void add(std::uint64_t* to, const std::uint8_t* p, std::size_t len) noexcept
    {
        const std::size_t words = len / 8;
        std::size_t q = words;
        if (words >= long_queue) {
            q = long_queue;
            if (words != long_words_ && count_[q] != 0) run(q, long_words_);
            long_words_ = words;
        }
        Queue& queue = queue_[q];
        std::size_t& n = count_[q];
        queue.at[n] = p;
        queue.last[n] = siphash_last_word(p, len);
        queue.to[n] = to;
        used_ |= 1u << q;
        if (++n == siphash_group) run(q, words);
    }

private:
    // Up to 16 words (135 bytes) each number has its own queue; longer messages share one, which is emptied early when
    // their lengths differ.
    static constexpr std::size_t long_queue = 17, queues = long_queue + 1;
    struct Queue {
        const std::uint8_t* at[siphash_group];
        std::uint64_t last[siphash_group];
        std::uint64_t* to[siphash_group];
    };

    void run(std::size_t q, std::size_t words) noexcept
    {
        Queue& queue = queue_[q];
        const std::size_t n = count_[q];
        std::fill(queue.at + n, queue.at + siphash_group, queue.at[0]);
        std::fill(queue.last + n, queue.last + siphash_group, queue.last[0]);
        std::uint64_t hashes[siphash_group];
        kernels_.group(hashes, queue.at, queue.last, words, n, k0_, k1_);
        for (std::size_t i = 0; i < n; ++i) *queue.to[i] = hashes[i];
        count_[q] = 0;
    }

    const SipHashKernels& kernels_;
    std::uint64_t k0_, k1_;
    std::size_t long_words_ = 0;
    std::uint32_t used_ = 0;
    std::size_t count_[queues] = {};
    Queue queue_[queues];
};

}  // namespace lanecrypt
