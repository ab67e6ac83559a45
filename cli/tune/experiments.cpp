#include "tune/experiments.h"

#include <algorithm>

#include "dispatch/slots.h"
#include "speed/rows.h"
#include "tuning/profile.h"

namespace lanecrypt::cli {
namespace {

using measure::Work;
using tuning::Tuned;

// Which cells a number decides about, and what else it may be.
struct Plan {
    Tuned number;
    std::vector<std::uint32_t> candidates;
    std::vector<std::string> primitives;  // rows of speed; empty: all
    bool many_only;                       // only cells of several messages
};

std::vector<Plan> plans()
{
    return {
        {Tuned::cpu_registers, {512, 256}, {}, false},
        {Tuned::chacha20_plan, {0, 1, 2}, {"chacha20", "aead", "aead_many", "bip324"}, false},
        {Tuned::sha256_wide_from, {0, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16}, {"sha256"}, true},
        {Tuned::packets_shared_lanes_limit, {256, 512, 1024, 2048, 4096, 8192}, {"aead_many"}, true},
    };
}

bool contains(const std::vector<std::string>& list, const std::string& name) { return std::find(list.begin(), list.end(), name) != list.end(); }

void choose_anew()
{
    for (std::size_t s = 0; s < dispatch::slot_count(); ++s) dispatch::all_slots()[s]->resolve();
}

std::vector<Work> cells_of(const std::vector<std::string>& only, const std::vector<std::string>& wanted, bool many_only)
{
    std::vector<std::string> names;
    for (const Primitive& p : primitives())
        if ((only.empty() || contains(only, p.name)) && (wanted.empty() || contains(wanted, p.name))) names.push_back(p.name);
    std::vector<Work> cells = names.empty() ? std::vector<Work>{} : library_cells(names);
    std::erase_if(cells, [&](const Work& w) { return many_only && w.items < 2; });
    return cells;
}

Experiment number_experiment(const Plan& plan, const std::vector<std::string>& only)
{
    const tuning::Row& row = tuning::row(plan.number);
    Experiment e;
    e.name = row.name;
    std::vector<std::uint32_t> numbers{row.built_in};
    for (const std::uint32_t n : plan.candidates)
        if (n != row.built_in && n >= row.least && n <= row.most) numbers.push_back(n);
    for (const std::uint32_t n : numbers) e.values.push_back(std::to_string(n));
    // Numbers that the choice of implementations depends on need a new choice; the others take effect at once.
    const bool choice = plan.number == Tuned::cpu_registers || plan.number == Tuned::chacha20_plan;
    e.use = [number = plan.number, numbers, choice](std::size_t i) {
        tuning::set(number, numbers[i]);
        if (choice) choose_anew();
    };
    e.cells = cells_of(only, plan.primitives, plan.many_only);
    return e;
}

// The rows of speed that show a slot: of its own name, or those of the primitive it belongs to.
std::vector<std::string> rows_of_slot(const std::string& slot)
{
    std::vector<std::string> names{slot};
    const std::size_t end = slot.find('_');
    if (end != slot.npos) names.push_back(slot.substr(0, end));
    return names;
}

Experiment choice_experiment(dispatch::SlotCore& slot, const std::vector<std::string>& only)
{
    Experiment e;
    e.name = std::string(slot.primitive()) + ".isa";
    const void* const chosen = slot.resolve();
    std::vector<int> rows{-1};
    e.values.push_back("");
    for (std::size_t i = 0; i < slot.size(); ++i) {
        const int row = static_cast<int>(slot[i].isa);
        if (slot.table(i) == chosen) {
            e.values[0] = isa_rows[row].name;
            continue;
        }
        if ((cpu::usable_rows() & cpu::row_bit(slot[i].isa)) == 0 || slot[i].isa == Isa::portable) continue;
        rows.push_back(row);
        e.values.push_back(isa_rows[row].name);
    }
    e.use = [&slot, rows](std::size_t i) {
        slot.prefer(rows[i]);
        slot.resolve();
    };
    e.cells = cells_of(only, rows_of_slot(slot.primitive()), slot.primitive() != rows_of_slot(slot.primitive()).back());
    return e;
}

}  // namespace

std::vector<Work> library_cells(const std::vector<std::string>& names)
{
    Rows rows;
    for (const Primitive& p : primitives())
        if (names.empty() || contains(names, p.name)) p.describe(rows);
    for (Work& w : rows.works()) std::erase_if(w.contenders, [](const Contender& c) { return c.kind != Kind::library; });
    std::erase_if(rows.works(), [](const Work& w) { return w.contenders.size() != 1; });
    return std::move(rows.works());
}

std::vector<Work> grouping_cells(const std::vector<std::string>& names)
{
    Rows rows;
    for (const Primitive& p : groupings())
        if (names.empty() || contains(names, p.name)) p.describe(rows);
    return std::move(rows.works());
}

std::vector<Experiment> experiments(const std::vector<std::string>& only)
{
    std::vector<Experiment> list;
    for (const Plan& plan : plans()) list.push_back(number_experiment(plan, only));
    for (std::size_t s = 0; s < dispatch::slot_count(); ++s) list.push_back(choice_experiment(*dispatch::all_slots()[s], only));
    return list;
}

}  // namespace lanecrypt::cli
