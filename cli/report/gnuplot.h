// Charts are drawn by gnuplot, a program of its own; nothing of it is linked.
#pragma once
#include <string>

namespace lanecrypt::cli {

// True when gnuplot with an SVG terminal can be run.
bool gnuplot_available();

// Runs a script that plots to standard output. Throws std::runtime_error with gnuplot's first message when it fails.
std::string run_gnuplot(const std::string& script);

}  // namespace lanecrypt::cli
