// Vector files of "NAME: value" or "Name = value" lines in records separated by empty lines (NIST .rsp, BoringSSL .txt).
#pragma once
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "support/hex.h"
#include "support/testdata.h"

namespace lanecrypt::test {

class Record {
public:
    std::map<std::string, std::string> fields;
    int line = 0;  // where the record starts, for messages

    bool has(const std::string& name) const { return fields.count(name) != 0; }
    const std::string& text(const std::string& name) const
    {
        const auto at = fields.find(name);
        if (at == fields.end()) throw std::runtime_error("line " + std::to_string(line) + ": no field " + name);
        return at->second;
    }
    // Hexadecimal, or characters between quotation marks.
    std::vector<std::uint8_t> bytes(const std::string& name) const
    {
        const std::string& value = text(name);
        if (value.size() >= 2 && value.front() == '"') return {value.begin() + 1, value.end() - 1};
        return from_hex(value);
    }
};

// Comments (#) and section heads ([…]) are skipped.
inline std::vector<Record> parse_records(const std::string& content)
{
    const auto trim = [](const std::string& s) {
        const auto first = s.find_first_not_of(" \t\r"), last = s.find_last_not_of(" \t\r");
        return first == std::string::npos ? std::string() : s.substr(first, last - first + 1);
    };
    std::vector<Record> out;
    std::istringstream in(content);
    std::string raw;
    bool open = false;
    for (int number = 1; std::getline(in, raw); ++number) {
        const std::string line = trim(raw);
        if (line.empty()) open = false;
        if (line.empty() || line[0] == '#' || line[0] == '[') continue;
        const auto cut = line.find_first_of(":=");
        if (cut == std::string::npos) throw std::runtime_error("line " + std::to_string(number) + ": neither ':' nor '='");
        if (!open) out.emplace_back().line = number;
        open = true;
        out.back().fields[trim(line.substr(0, cut))] = trim(line.substr(cut + 1));
    }
    return out;
}

inline std::vector<Record> read_records(const std::string& name)
{
    return parse_records(read_testdata<std::string>(name));
}

}  // namespace lanecrypt::test
