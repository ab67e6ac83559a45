// Timing one piece of work with the portable code or with the choice in force.
#pragma once
#include <chrono>
#include <stdexcept>

#include "lanecrypt/cpu.hpp"

namespace lanecrypt::cli {

// While one exists, every primitive runs its portable code. Afterwards the environment's limit is in force again.
class PortableOnly {
public:
    PortableOnly()
    {
        if (!cpu::limit("portable")) throw std::logic_error("the portable code cannot be chosen");
    }
    ~PortableOnly() { (void)cpu::limit(nullptr); }
    PortableOnly(const PortableOnly&) = delete;
    PortableOnly& operator=(const PortableOnly&) = delete;
};

template <class F>
double seconds_of(F work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

template <class F>
double portable_seconds_of(F work)
{
    const PortableOnly portable;
    return seconds_of(work);
}

}  // namespace lanecrypt::cli
