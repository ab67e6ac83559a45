// Every operation of one vector backend as functions over memory, so that files compiled for different instruction
// sets can be compared by one that is compiled for none.
#pragma once
#include <cstddef>
#include <cstdint>

namespace lanecrypt::simd_test {

// Reads `inputs` vectors one after another at `in`, writes `outputs` vectors at `out`. Both at any alignment.
struct Operation {
    const char* name;
    int constant;  // rotation or shift count, 0 where there is none
    int inputs, outputs;
    void (*run)(std::uint8_t* out, const std::uint8_t* in);
};

inline constexpr int max_operations = 288;

// All operations of one type.
struct Operations {
    int lanes, word_bits;
    int count;
    Operation list[max_operations];
};

struct Backend {
    const char* header;
    const char* isa;  // row of isa.def whose features it needs
    Operations words32, words64;
};

inline constexpr int max_vectors = 16;  // the most that an operation reads or writes

}  // namespace lanecrypt::simd_test
