#include "report/charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <regex>

#include "report/gnuplot.h"

namespace lanecrypt::cli {
namespace {

using measure::Cell;
using measure::Kind;
using measure::Timing;

struct Colour {
    const char *light, *dark;
};
constexpr Colour own_colours[] = {{"#1f6fd6", "#6fb1ff"}, {"#c2410c", "#ff9a5c"}, {"#15803d", "#5fd38a"}, {"#9333ea", "#c99bff"},
                                  {"#0e7490", "#5fd0e6"}, {"#a16207", "#e3b94f"}, {"#be185d", "#ff8ac0"}, {"#4d7c0f", "#a8d65c"},
                                  {"#4338ca", "#a5a1ff"}, {"#7c2d12", "#d99a7a"}};
constexpr Colour peer_colours[] = {{"#222222", "#f2f2f2"}, {"#2563eb", "#8fb8ff"}, {"#a16207", "#f0d060"}, {"#7e22ce", "#d0a5ff"}, {"#15803d", "#7fe0a0"},
                                   {"#0e7490", "#7fe0f0"}, {"#c2410c", "#ffb080"}, {"#be185d", "#ff9fcb"}, {"#737373", "#a3a3a3"}};
constexpr Colour us_colour = {"#b00020", "#ff5f6e"};

// gnuplot is given colours that nothing else uses; they become CSS variables afterwards: red 250 marks them, green
// is the list, blue the place in it.
enum List { list_own = 1, list_peer = 2, list_other = 3 };
enum Other { other_us, other_ink, other_grid };

std::string marker(List list, std::size_t i) { return fmt::format("#FA{:02X}{:02X}", static_cast<int>(list), i); }

std::string gnuplot_colour(const std::string& variable)
{
    if (variable == "us") return marker(list_other, other_us);
    return marker(variable[0] == 'o' ? list_own : list_peer, static_cast<std::size_t>(std::stoi(variable.substr(1))));
}

std::string variable_of(int list, int i)
{
    if (list == list_own) return fmt::format("var(--o{})", i);
    if (list == list_peer) return fmt::format("var(--p{})", i);
    constexpr const char* others[] = {"var(--us)", "var(--ink)", "var(--grid)"};
    return others[std::clamp(i, 0, 2)];
}

std::string with_variables(const std::string& svg)
{
    static const std::regex colour(R"(rgb\(\s*250,\s*(\d+),\s*(\d+)\))");
    std::string out;
    auto rest = svg.cbegin();
    for (std::sregex_iterator it(svg.begin(), svg.end(), colour), end; it != end; ++it) {
        out.append(rest, (*it)[0].first);
        out += variable_of(std::stoi((*it)[1]), std::stoi((*it)[2]));
        rest = (*it)[0].second;
    }
    return out.append(rest, svg.cend());
}

// Everything before the <svg> tag, and groups that hold nothing.
std::string without_ballast(std::string svg)
{
    svg.erase(0, svg.find("<svg"));
    static const std::regex empty_group(R"(<g [^>]*>\s*</g>\s*)"), text_box(R"(<filter[^>]*>[^]*?</filter>\s*)"), title(R"(<title>[^<]*</title>\s*)");
    svg = std::regex_replace(svg, empty_group, "");
    svg = std::regex_replace(svg, title, "");
    return std::regex_replace(svg, text_box, "");
}

std::string escaped(const std::string& text)
{
    std::string out;
    for (const char c : text) {
        if (c == '&') out += "&amp;";
        else if (c == '<') out += "&lt;";
        else if (c == '"') out += "&quot;";
        else out += c;
    }
    return out;
}

// Inside double quotes of gnuplot, with its mark-up switched off.
std::string quoted(const std::string& text)
{
    std::string out = "\"";
    for (const char c : text)
        if (c != '"' && c != '\\' && c != '\n') out += c;
    return out + "\"";
}

std::string line_script(const Chart& chart)
{
    std::string data, plots;
    double low_x = 1e300, high_x = 0;
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        const Series& s = chart.series[i];
        const std::string colour = gnuplot_colour(s.colour);
        data += fmt::format("$d{} << EOD\n", i);
        for (const Series::Point& p : s.points) {
            data += fmt::format("{} {} {} {}\n", p.x, p.middle, p.low, p.high);
            low_x = std::min(low_x, p.x);
            high_x = std::max(high_x, p.x);
        }
        data += "EOD\n";
        plots += fmt::format("{}$d{} using 1:3:4 with filledcurves lc rgb \"{}\" fs transparent solid 0.18 noborder notitle", plots.empty() ? "plot " : ", ", i, colour);
        plots += fmt::format(", $d{} using 1:2 with linespoints lc rgb \"{}\" lw {} dt {} pt {} ps 0.35 notitle", i, colour,
                             s.kind == Kind::library ? 2.6 : s.chosen ? 2.2 : 1.3, s.kind == Kind::peer ? "(6,3)" : "1", s.kind == Kind::peer ? 4 : 7);
    }
    std::string tics;
    for (double x = std::exp2(std::floor(std::log2(low_x))); x <= high_x; x *= high_x / low_x > 4096 ? 16 : high_x / low_x > 64 ? 4 : 2) {
        const std::string label = x >= 1 << 20 ? fmt::format("{:.0f}M", x / (1 << 20)) : x >= 1024 ? fmt::format("{:.0f}K", x / 1024) : fmt::format("{:.0f}", x);
        tics += fmt::format("{}\"{}\" {}", tics.empty() ? "" : ",", label, x);
    }
    return data + fmt::format("set logscale xy\nset xrange [{}:{}]\nset xtics ({})\nset format y '%g'\n", low_x / 1.15, high_x * 1.15, tics) + plots + "\n";
}

std::string bar_script(const Chart& chart)
{
    std::string data = "$d << EOD\n", tics, plots;
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        const Series& s = chart.series[i];
        const Series::Point& p = s.points.front();
        data += fmt::format("{} {} {} {}\n", chart.series.size() - i, p.middle, p.low, p.high);
        tics += fmt::format("{}{} {}", i == 0 ? "" : ",", quoted(s.name), chart.series.size() - i);
        plots += fmt::format(
            "{}$d every ::{}::{} using ($2/2):1:($2/2):(0.36) with boxxyerror lc rgb \"{}\" fs solid {} noborder notitle, "
            "$d every ::{}::{} using 2:1:3:4 with xerrorbars lc rgb \"{}\" lw 1.2 ps 0 notitle",
            i == 0 ? "plot " : ", ", i, i, gnuplot_colour(s.colour), s.kind == Kind::peer ? 0.55 : 0.85, i, i, marker(list_other, other_ink));
    }
    return data + fmt::format("EOD\nset xrange [0:*]\nset yrange [0.4:{}]\nset ytics ({})\nset tics scale 0\n", static_cast<double>(chart.series.size()) + 0.6, tics) +
           plots + "\n";
}

}  // namespace

