// One run of `speed`: what was measured, where, with what build.
#pragma once
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "measure/harness.h"
#include "measure/machine.h"

namespace lanecrypt::cli {

struct Build {
    std::string version, commit, compiler, flags;
    friend bool operator==(const Build&, const Build&) = default;
};

struct Report {
    std::string date;      // "2026-08-01 12:00 UTC"
    measure::Machine machine;
    std::string features;  // of the processor, as `lanecrypt cpu` prints them
    std::string counters;  // "granted", or why not
    Build build;
    std::vector<measure::Cell> cells;
};

Build this_build();
// A report of this machine and build, without cells.
Report new_report(const measure::Counters& counters);

// The format is described by docs/speed.schema.json.
nlohmann::ordered_json to_json(const Report& report);
// Throws std::runtime_error with one line that says what is wrong.
Report from_json(const nlohmann::ordered_json& json);

// What callers get: the public interface, or else the dispatcher's choice. Null when neither was timed.
const measure::Timing* ours(const measure::Cell& cell);
// The fastest of the other libraries. Null when none was timed.
const measure::Timing* best_peer(const measure::Cell& cell);

// Cells of one group fitted with cycles = a + b bytes, for one contender; b is 0 when there are too few sizes.
struct Fit {
    std::string primitive, group, name;
    measure::Line line;
    std::size_t points = 0;
};
std::vector<Fit> fits(const std::vector<measure::Cell>& cells);

}  // namespace lanecrypt::cli
