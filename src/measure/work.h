// What is measured: a piece of work, and the contenders that all do it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace lanecrypt::measure {

// The memory of one call. The harness chooses the places: random offsets in each round, one of several warm copies or
// of many cold ones in each call.
struct Call {
    std::uint8_t* out;       // Work::out_size bytes
    const std::uint8_t* in;  // Work::in_size bytes of random data; the same place as `out` when the work is in place
    std::size_t len;         // Work::len
};

// Copies of the memory, visited in turn.
struct Places {
    std::uint8_t* out;
    const std::uint8_t* in;
    std::size_t len;
    const std::size_t* out_at;  // offsets of copy i
    const std::size_t* in_at;
    std::size_t mask;           // number of copies - 1
    std::size_t out_size;
    // All ones to chain the calls (the address of each input depends on the last output), zero for independent calls.
    std::uint64_t chain;
    std::uint64_t zero;  // 0, which the compiler does not know
};

// Does the work n times.
using Run = std::function<void(const Places& places, std::size_t n)>;

// Reads what the last call wrote, for the chain of the latency mode.
inline std::uint64_t last_word(const std::uint8_t* out, std::size_t size)
{
    std::uint64_t x = 0;
    if (size >= 8) __builtin_memcpy(&x, out + size - 8, 8);
    else if (size != 0) x = out[size - 1];
    return x;
}

// Turns a function of one call into a Run; the loop is compiled into the caller's file.
template <class F>
Run repeat(F f)
{
    return [f = std::move(f)](const Places& p, std::size_t n) {
        if (p.chain != 0) {
            std::uint64_t step = 0;
            for (std::size_t i = 0; i < n; ++i) {
                const std::size_t k = i & p.mask;
                const Call call{p.out + p.out_at[k], p.in + p.in_at[k] + (step & p.zero), p.len};
                f(call);
                step = last_word(call.out, p.out_size);
            }
        } else {
            for (std::size_t i = 0; i < n; ++i) {
                const std::size_t k = i & p.mask;
                f(Call{p.out + p.out_at[k], p.in + p.in_at[k], p.len});
            }
        }
    };
}

enum class Kind {
    own,      // one implementation of this library, forced by name
    library,  // the public interface, with whatever it chooses
    peer,     // another library; its name carries the version
};

struct Contender {
    std::string name;
    Kind kind = Kind::own;
    bool chosen = false;  // the dispatcher's choice on this machine (kind own)
    Run run;
    std::function<void()> prepare{};  // before each sample, outside its time
};

// One cell: a size (or a mix, or a number of items) of one primitive.
struct Work {
    std::string primitive;   // "sha256"
    std::string group;       // cells of one group form one table: "one message", "many messages of 226 B"
    std::string label;       // "1 KiB", "n = 4"
    std::size_t len = 0;     // handed to the calls
    std::size_t in_size = 0, out_size = 0;
    std::size_t bytes = 0;   // processed by one call: what throughput is computed from
    std::size_t items = 1;   // messages in one call
    std::size_t x = 0;       // position on the axis of a chart: the size, or the number of items
    bool in_place = false;   // `in` and `out` are one buffer of in_size bytes
    bool chainable = true;   // the latency mode makes sense
    // Does the work by other code, once; every contender must leave the same `out`.
    std::function<void(const Call&)> reference;
    std::vector<Contender> contenders;
};

}  // namespace lanecrypt::measure
