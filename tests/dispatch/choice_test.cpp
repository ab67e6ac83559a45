// The choice in force: the C functions, forcing each implementation, and proof that the named one really ran.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "aead/aead_ops.h"
#include "chacha20/chacha20_ops.h"
#include "cpu/policy.h"
#include "dispatch/every_primitive.h"
#include "dispatch/slots.h"
#include "dispatch/traps.h"
#include "lanecrypt/cpu.hpp"
#include "obfuscation/xor_ops.h"
#include "poly1305/poly1305_ops.h"
#include "sha256/sha256_ops.h"
#include "siphash/siphash_ops.h"

namespace lanecrypt::test {
namespace {

std::string report_text()
{
    const std::size_t len = lanecrypt_cpu_report(nullptr, 0);
    std::string text(len + 1, 'x');
    EXPECT_EQ(lanecrypt_cpu_report(text.data(), text.size()), len);
    EXPECT_EQ(text[len], '\0');
    text.resize(len);
    return text;
}

std::string row_name(Isa isa) { return isa_rows[static_cast<int>(isa)].name; }

dispatch::SlotCore* find_slot(const std::string& name)
{
    for (std::size_t s = 0; s < dispatch::slot_count(); ++s)
        if (name == dispatch::all_slots()[s]->primitive()) return dispatch::all_slots()[s];
    return nullptr;
}

std::string choice_of(dispatch::SlotCore& slot)
{
    const void* const ops = slot.get();
    for (std::size_t i = 0; i < slot.size(); ++i)
        if (slot.table(i) == ops) return row_name(slot[i].isa);
    return "?";
}

// Which implementation each slot has chosen.
std::map<std::string, std::string> choices()
{
    std::map<std::string, std::string> out;
    for (std::size_t s = 0; s < dispatch::slot_count(); ++s) out[dispatch::all_slots()[s]->primitive()] = choice_of(*dispatch::all_slots()[s]);
    return out;
}

// Every slot with an implementation has a call in the table, and the other way round.
TEST(Choice, EverySlotHasACall)
{
    std::size_t found = 0;
    for (const PrimitiveCall& p : every_primitive)
        if (find_slot(p.slot) != nullptr) ++found;
        else ADD_FAILURE() << "no slot " << p.slot;
    EXPECT_EQ(found, dispatch::slot_count());
}

TEST(Choice, ReportIsCutAndTerminated)
{
    const std::string whole = report_text();
    ASSERT_GT(whole.size(), 40u);
    EXPECT_EQ(whole.rfind("features: ", 0), 0u);
    for (const std::size_t len : {std::size_t{1}, std::size_t{2}, std::size_t{17}, whole.size(), whole.size() + 1, whole.size() + 9}) {
        std::vector<char> buf(len + 8, '#');
        EXPECT_EQ(lanecrypt_cpu_report(buf.data(), len), whole.size());
        const std::size_t kept = len - 1 < whole.size() ? len - 1 : whole.size();
        EXPECT_EQ(std::string(buf.data()), whole.substr(0, kept));
        for (std::size_t i = kept + 1; i < buf.size(); ++i) EXPECT_EQ(buf[i], '#');
    }
    for (std::size_t s = 0; s < dispatch::slot_count(); ++s)
        for (std::size_t i = 0; i < dispatch::all_slots()[s]->size(); ++i)
            EXPECT_NE(whole.find(row_name((*dispatch::all_slots()[s])[i].isa)), std::string::npos);
}

TEST(Choice, LimitTakesEffectAtOnceAndGoesBack)
{
    const auto before = choices();
    ASSERT_EQ(lanecrypt_cpu_limit("portable"), LANECRYPT_OK);
    for (const auto& [slot, isa] : choices()) EXPECT_EQ(isa, "portable") << slot;
    EXPECT_NE(report_text().find("portable      chosen"), std::string::npos) << report_text();
    // A word that nobody knows: status 2 and nothing changes.
    EXPECT_EQ(lanecrypt_cpu_limit("avx2,nonsense"), LANECRYPT_BAD_ARGUMENT);
    EXPECT_EQ(lanecrypt_cpu_limit("-portable"), LANECRYPT_BAD_ARGUMENT);
    for (const auto& [slot, isa] : choices()) EXPECT_EQ(isa, "portable") << slot;
    ASSERT_EQ(lanecrypt_cpu_limit(nullptr), LANECRYPT_OK);
    EXPECT_EQ(choices(), before);
    ASSERT_EQ(lanecrypt_cpu_limit(""), LANECRYPT_OK);
    ASSERT_EQ(lanecrypt_cpu_limit(nullptr), LANECRYPT_OK);
    EXPECT_EQ(choices(), before);
}

// A limit that names several rows at once reaches every implementation: the slot is limited to rows that the
// implementation builds on, and to it.
TEST(Choice, EveryImplementationCanBeForcedAndAllAgree)
{
    for (const PrimitiveCall& p : every_primitive) {
        dispatch::SlotCore* const slot = find_slot(p.slot);
        ASSERT_NE(slot, nullptr) << p.slot;
        std::uint8_t want[64] = {};
        ASSERT_EQ(lanecrypt_cpu_limit("portable"), LANECRYPT_OK);
        p.call(want);
        for (std::size_t i = 0; i < slot->size(); ++i) {
            const std::string isa = row_name((*slot)[i].isa);
            if ((cpu::runnable() & cpu::row_bit((*slot)[i].isa)) == 0) {
                std::printf("[ not run  ] %s %s: this machine lacks it\n", p.slot, isa.c_str());
                continue;
            }
            ASSERT_EQ(lanecrypt_cpu_limit(isa.c_str()), LANECRYPT_OK);
            EXPECT_EQ(choice_of(*slot), isa) << p.slot;
            std::uint8_t got[64] = {};
            p.call(got);
            EXPECT_EQ(std::memcmp(got, want, sizeof got), 0) << p.slot << " " << isa;
            std::printf("[   ran    ] %s %s\n", p.slot, isa.c_str());
        }
        ASSERT_EQ(lanecrypt_cpu_limit(nullptr), LANECRYPT_OK);
    }
}

#if LANECRYPT_HAVE_TRAPS
std::vector<const void*> functions_of_slot(const dispatch::SlotCore& slot, std::size_t i)
{
    const void* const table = slot.table(i);
    const std::string name = slot.primitive();
    if (name == "xor") return functions_of(table, sizeof(XorOps));
    if (name == "chacha20") return functions_of(table, sizeof(ChaCha20Ops));
    if (name == "poly1305") return functions_of(table, sizeof(Poly1305Ops));
    if (name == "sha256" || name == "sha256_lanes") return functions_of(table, sizeof(Sha256Ops));
    if (name == "siphash") return functions_of(table, sizeof(SipHashOps));
    if (name == "aead") {
        const AeadOps& ops = *static_cast<const AeadOps*>(table);
        std::vector<const void*> out = functions_of(ops.chacha20, sizeof(ChaCha20Ops));
        for (const void* f : functions_of(ops.poly1305, sizeof(Poly1305Ops))) out.push_back(f);
        if (ops.fused_seal != nullptr)
            for (const void* f : functions_of(ops.fused_seal, sizeof(AeadFusedOps))) out.push_back(f);
        return out;
    }
    return {};
}

// Breakpoints are put on the functions of the implementations: with those of all others armed the call goes through,
// with those of the chosen one armed it does not.
TEST(Choice, TheNamedKernelReallyRan)
{
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
    GTEST_SKIP() << "the breakpoints of this test and TSan's own signal handling do not go together";
#endif
#endif
    for (const PrimitiveCall& p : every_primitive) {
        dispatch::SlotCore* const slot = find_slot(p.slot);
        ASSERT_NE(slot, nullptr) << p.slot;
        for (std::size_t i = 0; i < slot->size(); ++i) {
            const std::string isa = row_name((*slot)[i].isa);
            if ((cpu::runnable() & cpu::row_bit((*slot)[i].isa)) == 0) continue;
            ASSERT_EQ(lanecrypt_cpu_limit(isa.c_str()), LANECRYPT_OK);
            ASSERT_EQ(choice_of(*slot), isa);
            const std::vector<const void*> own = functions_of_slot(*slot, i);
            ASSERT_FALSE(own.empty()) << p.slot << " " << isa;
            std::vector<const void*> others;
            for (std::size_t j = 0; j < slot->size(); ++j)
                for (const void* f : functions_of_slot(*slot, j))
                    if (std::find(own.begin(), own.end(), f) == own.end()) others.push_back(f);
            EXPECT_EQ(run_with_traps(others, p.call), Trapped::no) << p.slot << " " << isa << ": another implementation ran";
            EXPECT_EQ(run_with_traps(own, p.call), Trapped::yes) << p.slot << " " << isa << " did not run";
        }
        ASSERT_EQ(lanecrypt_cpu_limit(nullptr), LANECRYPT_OK);
    }
}
#endif

// Threads that change the limit while others compute: every result is right, and the last limit is in force at the end.
TEST(Choice, LimitChangesWhileOthersCompute)
{
    std::uint8_t want[std::size(every_primitive)][64] = {};
    for (std::size_t i = 0; i < std::size(every_primitive); ++i) every_primitive[i].call(want[i]);
    run_threads(8, [&](int thread) {
        std::uint8_t got[64];
        for (int round = 0; round < 30; ++round) {
            if (thread < 3) {
                static constexpr const char* limits[] = {"portable", nullptr, "sse41", "-avx512", ""};
                EXPECT_EQ(lanecrypt_cpu_limit(limits[(round + thread) % 5]), LANECRYPT_OK);
                continue;
            }
            const std::size_t i = static_cast<std::size_t>(round + thread) % std::size(every_primitive);
            std::memset(got, 0, sizeof got);
            every_primitive[i].call(got);
            EXPECT_EQ(std::memcmp(got, want[i], 64), 0) << every_primitive[i].slot;
        }
    });
    for (int round = 0; round < 20; ++round) {
        run_threads(2, [](int thread) { EXPECT_EQ(lanecrypt_cpu_limit(thread == 0 ? "portable" : nullptr), LANECRYPT_OK); });
        const bool portable = cpu::usable_rows() == cpu::row_bit(Isa::portable);
        for (const auto& [slot, isa] : choices())
            EXPECT_TRUE(!portable || isa == "portable") << slot << " " << isa;
    }
    ASSERT_EQ(lanecrypt_cpu_limit(nullptr), LANECRYPT_OK);
}

}  // namespace
}  // namespace lanecrypt::test
