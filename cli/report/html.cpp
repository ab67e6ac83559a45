#include "report/html.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "report/charts.h"
#include "speed/print.h"
#include "speed/rows.h"

namespace lanecrypt::cli {
namespace {

using measure::Cell;
using measure::Kind;
using measure::Ratio;
using measure::Timing;

constexpr const char* style = R"(
*{box-sizing:border-box}
body{margin:0 auto;max-width:66rem;padding:1rem;font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
h1{font-size:1.5rem;margin:.2rem 0}h2{font-size:1.25rem;margin:2.2rem 0 .3rem;border-top:1px solid var(--grid);padding-top:1rem}h3{font-size:1rem;margin:1.4rem 0 .3rem}
a{color:inherit}p{margin:.4rem 0}.dim{color:var(--dim)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem .8rem;margin:.6rem 0;font-size:.9rem}dt{color:var(--dim)}dd{margin:0;overflow-wrap:anywhere}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-size:.86rem;font-variant-numeric:tabular-nums;margin:.4rem 0}
th,td{padding:.18rem .55rem;text-align:right;white-space:nowrap;border-bottom:1px solid var(--grid)}th:first-child,td:first-child{text-align:left}th{color:var(--dim);font-weight:600}
.best{font-weight:700}.good{color:var(--good)}.bad{color:var(--bad)}
figure{margin:.4rem 0}svg{width:100%;height:auto;display:block}.phone{display:none}
ul.key{list-style:none;display:flex;flex-wrap:wrap;gap:.1rem 1rem;padding:0;margin:.2rem 0;font-size:.86rem}ul.key i{display:inline-block;width:1.6rem;border-top:3px solid;vertical-align:middle;margin-right:.35rem}ul.key i.peer{border-top-style:dashed;border-top-width:2px}
details{margin:.4rem 0}summary{cursor:pointer;color:var(--dim)}
@media(max-width:620px){body{padding:.7rem;font-size:15px}.desktop{display:none}.phone{display:block}h1{font-size:1.25rem}dl{grid-template-columns:1fr}dd{margin-bottom:.25rem}}
)";

std::string escape(const std::string& text)
{
    std::string out;
    for (const char c : text) {
        if (c == '&') out += "&amp;";
        else if (c == '<') out += "&lt;";
        else if (c == '>') out += "&gt;";
        else if (c == '"') out += "&quot;";
        else out += c;
    }
    return out;
}

std::string facts(const Report& r)
{
    std::vector<double> ghz;
    double worst_drift = 0;
    for (const Cell& c : r.cells) {
        ghz.insert(ghz.end(), c.ghz.begin(), c.ghz.end());
        if (std::fabs(c.ghz_drift) > std::fabs(worst_drift)) worst_drift = c.ghz_drift;
    }
    std::string out = "<dl>";
    const auto row = [&](const char* name, const std::string& value) { out += fmt::format("<dt>{}</dt><dd>{}</dd>", name, escape(value)); };
    row("date", r.date);
    row("processor", r.machine.model + (r.machine.virtual_machine ? " (virtual machine)" : "") + fmt::format(", {} usable", r.machine.cpus));
    row("features", r.features);
    row("core clock", fmt::format("{:.2f} GHz (5 % to 95 %: {:.2f} to {:.2f}), largest drift within a cell {:.1f} %", measure::median(ghz),
                                  measure::quantile(ghz, 0.05), measure::quantile(ghz, 0.95), 100 * worst_drift));
    row("governor", r.machine.governor);
    row("scheduling", r.machine.scheduling + fmt::format(", load {:.2f}", r.machine.load) + (r.machine.busy() ? " (other work ran beside this)" : ""));
    row("counters", r.counters == "granted" ? "cycles and instructions counted by the processor" : "none (" + r.counters + "): cycles are time × calibrated clock");
    row("system", r.machine.system);
    row("build", "lanecrypt " + r.build.version + ", commit " + r.build.commit + ", " + r.build.compiler + ", " + r.build.flags);
    return out + "</dl>";
}

// "1.84 [1.82 1.86]", coloured by the verdict; above 1 means that `b` is faster than `a`.
std::string ratio_cell(const Cell& cell, const Timing& a, const Timing& b)
{
    if (a.ns.empty() || b.ns.empty()) return fmt::format("<td>{:.2f}</td>", a.time.median / b.time.median);
    const Ratio r = cell.ratio(a, b);
    const char* const css = r.verdict == measure::Verdict::slower ? "good" : r.verdict == measure::Verdict::faster ? "bad" : "dim";
    return fmt::format("<td class={}>{:.2f} [{:.2f} {:.2f}]{}</td>", css, r.value, r.low, r.high,
                       r.verdict == measure::Verdict::no_evidence ? " no evidence" : "");
}

const Timing* fastest_own(const Cell& cell)
{
    const Timing* best = nullptr;
    for (const Timing& t : cell.timings)
        if (t.kind == Kind::own && t.refused.empty() && (best == nullptr || t.time.median < best->time.median)) best = &t;
    return best;
}

const Timing* chosen(const Cell& cell)
{
    for (const Timing& t : cell.timings)
        if (t.chosen && t.refused.empty()) return &t;
    return nullptr;
}

// One row for each cell: what callers get, the best peer, and whether the choice is the fastest. On a phone the first
// columns are in sight.
std::string verdict_table(const std::vector<const Cell*>& cells)
{
    bool with_peers = false, with_items = false;
    for (const Cell* c : cells) {
        with_peers = with_peers || best_peer(*c) != nullptr;
        with_items = with_items || c->work.items > 1;
    }
    std::string out = "<div class=scroll><table><tr><th>size<th>lanecrypt (ns)";
    if (with_peers) out += "<th>best peer's time / ours<th>best peer";
    if (with_items) out += "<th>each (ns)<th>gain over one";
    out += "<th>chosen<th>fastest of ours<th>choice / fastest";
    out += "</tr>";
    const Timing* const one = cells.front()->work.items == 1 ? ours(*cells.front()) : nullptr;
    for (const Cell* c : cells) {
        const Timing* const us = ours(*c);
        if (us == nullptr) continue;
        const auto items = static_cast<double>(c->work.items);
        out += fmt::format("<tr><td>{}<td>{}", escape(c->work.label), time_text(us->time.median));
        if (const Timing* const peer = best_peer(*c)) out += ratio_cell(*c, *peer, *us) + fmt::format("<td>{}", escape(peer->name));
        else if (with_peers) out += "<td><td>";
        if (with_items) {
            out += fmt::format("<td>{}", time_text(us->time.median / items));
            out += one == nullptr || c->work.bytes / c->work.items != cells.front()->work.bytes ? std::string("<td>") : fmt::format("<td>{:.2f}", one->time.median * items / us->time.median);
        }
        const Timing* const choice = chosen(*c);
        const Timing* const best = fastest_own(*c);
        if (choice != nullptr && best != nullptr) {
            out += fmt::format("<td>{}<td>{}", escape(choice->name), escape(best->name));
            if (choice == best) out += "<td class=good>is the fastest</td>";
            else {
                const Ratio r = choice->ns.empty() ? Ratio{choice->time.median / best->time.median, 1, 1, measure::Verdict::no_evidence} : c->ratio(*choice, *best);
                // Below 2 % it is the place of the code that decides, not the choice.
                out += fmt::format("<td class={}>{:.3f} [{:.3f} {:.3f}]{}</td>", r.verdict == measure::Verdict::slower && r.value > 1.02 ? "bad" : "dim", r.value, r.low, r.high,
                                   r.verdict == measure::Verdict::slower ? "" : " no evidence");
            }
        } else out += "<td><td><td>";
        out += "</tr>\n";
    }
    return out + "</table></div>";
}

std::string full_table(const std::vector<const Cell*>& cells)
{
    std::string out = "<details><summary>every contender: median in ns (u: µs, m: ms; fastest bold), spread 5 % to 95 %, cycles per byte</summary><div class=scroll><table><tr><th>contender";
    std::vector<std::string> names;
    for (const Cell* c : cells) {
        out += "<th>" + escape(c->work.label);
        for (const Timing& t : c->timings)
            if (std::find(names.begin(), names.end(), t.name) == names.end()) names.push_back(t.name);
    }
    out += "</tr>\n";
    for (const std::string& name : names) {
        out += "<tr><td>" + escape(name);
        for (const Cell* c : cells) {
            const Timing* const t = c->find(name);
            if (t == nullptr) out += "<td>";
            else if (!t->refused.empty()) out += "<td class=bad>refused";
            else {
                out += fmt::format("<td><span{}>{}</span><br><span class=dim>{}–{}", t == c->fastest() ? " class=best" : "", time_text(t->time.median),
                                   time_text(t->time.low), time_text(t->time.high));
                if (c->work.bytes != 0) out += fmt::format("<br>{:.2f} c/B", t->cycles / static_cast<double>(c->work.bytes));
                out += "</span>";
            }
        }
        out += "</tr>\n";
    }
    return out + "</table></div></details>";
}

std::string legend(const Chart& chart)
{
    std::vector<const Series*> sorted;
    for (const Series& s : chart.series) sorted.push_back(&s);
    std::stable_sort(sorted.begin(), sorted.end(), [](const Series* a, const Series* b) {
        return (a->points.empty() ? 0 : a->points.back().middle) > (b->points.empty() ? 0 : b->points.back().middle);
    });
    std::string out = "<ul class=key>";
    for (const Series* s : sorted)
        out += fmt::format("<li><i{} style=\"border-color:var(--{})\"></i>{}{}", s->kind == Kind::peer ? " class=peer" : "", s->colour, escape(s->name), s->chosen ? " (chosen)" : "");
    return out + "</ul>";
}

std::string group_html(const std::vector<const Cell*>& cells, int number)
{
    const measure::Work& w = cells.front()->work;
    std::string out = fmt::format("<h3>{}{}{}</h3>", escape(w.group), cells.front()->options.chain ? ", each call waiting for the one before" : "",
                                  cells.front()->options.cache == measure::Cache::cold ? ", data in no cache" : "");
    // Bars show one cell each.
    std::vector<std::vector<const Cell*>> parts{cells};
    if (chart_of(cells).bars) {
        parts.clear();
        for (const Cell* c : cells) parts.push_back({c});
    }
    int part = 0;
    for (const auto& some : parts) {
        const Chart chart = chart_of(some);
        if (chart.series.empty()) continue;
        const std::string what = fmt::format("{}, {}{}: {}", w.primitive, w.group, chart.bars ? ", " + some.front()->work.label : "", chart.y_title);
        const std::string id = fmt::format("c{}x{}", number, part++);
        if (parts.size() > 1 || chart.bars) out += fmt::format("<p class=dim>{}</p>", escape(some.front()->work.label));
        out += "<figure><div class=desktop>" + svg(chart, desktop, id + "d", what) + "</div><div class=phone>" + svg(chart, phone, id + "p", what) + "</div>";
        if (!chart.bars) out += legend(chart);
        out += "</figure>\n";
    }
    return out + verdict_table(cells) + full_table(cells);
}

std::string fit_table(const Report& r, const std::string& primitive)
{
    std::string rows;
    for (const Fit& f : fits(r.cells))
        if (f.primitive == primitive)
            rows += fmt::format("<tr><td>{}<td>{}<td>{:.0f}<td>{:.3f}<td>{:.0f} %</tr>\n", escape(f.name), escape(f.group), f.line.a, f.line.b, 100 * f.line.worst);
    if (rows.empty()) return {};
    return "<details><summary>cycles = a + b × bytes</summary><div class=scroll><table><tr><th>contender<th>group<th>a<th>b<th>largest error</tr>\n" + rows + "</table></div></details>";
}

// The span of best peer / ours over the cells of a primitive.
std::string headline(const std::vector<const Cell*>& cells)
{
    double low = 1e300, high = 0;
    std::size_t faster = 0, slower = 0, all = 0;
    for (const Cell* c : cells) {
        const Timing *const us = ours(*c), *const peer = best_peer(*c);
        if (us == nullptr || peer == nullptr) continue;
        const Ratio r = us->ns.empty() || peer->ns.empty() ? Ratio{peer->time.median / us->time.median, 1, 1, measure::Verdict::no_evidence} : c->ratio(*peer, *us);
        low = std::min(low, r.value);
        high = std::max(high, r.value);
        ++all;
        faster += r.verdict == measure::Verdict::slower;
        slower += r.verdict == measure::Verdict::faster;
    }
    if (all == 0) return "<p>No other library in this run does this work.</p>";
    return fmt::format("<p>The best peer takes <b>{:.2f} to {:.2f}</b> times as long as lanecrypt: lanecrypt is faster in {} of {} cells, slower in {}, no evidence in {}.</p>", low, high,
                       faster, all, slower, all - faster - slower);
}

}  // namespace

