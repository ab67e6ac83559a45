// Many messages at once: the choice of tables, overlaps, the public functions.
#include "sha256/sha256_many.h"

#include "base/check.h"
#include "base/overlap.h"
#include "cpu/policy.h"
#include "lanecrypt/sha256.hpp"
#include "tuning/numbers.h"
#include "tuning/sha256_tuning.h"

namespace lanecrypt {
namespace {

constexpr std::size_t planning_group = 64;

bool group_is_separate(const std::uint8_t* out, const Sha256MessageList& messages, std::size_t first, std::size_t end) noexcept
{
    for (std::size_t j = first; j < end; ++j) {
        const Sha256Message m = messages[j];
        if (!overlaps(out + 32 * first, 32 * (end - first), m.data, m.len)) continue;
        for (std::size_t i = first; i < end; ++i)
            if (i != j && overlaps(out + 32 * i, 32, m.data, m.len)) return false;
    }
    return true;
}

Sha256Message fetch_span(const void* context, std::size_t i)
{
    const auto& in = static_cast<const std::span<const std::byte>*>(context)[i];
    return {reinterpret_cast<const std::uint8_t*>(in.data()), in.size()};
}

void hash_spans(std::span<std::byte> out, std::span<const std::span<const std::byte>> in, bool twice, const char* wrong_size,
                const char* overlap) noexcept
{
    if (!require(out.size() / 32 == in.size() && out.size() % 32 == 0, wrong_size)) return;
    const Sha256MessageList list{in.data(), fetch_span, in.size()};
    if (!sha256_run_checked(sha256_plan(), reinterpret_cast<std::uint8_t*>(out.data()), list, twice)) misuse(overlap);
}

}  // namespace

Sha256Plan sha256_plan() noexcept
{
    const Sha256Ops& wide = dispatch::sha256_lanes_slot.get();
    const Sha256Ops& few = dispatch::sha256_slot.get();
    const unsigned from = tuning::number(tuning::Tuned::sha256_wide_from), streams = tuning::number(tuning::Tuned::sha256_streams);
    return {&wide, &few, from != 0 ? from : tuning::sha256_wide_from(wide.isa, few.isa, wide.lanes, cpu::features()),
            streams != 0 ? streams : few.lanes};
}

bool sha256_run_checked(const Sha256Plan& plan, std::uint8_t* out, const Sha256MessageList& messages, bool twice) noexcept
{
    const std::size_t n = messages.count;
    bool any = false;
    for (std::size_t i = 0; i < n && !any; ++i) {
        const Sha256Message m = messages[i];
        any = overlaps(out, 32 * n, m.data, m.len);
    }
    if (!any) {
        if (n != 0) sha256_run(plan, out, messages, 0, n, twice);
        return true;
    }
    for (std::size_t first = 0; first < n; first += planning_group)
        if (!group_is_separate(out, messages, first, n - first < planning_group ? n : first + planning_group)) return false;
    for (std::size_t first = 0; first < n; first += planning_group)
        sha256_run(plan, out, messages, first, n - first < planning_group ? n - first : planning_group, twice);
    return true;
}

void sha256_double64(const Sha256Plan& plan, std::uint8_t* out, const std::uint8_t* in, std::size_t n) noexcept
{
    const std::size_t rest = n % plan.wide->lanes;
    const std::size_t wide = rest >= plan.wide_from ? n : n - rest;
    if (wide != 0) plan.wide->double64(out, in, wide);
    out += 32 * wide;
    in += 64 * wide;
    // The kernel takes as many at once as it can.
    const std::size_t step = plan.few_lanes < plan.few->lanes ? plan.few_lanes : n;
    for (std::size_t left = n - wide; left != 0;) {
        const std::size_t count = left < step ? left : step;
        plan.few->double64(out, in, count);
        out += 32 * count;
        in += 64 * count;
        left -= count;
    }
}

void sha256_many(std::span<std::byte> out, std::span<const std::span<const std::byte>> in) noexcept
{
    hash_spans(out, in, false, "sha256_many: out is not 32 bytes for each message", "sha256_many: a hash overlaps another message");
}
void sha256d_many(std::span<std::byte> out, std::span<const std::span<const std::byte>> in) noexcept
{
    hash_spans(out, in, true, "sha256d_many: out is not 32 bytes for each message", "sha256d_many: a hash overlaps another message");
}

void sha256d64(std::span<std::byte> out, std::span<const std::byte> in) noexcept
{
    if (!require(in.size() % 64 == 0 && out.size() == in.size() / 2, "sha256d64: sizes")) return;
    const std::size_t n = in.size() / 64;
    if (!require(n <= 1 || out.data() == in.data() || !overlaps(out.data(), out.size(), in.data(), in.size()), "sha256d64: overlap")) return;
    sha256_double64(sha256_plan(), reinterpret_cast<std::uint8_t*>(out.data()), reinterpret_cast<const std::uint8_t*>(in.data()), n);
}

}  // namespace lanecrypt
