// The JSON of a run: its schema, its round trip, and what a comparison of two runs says.
#include "speed/report.h"

#include <gtest/gtest.h>

#include <fstream>

#include "fake_work.h"
#include "speed/compare.h"
#include "speed/print.h"

namespace lanecrypt::test {
namespace {

using namespace cli;
using json = nlohmann::ordered_json;
using measure::Kind;

// A cell as if measured: `ns` for each round.
measure::Cell made_cell(const std::string& label, std::size_t bytes, std::vector<std::pair<std::string, double>> times, std::uint64_t seed = 1)
{
    measure::Cell cell;
    cell.work = fake_work(bytes);
    cell.work.reference = nullptr;
    cell.work.label = label;
    measure::Random random(seed);
    for (const auto& [name, ns] : times) {
        measure::Timing t;
        t.name = name;
        t.kind = name.find(' ') != name.npos ? Kind::peer : name == "lanecrypt" ? Kind::library : Kind::own;
        t.chosen = name == "avx2";
        t.calls = 10;
        for (int i = 0; i < 40; ++i) t.ns.push_back(ns * (1 + 0.001 * static_cast<double>(random.below(10))));
        t.time = measure::summarise(t.ns);
        t.cycles = t.time.median * 4;
        cell.timings.push_back(t);
    }
    cell.ghz.assign(40, 4.0);
    return cell;
}

Report made_report(double own = 100, double peer = 200)
{
    const measure::Counters counters;
    Report r = new_report(counters);
    for (const std::size_t n : {64, 256, 1024, 4096, 16384}) {
        const double scale = 0.2 + static_cast<double>(n) / 1000;
        r.cells.push_back(made_cell(std::to_string(n) + " B", n, {{"avx2", own * scale}, {"portable", 3 * own * scale}, {"lanecrypt", own * 1.01 * scale}, {"Peer 1.0", peer * scale}}, n));
    }
    r.cells[0].timings[1] = {};
    r.cells[0].timings[1].name = "portable";
    r.cells[0].timings[1].refused = "wrong result: \"byte\" 3 <of> call 1";
    return r;
}

// The keywords that docs/speed.schema.json uses; any other is an error of this test.
void validate(const json& schema, const json& value, const std::string& at)
{
    for (const auto& [key, rule] : schema.items()) {
        if (key == "$schema" || key == "title" || key == "description") continue;
        if (key == "type") {
            const std::string type = rule;
            const bool ok = (type == "object" && value.is_object()) || (type == "array" && value.is_array()) || (type == "string" && value.is_string()) ||
                            (type == "integer" && value.is_number_integer()) || (type == "number" && value.is_number()) || (type == "boolean" && value.is_boolean());
            EXPECT_TRUE(ok) << at << " is no " << type;
        } else if (key == "required") {
            for (const std::string name : rule) EXPECT_TRUE(value.contains(name)) << at << " lacks " << name;
        } else if (key == "additionalProperties") {
            EXPECT_EQ(rule, false);
            for (const auto& [name, unused] : value.items()) EXPECT_TRUE(schema.at("properties").contains(name)) << at << " has an unknown " << name;
        } else if (key == "properties") {
            for (const auto& [name, inner] : rule.items())
                if (value.contains(name)) validate(inner, value.at(name), at + "." + name);
        } else if (key == "items") {
            for (std::size_t i = 0; i < value.size(); ++i) validate(rule, value[i], at + "[" + std::to_string(i) + "]");
        } else if (key == "enum") {
            EXPECT_NE(std::find(rule.begin(), rule.end(), value), rule.end()) << at << " is " << value;
        } else ADD_FAILURE() << "this test does not know the keyword " << key;
    }
}

json schema()
{
    std::ifstream file(std::string(LANECRYPT_SOURCE_DIR) + "/docs/speed.schema.json");
    return json::parse(file);
}

TEST(ReportJson, FollowsItsSchema) { validate(schema(), to_json(made_report()), "report"); }

TEST(ReportJson, OfARealRunFollowsItsSchemaToo)
{
    const measure::Counters counters;
    Report r = new_report(counters);
    measure::Work work = fake_work();
    work.contenders = {contender("avx2", 1, true), contender("portable", 2), {"empty", Kind::own, false, measure::repeat([](const measure::Call&) {})}};
    measure::Options o;
    o.seconds = 0.002;
    r.cells.push_back(measure::measure(work, o, counters));
    validate(schema(), to_json(r), "report");
}

TEST(ReportJson, TheSchemaCanFail)
{
    json broken = to_json(made_report());
    broken["cells"][1]["contenders"][0].erase("kind");
    EXPECT_FALSE(schema()["properties"]["cells"]["items"]["properties"]["contenders"]["items"]["required"].empty());
    EXPECT_THROW((void)from_json(broken), std::runtime_error);
}

TEST(ReportJson, RoundTrip)
{
    const auto again = [](const json& j) { return to_json(from_json(json::parse(j.dump()))); };
    const auto stored = [](json j) {  // without what is computed anew from the rounded samples
        j.erase("fits");
        for (json& cell : j["cells"])
            for (json& t : cell["contenders"]) t.erase("against_ours");
        return j.dump();
    };
    const json first = to_json(made_report()), second = again(first);
    EXPECT_TRUE(stored(first) == stored(second));
    EXPECT_TRUE(second.dump() == again(second).dump());
    for (std::size_t i = 0; i < first["fits"].size(); ++i)
        EXPECT_NEAR(first["fits"][i]["cycles_per_byte"].get<double>(), second["fits"][i]["cycles_per_byte"].get<double>(), 1e-3);
    const json &a = first["cells"][1]["contenders"][0]["against_ours"], &b = second["cells"][1]["contenders"][0]["against_ours"];
    EXPECT_NEAR(a["ratio"].get<double>(), b["ratio"].get<double>(), 1e-4);
    EXPECT_EQ(a["verdict"], b["verdict"]);
}

TEST(ReportJson, OtherFilesAreRefusedInOneLine)
{
    for (const char* const text : {"{}", "[]", "{\"schema\":\"lanecrypt-speed/2\"}", "{\"schema\":\"lanecrypt-speed/1\"}", "3"}) {
        try {
            (void)from_json(json::parse(text));
            ADD_FAILURE() << text;
        } catch (const std::runtime_error& e) {
            EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos);
        }
    }
}

TEST(Fits, AreGivenForEachContenderWithEnoughSizes)
{
    const auto list = fits(made_report().cells);
    ASSERT_EQ(list.size(), 4u);
    EXPECT_EQ(list[0].name, "avx2");
    EXPECT_EQ(list[0].points, 5u);
    EXPECT_NEAR(list[0].line.b, 0.4, 0.01);  // 100 ns × 4 GHz for 1000 bytes
    EXPECT_NEAR(list[0].line.a, 80, 4);
    EXPECT_EQ(list[1].points, 4u);  // refused in one cell
}

TEST(Compare, FindsARealChange)
{
    const Comparison c = compare(made_report(), made_report(90));
    for (const Change& change : c.changes) {
        EXPECT_EQ(change.ratio.verdict, measure::Verdict::faster) << change.name << change.label;
        EXPECT_NEAR(change.ratio.value, 0.9, 0.005);
    }
    EXPECT_EQ(c.changes.size(), 14u);
    EXPECT_NE(text(c).find("14 changed, 0 without evidence"), std::string::npos);
}

TEST(Compare, TheSameTwiceIsNoChange)
{
    EXPECT_NE(text(compare(made_report(), made_report())).find("0 changed, 14 without"), std::string::npos);
    EXPECT_NE(text(compare(made_report(100), made_report(101))).find("0 changed, 14 without"), std::string::npos);  // below what placement does
}

TEST(Compare, AMachineThatChangedForAllIsDividedOut)
{
    const Comparison c = compare(made_report(), made_report(110, 220));
    EXPECT_NEAR(c.control, 1.1, 0.005);
    EXPECT_NE(text(c).find("0 changed, 14 without"), std::string::npos) << text(c);
    // 10 % faster although everything took 10 % longer.
    const Comparison better = compare(made_report(), made_report(99, 220));
    EXPECT_NE(text(better).find("14 changed"), std::string::npos) << text(better);
}

TEST(Table, FitsAHundredColumnsAndMarksTheFastest)
{
    const Report r = made_report();
    std::vector<measure::Cell> cells = r.cells;
    for (int i = 0; i < 30; ++i) cells.push_back(made_cell(std::to_string(100000 + i) + " B", 100000u + static_cast<unsigned>(i), {{"avx2", 1e7}, {"A Library With A Long Name 12.34.567", 2e6}}));
    for (const Unit unit : {Unit::time, Unit::cycles, Unit::cycles_per_byte, Unit::rate}) {
        const std::string all = table(cells, unit);
        std::istringstream lines(all);
        bool marked = false;
        for (std::string line; std::getline(lines, line);) {
            if (line.find("refused:") == line.npos) {
                EXPECT_LE(line.size(), 100u) << line;
            }
            if (line.rfind(">avx2", 0) == 0 && line.find('*') != line.npos) marked = true;
            if (line.rfind(" portable", 0) == 0) {
                EXPECT_EQ(line.find('*'), line.npos) << line;
            }
        }
        EXPECT_TRUE(marked);
        EXPECT_NE(all.find("best peer / lanecrypt"), std::string::npos);
    }
}

TEST(Table, TimesKeepTheirUnit)
{
    EXPECT_EQ(time_text(1.234), "1.23");
    EXPECT_EQ(time_text(9999), "9999");
    EXPECT_EQ(time_text(12345), "12.3u");
    EXPECT_EQ(time_text(9.99951e6), "10.0m");
    EXPECT_EQ(time_text(123456789), "123m");
}

}  // namespace
}  // namespace lanecrypt::test
