// Output scripts in the mixture of recent blocks.
#pragma once
#include <cstddef>
#include <vector>

#include "measure/stats.h"

namespace lanecrypt::cli {

// Lengths: 35 % 22 bytes (P2WPKH), 15 % 23 (P2SH), 25 % 25 (P2PKH), 25 % 34 (P2TR, P2WSH). The same every time.
inline std::vector<std::size_t> script_lengths(std::size_t count)
{
    measure::Random random(1);
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t percent = random.below(100);
        out.push_back(percent < 35 ? 22 : percent < 50 ? 23 : percent < 75 ? 25 : 34);
    }
    return out;
}

}  // namespace lanecrypt::cli
