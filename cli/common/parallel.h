// Work on independent items with a few threads.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

namespace lanecrypt::cli {

// As many as the machine has, at least one.
inline unsigned default_threads() { return std::max(1u, std::thread::hardware_concurrency()); }

// Calls f(worker, i) for each i below n; worker tells the threads apart (0 … threads - 1). Items are handed out in order.
// The first exception ends the work and is thrown again here.
template <class F>
void parallel_for(unsigned threads, std::size_t n, F f)
{
    std::atomic<std::size_t> next{0};
    std::exception_ptr error;
    std::atomic_flag failed;
    const auto work = [&](unsigned worker) {
        try {
            for (std::size_t i = next++; i < n; i = next++) f(worker, i);
        } catch (...) {
            next = n;
            if (!failed.test_and_set()) error = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others;
        const auto wanted = static_cast<unsigned>(std::min<std::size_t>(threads, n));
        for (unsigned worker = 1; worker < wanted; ++worker) others.emplace_back(work, worker);
        work(0);
    }
    if (error) std::rethrow_exception(error);
}

}  // namespace lanecrypt::cli
