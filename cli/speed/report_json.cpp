#include <cmath>
#include <stdexcept>

#include "speed/report.h"

namespace lanecrypt::cli {
namespace {

using json = nlohmann::ordered_json;
using measure::Cell;
using measure::Kind;
using measure::Timing;

constexpr const char* schema = "lanecrypt-speed/1";
constexpr const char* kind_names[] = {"own", "library", "peer"};

// Four significant digits: finer than any of these times is.
double rounded(double x)
{
    if (x == 0 || !std::isfinite(x)) return 0;
    const double unit = std::pow(10.0, std::floor(std::log10(std::fabs(x))) - 4);
    return std::stod([&] {
        char text[40];
        std::snprintf(text, sizeof text, "%.5g", std::round(x / unit) * unit);
        return std::string(text);
    }());
}

json rounded(const std::vector<double>& list)
{
    json out = json::array();
    for (const double x : list) out.push_back(rounded(x));
    return out;
}

json timing_json(const Cell& cell, const Timing& t)
{
    json out{{"name", t.name}, {"kind", kind_names[static_cast<int>(t.kind)]}, {"chosen", t.chosen}};
    if (!t.refused.empty()) {
        out["refused"] = t.refused;
        return out;
    }
    out["calls"] = t.calls;
    out["ns"] = {{"min", rounded(t.time.min)},  {"median", rounded(t.time.median)}, {"mad", rounded(t.time.mad)},
                 {"low", rounded(t.time.low)},  {"high", rounded(t.time.high)},     {"samples", t.time.samples},
                 {"outliers", t.time.outliers}};
    out["cycles"] = rounded(t.cycles);
    out["instructions"] = rounded(t.instructions);
    if (const Timing* const us = ours(cell); us != nullptr && us != &t && !t.ns.empty() && !us->ns.empty()) {
        const measure::Ratio r = cell.ratio(t, *us);
        out["against_ours"] = {{"ratio", rounded(r.value)}, {"low", rounded(r.low)}, {"high", rounded(r.high)}, {"verdict", measure::word(r.verdict)}};
    }
    out["samples"] = rounded(t.ns);
    return out;
}

json cell_json(const Cell& cell)
{
    const measure::Work& w = cell.work;
    json out{{"primitive", w.primitive},
             {"group", w.group},
             {"label", w.label},
             {"bytes", w.bytes},
             {"items", w.items},
             {"x", w.x},
             {"mode", cell.options.chain ? "latency" : "throughput"},
             {"cache", cell.options.cache == measure::Cache::cold ? "cold" : "warm"},
             {"seconds", cell.options.seconds},
             {"seed", cell.options.seed},
             {"ghz", rounded(cell.ghz)},
             {"ghz_drift", rounded(cell.ghz_drift)},
             {"counted", cell.counted}};
    if (const Timing* const best = cell.fastest()) out["fastest"] = best->name;
    out["contenders"] = json::array();
    for (const Timing& t : cell.timings) out["contenders"].push_back(timing_json(cell, t));
    return out;
}

Kind kind_from(const std::string& name)
{
    for (int i = 0; i < 3; ++i)
        if (name == kind_names[i]) return static_cast<Kind>(i);
    throw std::runtime_error("unknown kind of contender '" + name + "'");
}

Timing timing_from(const json& in)
{
    Timing t;
    t.name = in.at("name").get<std::string>();
    t.kind = kind_from(in.at("kind").get<std::string>());
    t.chosen = in.at("chosen").get<bool>();
    if (in.contains("refused")) {
        t.refused = in.at("refused").get<std::string>();
        return t;
    }
    t.calls = in.at("calls").get<std::size_t>();
    const json& ns = in.at("ns");
    t.time.min = ns.at("min").get<double>();
    t.time.median = ns.at("median").get<double>();
    t.time.mad = ns.at("mad").get<double>();
    t.time.low = ns.at("low").get<double>();
    t.time.high = ns.at("high").get<double>();
    t.time.samples = ns.at("samples").get<std::size_t>();
    t.time.outliers = ns.at("outliers").get<std::size_t>();
    t.cycles = in.at("cycles").get<double>();
    t.instructions = in.at("instructions").get<double>();
    if (in.contains("samples")) t.ns = in.at("samples").get<std::vector<double>>();
    return t;
}

Cell cell_from(const json& in)
{
    Cell c;
    c.work.primitive = in.at("primitive").get<std::string>();
    c.work.group = in.at("group").get<std::string>();
    c.work.label = in.at("label").get<std::string>();
    c.work.bytes = in.at("bytes").get<std::size_t>();
    c.work.items = in.at("items").get<std::size_t>();
    c.work.x = in.at("x").get<std::size_t>();
    c.options.chain = in.at("mode").get<std::string>() == "latency";
    c.options.cache = in.at("cache").get<std::string>() == "cold" ? measure::Cache::cold : measure::Cache::warm;
    c.options.seconds = in.at("seconds").get<double>();
    c.options.seed = in.at("seed").get<std::uint64_t>();
    c.ghz = in.at("ghz").get<std::vector<double>>();
    c.ghz_drift = in.at("ghz_drift").get<double>();
    c.counted = in.at("counted").get<bool>();
    for (const json& t : in.at("contenders")) c.timings.push_back(timing_from(t));
    return c;
}

}  // namespace

json to_json(const Report& r)
{
    json out{{"schema", schema},
             {"date", r.date},
             {"machine",
              {{"model", r.machine.model},
               {"system", r.machine.system},
               {"governor", r.machine.governor},
               {"scheduling", r.machine.scheduling},
               {"cpus", r.machine.cpus},
               {"load", r.machine.load},
               {"virtual", r.machine.virtual_machine},
               {"features", r.features},
               {"counters", r.counters}}},
             {"build", {{"version", r.build.version}, {"commit", r.build.commit}, {"compiler", r.build.compiler}, {"flags", r.build.flags}}}};
    out["cells"] = json::array();
    for (const Cell& c : r.cells) out["cells"].push_back(cell_json(c));
    out["fits"] = json::array();
    for (const Fit& f : fits(r.cells))
        out["fits"].push_back({{"primitive", f.primitive},
                               {"group", f.group},
                               {"name", f.name},
                               {"cycles_per_call", rounded(f.line.a)},
                               {"cycles_per_byte", rounded(f.line.b)},
                               {"worst_error", rounded(f.line.worst)},
                               {"points", f.points}});
    return out;
}

Report from_json(const json& in)
{
    try {
        if (in.at("schema").get<std::string>() != schema) throw std::runtime_error("not of the schema " + std::string(schema));
        Report r;
        r.date = in.at("date").get<std::string>();
        const json& m = in.at("machine");
        r.machine.model = m.at("model").get<std::string>();
        r.machine.system = m.at("system").get<std::string>();
        r.machine.governor = m.at("governor").get<std::string>();
        r.machine.scheduling = m.at("scheduling").get<std::string>();
        r.machine.cpus = m.at("cpus").get<unsigned>();
        r.machine.load = m.at("load").get<double>();
        r.machine.virtual_machine = m.at("virtual").get<bool>();
        r.features = m.at("features").get<std::string>();
        r.counters = m.at("counters").get<std::string>();
        const json& b = in.at("build");
        r.build = {b.at("version").get<std::string>(), b.at("commit").get<std::string>(), b.at("compiler").get<std::string>(),
                   b.at("flags").get<std::string>()};
        for (const json& c : in.at("cells")) r.cells.push_back(cell_from(c));
        return r;
    } catch (const nlohmann::json::exception& e) {
        throw std::runtime_error(std::string("not a report of speed: ") + e.what());
    }
}

}  // namespace lanecrypt::cli
