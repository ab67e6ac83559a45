// Work for tests of the harness: a mixing of bytes that costs a time in proportion to its length.
#pragma once
#include <cstring>
#include <string>

#include "measure/work.h"

namespace lanecrypt::test {

inline std::uint64_t mix_bytes(const std::uint8_t* in, std::size_t len, int passes)
{
    std::uint64_t h = 0;
    for (int pass = 0; pass < passes; ++pass) {
        h = 1469598103934665603u;
        for (std::size_t i = 0; i < len; ++i) h = (h ^ in[i]) * 1099511628211u;
#if defined(__GNUC__)
        __asm__ volatile("" : "+r"(h));  // each pass is made
#endif
    }
    return h;
}

inline void mix(const measure::Call& c, int passes)
{
    const std::uint64_t h = mix_bytes(c.in, c.len, passes);
    std::memcpy(c.out, &h, 8);
}

inline measure::Contender contender(const std::string& name, int passes, bool chosen = false, measure::Kind kind = measure::Kind::own)
{
    return {name, kind, chosen, measure::repeat([passes](const measure::Call& c) { mix(c, passes); })};
}

inline measure::Work fake_work(std::size_t len = 200)
{
    measure::Work work;
    work.primitive = "fake";
    work.group = "one message";
    work.label = std::to_string(len) + " B";
    work.len = work.in_size = work.bytes = work.x = len;
    work.out_size = 8;
    work.reference = [](const measure::Call& c) { mix(c, 1); };
    return work;
}

}  // namespace lanecrypt::test
