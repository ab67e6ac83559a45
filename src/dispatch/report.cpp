#include "lanecrypt/cpu.hpp"

#include <cstring>

#include "cpu/policy.h"
#include "dispatch/report.h"
#include "dispatch/slots.h"
#include "lanecrypt/tuning.hpp"
#include "tuning/profile.h"

namespace lanecrypt::cpu {
namespace {

std::string missing_features(Isa isa)
{
    // A row needs its own features and those of the rows it builds on.
    FeatureSet need = 0;
    for (Isa i = isa; i != Isa::portable; i = isa_rows[static_cast<int>(i)].parent) need |= isa_rows[static_cast<int>(i)].features;
    std::string text;
    for (const FeatureName& f : feature_names)
        if ((need & f.bit & ~features()) != 0) text += (text.empty() ? "" : ", ") + std::string(f.name);
    return text;
}

Implementation describe(dispatch::SlotCore& slot, std::size_t i, const void* chosen)
{
    const dispatch::Impl& impl = slot[i];
    const IsaRow& row = isa_rows[static_cast<int>(impl.isa)];
    Implementation out{slot.primitive(), row.name, Choice::slower, {}, slot.tested(i) == dispatch::Tested::failed};
    if (slot.table(i) == chosen) {
        out.choice = Choice::chosen;
        out.reason = out.self_test_failed ? "chosen, although its self-test FAILED" : "chosen";
    } else if ((runnable() & row_bit(impl.isa)) == 0) {
        out.choice = Choice::unsupported;
        out.reason = "this machine lacks " + missing_features(impl.isa);
    } else if ((usable_rows() & row_bit(impl.isa)) == 0) {
        out.choice = Choice::limited;
        out.reason = "switched off by LANECRYPT_CPU or by the program";
    } else if ((tuning::allowed_rows() & row_bit(impl.isa)) == 0) {
        out.choice = Choice::limited;
        out.reason = "switched off by the tuning profile";
    } else if (out.self_test_failed) {
        out.choice = Choice::failed;
        out.reason = "its self-test FAILED on this machine";
    } else {
        out.reason = slot.preferred() >= 0 ? "runs here; the tuning profile prefers another" : "runs here; a better one is in use";
    }
    return out;
}

}  // namespace

std::vector<Implementation> implementations_of(dispatch::SlotCore& slot)
{
    std::vector<Implementation> list;
    const void* const chosen = slot.get();
    for (std::size_t i = 0; i < slot.size(); ++i) list.push_back(describe(slot, i, chosen));
    return list;
}

std::vector<Implementation> implementations()
{
    std::vector<Implementation> list;
    for (std::size_t s = 0; s < dispatch::slot_count(); ++s)
        for (Implementation& impl : implementations_of(*dispatch::all_slots()[s])) list.push_back(std::move(impl));
    return list;
}

std::string feature_text()
{
    std::string text;
    for (const FeatureName& f : feature_names)
        if ((features() & f.bit) != 0) text += (text.empty() ? "" : " ") + std::string(f.name);
    return text.empty() ? "none" : text;
}

std::string report()
{
    std::string text = "features: " + feature_text() + "\n";
    if (environment_ignored()) text += "LANECRYPT_CPU holds an unknown word and is ignored\n";
    if (const std::string problem = tuning::environment_problem(); !problem.empty()) text += problem + "; the built-in table is used\n";
    for (const Implementation& impl : implementations()) {
        std::string line = impl.primitive;
        line.resize(std::max<std::size_t>(line.size() + 1, 16), ' ');
        line += impl.isa;
        line.resize(std::max<std::size_t>(line.size() + 1, 30), ' ');
        text += line + impl.reason + "\n";
    }
    return text;
}

bool limit(const char* spec) noexcept
{
    if (!set_limit(spec)) return false;
    for (std::size_t s = 0; s < dispatch::slot_count(); ++s) dispatch::all_slots()[s]->resolve();
    return true;
}

std::size_t self_test()
{
    std::size_t failed = 0;
    for (std::size_t s = 0; s < dispatch::slot_count(); ++s) {
        dispatch::SlotCore& slot = *dispatch::all_slots()[s];
        for (std::size_t i = 0; i < slot.size(); ++i)
            if ((runnable() & row_bit(slot[i].isa)) != 0 && !slot.run_self_test(i)) ++failed;
    }
    return failed;
}

}  // namespace lanecrypt::cpu
