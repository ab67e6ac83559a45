// Hardware counters of this thread, where the system grants them.
#pragma once
#include <cstdint>
#include <string>

namespace lanecrypt::measure {

class Counters {
public:
    struct Reading {
        std::uint64_t cycles = 0, instructions = 0;
    };

    Counters();
    ~Counters();
    Counters(const Counters&) = delete;
    Counters& operator=(const Counters&) = delete;

    bool granted() const { return leader_ >= 0; }
    // Why not, in one short sentence; empty when granted.
    const std::string& reason() const { return reason_; }
    // Totals in user mode since construction; zeros when not granted.
    Reading read() const;

private:
    int leader_ = -1, second_ = -1;
    std::string reason_;
};

}  // namespace lanecrypt::measure