std::string colour_variables(bool dark)
{
    std::string out;
    for (std::size_t i = 0; i < std::size(own_colours); ++i) out += fmt::format("--o{}:{};", i, dark ? own_colours[i].dark : own_colours[i].light);
    for (std::size_t i = 0; i < std::size(peer_colours); ++i) out += fmt::format("--p{}:{};", i, dark ? peer_colours[i].dark : peer_colours[i].light);
    return out + fmt::format("--us:{};", dark ? us_colour.dark : us_colour.light);
}

Chart chart_of(const std::vector<const Cell*>& cells)
{
    Chart chart;
    std::vector<std::size_t> places;
    bool by_items = cells.size() > 1;
    for (const Cell* c : cells) {
        places.push_back(c->work.x);
        by_items = by_items && c->work.x == c->work.items && c->work.items != 0;
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    std::erase(places, 0u);  // no place on a logarithmic axis
    chart.bars = places.size() < 3;
    const bool rate = by_items || cells.front()->work.bytes == 0;
    chart.y_title = rate ? "million items per second" : "GB/s";
    chart.x_title = chart.bars ? chart.y_title : by_items ? "items in one call" : "bytes";
    std::size_t own = 0, peers = 0;
    for (const Cell* c : cells)
        for (const Timing& t : c->timings) {
            const double amount = rate ? 1000 * static_cast<double>(c->work.items) : static_cast<double>(c->work.bytes);
            if (!t.refused.empty() || amount == 0 || (!chart.bars && c->work.x == 0) || (chart.bars && c != cells.front())) continue;
            auto s = std::find_if(chart.series.begin(), chart.series.end(), [&](const Series& x) { return x.name == t.name; });
            if (s == chart.series.end()) {
                std::string colour = "us";
                if (t.kind == Kind::own) colour = fmt::format("o{}", own++ % std::size(own_colours));
                if (t.kind == Kind::peer) colour = fmt::format("p{}", peers++ % std::size(peer_colours));
                s = chart.series.insert(s, {t.name, t.kind, false, colour, {}});
            }
            s->chosen = s->chosen || t.chosen;
            s->points.push_back({static_cast<double>(c->work.x), amount / t.time.median, amount / t.time.high, amount / t.time.low});
        }
    for (Series& s : chart.series) std::sort(s.points.begin(), s.points.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
    return chart;
}

std::string svg(const Chart& chart, Size size, const std::string& id, const std::string& description)
{
    const int height = chart.bars ? 70 + 20 * static_cast<int>(chart.series.size()) : size.height;
    std::string script = fmt::format("set terminal svg size {},{} dynamic noenhanced font 'system-ui,{}'\n", size.width, height, size.font);
    const std::string ink = marker(list_other, other_ink), grid = marker(list_other, other_grid);
    script += fmt::format("set border 3 lc rgb \"{}\"\nset tics nomirror out textcolor rgb \"{}\"\nset grid lc rgb \"{}\" dt 1 lw 0.6\nset key off\n", ink, ink, grid);
    script += fmt::format("set xlabel {} textcolor rgb \"{}\"\n", quoted(chart.x_title), ink);
    if (!chart.bars) script += fmt::format("set ylabel {} textcolor rgb \"{}\"\n", quoted(chart.y_title), ink);
    script += chart.bars ? bar_script(chart) : line_script(chart);
    std::string text = without_ballast(with_variables(run_gnuplot(script)));
    text = std::regex_replace(text, std::regex("gpPt|gpDot|gnuplot_canvas|gnuplot_plot"), id + "$&");
    text = std::regex_replace(text, std::regex("<desc>[^<]*</desc>"), "<title>" + escaped(description) + "</title>");
    return text.insert(4, " role=\"img\"");
}

}  // namespace lanecrypt::cli
