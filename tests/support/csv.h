// Comma-separated tables without quoting whose first line names the columns.
#pragma once
#include <sstream>
#include <string>
#include <vector>

#include "support/key_value.h"

namespace lanecrypt::test {

inline std::vector<Record> read_csv(const std::string& name)
{
    std::istringstream in(read_testdata<std::string>(name));
    std::vector<std::string> columns;
    std::vector<Record> out;
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (line.empty()) continue;
        std::vector<std::string> cells(1);
        for (const char c : line) {
            if (c == ',') cells.emplace_back();
            else cells.back() += c;
        }
        if (columns.empty()) {
            columns = cells;
            continue;
        }
        if (cells.size() != columns.size()) throw std::runtime_error(name + " line " + std::to_string(number) + ": wrong number of cells");
        Record& record = out.emplace_back();
        record.line = number;
        for (std::size_t i = 0; i < cells.size(); ++i) record.fields[columns[i]] = cells[i];
    }
    return out;
}

}  // namespace lanecrypt::test
