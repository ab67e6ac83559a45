#include "tune/experiments.h"

#include <algorithm>

#include "aead/aead_ops.h"
#include "chacha20/chacha20_ops.h"
#include "dispatch/slots.h"
#include "poly1305/poly1305_ops.h"
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
    std::vector<std::string> primitives;          // rows of speed; empty: all
    bool (*decides)(const Work& cell) = nullptr;  // null: all of their cells
    bool (*applies)() = nullptr;                  // whether an implementation in use reads it; null: always
};

bool has_shape(std::uint8_t shape)
{
    for (const std::uint8_t* s = dispatch::chacha20_slot.get().shapes; *s != 0; ++s)
        if (*s == shape) return true;
    return false;
}
bool authenticator_is(std::initializer_list<Isa> isas)
{
    const Isa alone = dispatch::poly1305_slot.get().isa, in_aead = dispatch::aead_slot.get().poly1305->isa;
    return std::any_of(isas.begin(), isas.end(), [&](Isa isa) { return isa == alone || isa == in_aead; });
}
bool has_ifma() { return authenticator_is({Isa::avx512ifma, Isa::avx512ifma256}); }
bool has_four_lanes() { return authenticator_is({Isa::avx2}); }
bool has_two_lanes() { return authenticator_is({Isa::neon}); }
bool has_two_chains() { return authenticator_is({Isa::portable}); }
bool has_fused() { return dispatch::aead_slot.get().fused_seal != nullptr; }
bool opens_fused() { return dispatch::aead_slot.get().fused_open != nullptr; }

bool many(const Work& w) { return w.items > 1; }
// Up to 64 blocks, where groups are chosen one by one, and one length of many more.
bool few_blocks(const Work& w) { return w.items > 1 || w.len <= 4096 || w.len == 65536; }
bool from_1k(const Work& w) { return w.items == 1 && w.len >= 1024 && w.len <= 1u << 20; }
bool up_to_2k(const Work& w) { return w.items > 1 || w.len <= 2048; }
bool opens(const Work& w) { return w.group.find("open") == 0; }
bool seals(const Work& w) { return w.group.find("seal") == 0; }

// From how many blocks left a group of 2^k, or about that, may pay: from half full on, or never.
std::vector<std::uint32_t> group_candidates(std::uint32_t blocks)
{
    std::vector<std::uint32_t> list{0};
    for (std::uint32_t n = blocks / 2 + 1; n <= blocks; n += blocks < 8 ? 1 : blocks / 8) list.push_back(n);
    list.push_back(41);
    return list;
}

std::vector<Plan> plans()
{
    const std::vector<std::string> cipher{"chacha20", "aead", "aead_many", "bip324"};
    return {
        {Tuned::cpu_registers, {512, 256}, {}},
        {Tuned::chacha20_plan, {0, 1, 2}, cipher},
        {Tuned::chacha20_group1_from, {0, 1, 41}, cipher, few_blocks, [] { return has_shape(1); }},
        {Tuned::chacha20_group2_from, group_candidates(2), cipher, few_blocks, [] { return has_shape(2); }},
        {Tuned::chacha20_group4_from, group_candidates(4), cipher, few_blocks, [] { return has_shape(4); }},
        {Tuned::chacha20_group6_from, group_candidates(6), cipher, few_blocks, [] { return has_shape(6); }},
        {Tuned::chacha20_group8_from, group_candidates(8), cipher, few_blocks, [] { return has_shape(8); }},
        {Tuned::chacha20_group9_from, group_candidates(9), cipher, few_blocks, [] { return has_shape(9); }},
        {Tuned::chacha20_group16_from, group_candidates(16), cipher, few_blocks, [] { return has_shape(16); }},
        {Tuned::chacha20_group32_from, group_candidates(32), cipher, few_blocks, [] { return has_shape(32); }},
        {Tuned::chacha20_batch, {0, 4, 8, 9, 16, 24, 32}, cipher, many},
        {Tuned::poly1305_half_log2, {3, 4, 5, 6, 7}, {"poly1305", "aead"}, from_1k, has_two_chains},
        {Tuned::poly1305_two_chains_from, {64, 96, 128, 256, 1024}, {"poly1305", "aead"}, from_1k, has_two_chains},
        {Tuned::poly1305_ifma_from, {8, 10, 12, 14, 16, 20, 24, 32}, {"poly1305", "aead", "aead_many"}, up_to_2k, has_ifma},
        {Tuned::poly1305_ifma_wide_from, {8, 12, 16, 20, 24, 32, 64}, {"poly1305", "aead"}, up_to_2k, has_ifma},
        {Tuned::poly1305_ifma_tag_from, {8, 10, 12, 14, 16, 18, 24, 64}, {"aead"}, up_to_2k, has_ifma},
        {Tuned::poly1305_lane_blocks, {8, 16, 24, 32, 40, 48, 64}, {"aead_many"}, nullptr, has_ifma},
        {Tuned::poly1305_lanes_from, {1, 2, 3, 4, 5, 6, 8}, {"aead_many"}, nullptr, has_ifma},
        {Tuned::poly1305_vector4_from, {16, 24, 32, 40, 48, 56, 64}, {"poly1305", "aead"}, up_to_2k, has_four_lanes},
        {Tuned::poly1305_vector2_from, {8, 12, 16, 24, 32, 48, 64}, {"poly1305", "aead"}, up_to_2k, has_two_lanes},
        {Tuned::aead_piece_blocks, {16, 32, 64, 128, 256, 512}, {"aead", "bip324"}, [](const Work& w) { return seals(w) && w.len >= 1024; }},
        {Tuned::aead_fused_from, {449, 513, 577, 640, 769, 1024, 1536, 4096, 65536}, {"aead"}, seals, has_fused},
        {Tuned::aead_open_ahead_blocks, {0, 1, 3, 7, 11, 15, 23, 31}, {"aead", "aead_many"}, opens},
        {Tuned::aead_open_fused_from, {449, 513, 577, 640, 769, 1024, 1536, 4096, 65536}, {"aead"}, opens, opens_fused},
        {Tuned::sha256_wide_from, {0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16}, {"sha256"}, many},
        {Tuned::sha256_vector_from, {0, 1, 2, 3, 4, 6}, {"sha256"}, many},
        {Tuned::sha256_streams, {0, 1, 2, 3}, {"sha256"}, many},
        {Tuned::siphash_lanes_from, {0, 1, 2, 3, 4, 5, 6}, {"siphash", "gcs"}, many},
        {Tuned::siphash_wide_from, {0, 3, 5, 7, 9, 13, 17, 25}, {"siphash", "gcs"}, many},
        {Tuned::packets_shared_lanes_limit, {256, 512, 1024, 2048, 4096, 8192}, {"aead_many"}},
        {Tuned::packets_first_depth, {1, 2, 4, 8, 16, 32}, {"bip324"}},
        {Tuned::packets_depth_limit, {4, 8, 16, 24, 32}, {"bip324"}},
        {Tuned::packets_slot_blocks_limit, {2, 4, 8, 12, 16, 24, 31}, {"bip324"}},
        {Tuned::packets_group, {0, 1, 4, 8, 16, 32}, {"bip324"}},
        {Tuned::packets_step_up, {1, 2, 3, 4, 8, 16}, {"bip324"}},
        {Tuned::packets_step_down, {1, 2, 3, 4, 8}, {"bip324"}},
    };
}

