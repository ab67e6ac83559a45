// The numbers of the tuning tables against what this machine says.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "measure/harness.h"

namespace lanecrypt::cli {

// One number (or one preferred implementation) and the cells that it decides about.
struct Experiment {
    std::string name;                      // as in a profile: "sha256.wide_from", "xor.isa"
    std::vector<std::string> values;       // candidates; the first is the table's
    std::function<void(std::size_t)> use;  // puts candidate i in force
    std::vector<measure::Work> cells;      // with one contender each: the public interface
    std::vector<std::string> primitives{}; // whose cells it may change
    std::string why_not{};                 // why nothing is measured; empty where there are values and cells
    bool built_in = true;                  // the table's value is that of the built-in table (and not of a profile)
};

struct TuneOptions {
    measure::Options first;
    double longer = 3;         // the confirmation takes this many times as long
    double tolerance = 0.02;   // smaller differences decide nothing
    double cycles = 3;         // and so do smaller ones per call
};

// One cell: a candidate's time divided by the table's.
struct CellFinding {
    std::string primitive, label;
    measure::Ratio ratio;
    bool better = false, worse = false;  // beyond interval and tolerance
};

struct Finding {
    std::string name, table, machine;  // machine == table where nothing beats the table
    std::vector<CellFinding> cells;    // of the machine's value in the confirmation; empty where it is the table's
    measure::Ratio whole;              // geometric mean over the cells, with the mean of the intervals
    std::string next;                  // the best of the values that were not taken, and its time / the table's
    measure::Ratio next_whole;
    bool measured = true;              // false: no cells, or one candidate only
    std::string why_not{};             // then
    bool built_in = true;              // as in the experiment
};

// Finds the candidate that makes some cell faster and none slower, and repeats the proof with other seeds before it
// believes it. Leaves the table's value in force.
Finding tune(const Experiment& experiment, const TuneOptions& options, const measure::Counters& counters);

// Compares everything that `use` puts in force (true) with the table (false) on cells with one contender each.
std::vector<CellFinding> verify_profile(const std::vector<measure::Work>& cells, const std::function<void(bool)>& use, const TuneOptions& options,
                                        const measure::Counters& counters);

// A profile that puts the findings in force; `machine` stands in a comment.
std::string profile_text(const std::vector<Finding>& findings, const std::string& machine);
// A patch of src/tuning/parameters.def (patch -p1, git apply --unidiff-zero); what has no row there becomes a comment.
std::string patch_text(const std::vector<Finding>& findings);
// What the table says and what the machine says.
std::string text(const std::vector<Finding>& findings);

}  // namespace lanecrypt::cli
