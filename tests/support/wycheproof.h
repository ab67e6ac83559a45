// Wycheproof JSON files.
#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/hex.h"
#include "support/testdata.h"

namespace lanecrypt::test {

struct WycheproofCase {
    nlohmann::json group;  // sizes in bits and everything else of the group but its tests
    nlohmann::json fields;
    int id = 0;
    bool valid = false;
    std::string comment;

    std::vector<std::uint8_t> bytes(const char* name) const { return from_hex(fields.at(name).get<std::string>()); }
};

inline std::vector<WycheproofCase> read_wycheproof(const std::string& name)
{
    const auto file = nlohmann::json::parse(read_testdata<std::string>(name));
    std::vector<WycheproofCase> out;
    for (const auto& group : file.at("testGroups")) {
        nlohmann::json head = group;
        head.erase("tests");
        for (const auto& test : group.at("tests"))
            out.push_back({head, test, test.at("tcId").get<int>(), test.at("result") == "valid", test.at("comment").get<std::string>()});
    }
    if (out.size() != file.at("numberOfTests").get<std::size_t>()) throw std::runtime_error(name + ": not as many tests as its head says");
    return out;
}

}  // namespace lanecrypt::test