bool contains(const std::vector<std::string>& list, const std::string& name) { return std::find(list.begin(), list.end(), name) != list.end(); }

void choose_anew()
{
    for (std::size_t s = 0; s < dispatch::slot_count(); ++s) dispatch::all_slots()[s]->resolve();
}

std::vector<std::string> rows_among(const std::vector<std::string>& only, const std::vector<std::string>& wanted)
{
    std::vector<std::string> names;
    for (const Primitive& p : primitives())
        if ((only.empty() || contains(only, p.name)) && (wanted.empty() || contains(wanted, p.name))) names.push_back(p.name);
    return names;
}

std::vector<Work> cells_of(const std::vector<std::string>& names, bool (*decides)(const Work&))
{
    std::vector<Work> cells = names.empty() ? std::vector<Work>{} : library_cells(names);
    if (decides != nullptr) std::erase_if(cells, [&](const Work& w) { return !decides(w); });
    return cells;
}

// Numbers that the choice of implementations and plans depends on need a new choice; the others take effect at once.
bool needs_a_choice(Tuned number)
{
    return number == Tuned::cpu_registers || (number >= Tuned::chacha20_plan && number <= Tuned::chacha20_batch);
}

Experiment number_experiment(const Plan& plan, const std::vector<std::string>& only)
{
    const tuning::Row& row = tuning::row(plan.number);
    const std::uint32_t in_force = tuning::value(plan.number);
    Experiment e;
    e.name = row.name;
    e.built_in = in_force == row.built_in;
    std::vector<std::uint32_t> numbers{in_force};
    const auto add = [&](std::uint32_t n) {
        if (std::find(numbers.begin(), numbers.end(), n) == numbers.end() && n >= row.least && n <= row.most) numbers.push_back(n);
    };
    e.primitives = rows_among(only, plan.primitives);
    const bool is_read = plan.applies == nullptr || plan.applies();
    if (!is_read && !e.primitives.empty()) e.why_not = "no implementation in use here reads it";
    if (is_read) {
        add(row.built_in);
        for (const std::uint32_t n : plan.candidates) add(n);
        e.cells = cells_of(e.primitives, plan.decides);
    }
    for (const std::uint32_t n : numbers) e.values.push_back(std::to_string(n));
    e.use = [number = plan.number, numbers, choice = needs_a_choice(plan.number)](std::size_t i) {
        tuning::set(number, numbers[i]);
        if (choice) choose_anew();
    };
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
    e.built_in = slot.preferred() < 0;
    std::vector<int> rows{slot.preferred()};
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
    e.primitives = rows_among(only, rows_of_slot(slot.primitive()));
    e.cells = cells_of(e.primitives, slot.primitive() != rows_of_slot(slot.primitive()).back() ? many : nullptr);
    return e;
}

}  // namespace

std::vector<Work> library_cells(const std::vector<std::string>& names)
{
    Rows rows;
    for (const Primitive& p : primitives())
        if (names.empty() || contains(names, p.name)) p.describe(rows);
    for (Work& w : rows.works()) std::erase_if(w.contenders, [](const Contender& c) { return c.name != "lanecrypt"; });
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
    // What was not asked for is not listed.
    if (!only.empty()) std::erase_if(list, [](const Experiment& e) { return e.cells.empty() && e.why_not.empty(); });
    return list;
}

}  // namespace lanecrypt::cli
