// The real blocks and what is known of them.
#pragma once
#include <nlohmann/json.hpp>

#include <fstream>
#include <string>
#include <vector>

#include "support/testdata.h"

namespace lanecrypt::test {

struct GoldenBlock {
    std::string name;
    nlohmann::json values;  // size, hash, ntx, merkle_root, witness_root, …
    std::vector<std::byte> bytes;
};

inline std::vector<GoldenBlock> golden_blocks()
{
    std::ifstream file(testdata_dir() / "golden_blocks.json");
    std::vector<GoldenBlock> out;
    const nlohmann::json all = nlohmann::json::parse(file);
    for (const auto& [name, values] : all.items())
        out.push_back({name, values, read_testdata<std::vector<std::byte>>(name)});
    return out;
}

}  // namespace lanecrypt::test
