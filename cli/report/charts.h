// Charts of a report as SVG text for inlining: colours are CSS variables of the page, so that they follow its scheme.
#pragma once
#include <string>
#include <vector>

#include "measure/harness.h"

namespace lanecrypt::cli {

struct Series {
    std::string name;
    measure::Kind kind = measure::Kind::own;
    bool chosen = false;
    std::string colour;  // name of the CSS variable, without the dashes: "o3", "p1", "us"
    struct Point {
        double x, middle, low, high;
    };
    std::vector<Point> points;
};

struct Chart {
    std::string x_title, y_title;
    bool bars = false;  // one bar for each series instead of lines over x
    std::vector<Series> series;
};

// Cells of one group: throughput over size; messages per second over their number where that is what varies; bars
// where there are fewer than three places on the axis (the first cell only).
Chart chart_of(const std::vector<const measure::Cell*>& cells);

struct Size {
    int width, height, font;
};
inline constexpr Size desktop{860, 420, 13}, phone{360, 340, 11};

// `id` makes the names inside the SVG unique in the page. Throws std::runtime_error when gnuplot fails.
std::string svg(const Chart& chart, Size size, const std::string& id, const std::string& description);

// All CSS variables that charts use, for the light or the dark scheme: "--o0:#…;--o1:#…;".
std::string colour_variables(bool dark);

}  // namespace lanecrypt::cli