std::string html(const Report& r)
{
    std::string body, contents;
    int number = 0;
    for (std::size_t i = 0; i < r.cells.size();) {
        const std::string primitive = r.cells[i].work.primitive;
        std::vector<const Cell*> all;
        std::string charts;
        while (i < r.cells.size() && r.cells[i].work.primitive == primitive) {
            std::vector<const Cell*> group;
            for (const std::string name = r.cells[i].work.group; i < r.cells.size() && r.cells[i].work.primitive == primitive && r.cells[i].work.group == name; ++i)
                group.push_back(&r.cells[i]);
            all.insert(all.end(), group.begin(), group.end());
            charts += group_html(group, number++);
        }
        std::string meaning;
        for (const Primitive& p : primitives())
            if (primitive == p.name) meaning = p.meaning;
        contents += fmt::format("{}<a href=\"#{}\">{}</a>", contents.empty() ? "" : " · ", escape(primitive), escape(primitive));
        body += fmt::format("<h2 id=\"{}\">{}{}</h2>", escape(primitive), escape(primitive), meaning.empty() ? "" : " <span class=dim>" + escape(meaning) + "</span>");
        body += headline(all) + charts + fit_table(r, primitive);
    }
    std::string page = "<!doctype html>\n<html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width,initial-scale=1\">\n<title>lanecrypt speed: " + escape(r.machine.model) + "</title>\n";
    page += "<link rel=icon href=\"data:,\">\n<style>:root{color-scheme:light dark;--ink:#1c1c1c;--paper:#fff;--grid:#d9d9d9;--dim:#5c5c5c;--good:#14682f;--bad:#a3001b;" + colour_variables(false) + "}\n@media(prefers-color-scheme:dark){:root{--ink:#e6e6e6;--paper:#141414;--grid:#3a3a3a;--dim:#a0a0a0;--good:#6fd08c;--bad:#ff8088;" + colour_variables(true) + "}}" + style + "</style>\n";
    page += "<h1>lanecrypt speed</h1><p class=dim>Every contender gave the result of separate code before it was timed. Lines: median of interleaved rounds in one process; bands: 5 % to 95 %. Solid: implementations of lanecrypt by "
            "instruction set; red: its public interface; dashed: other libraries. Brackets: 95 % interval of the paired ratio. Times are those of this machine; ratios carry over better.</p>";
    return page + facts(r) + "<p>" + contents + "</p>\n" + body + "</html>\n";
}

}  // namespace lanecrypt::cli
