#include "cpu/policy.h"

#include <atomic>
#include <cstdlib>
#include <cstring>

namespace lanecrypt::cpu {
namespace {

constexpr FeatureSet features_known = 1u << 31;
constexpr RowSet limit_known = 1u << 31, limit_ignored = 1u << 30;
static_assert(isa_count < 30);

constinit std::atomic<FeatureSet> cached_features{0};
// Sequentially consistent, like the slots' choices: see SlotCore::resolve().
constinit std::atomic<RowSet> cached_limit{0};

const IsaRow* find_row(const char* name, std::size_t len) noexcept
{
    for (const IsaRow& row : isa_rows)
        if (std::strlen(row.name) == len && std::memcmp(row.name, name, len) == 0) return &row;
    return nullptr;
}

RowSet with_parents(const IsaRow& row) noexcept
{
    RowSet set = row_bit(row.isa) | row_bit(Isa::portable);
    for (Isa p = row.parent; p != Isa::portable; p = isa_rows[static_cast<int>(p)].parent) set |= row_bit(p);
    return set;
}

RowSet with_descendants(const IsaRow& row) noexcept
{
    RowSet set = 0;
    for (const IsaRow& other : isa_rows)
        if ((with_parents(other) & row_bit(row.isa)) != 0) set |= row_bit(other.isa);
    return set;
}

const char* environment_limit() noexcept
{
#if defined(LANECRYPT_NO_ENVIRONMENT)
    return nullptr;
#elif defined(__GLIBC__)
    return secure_getenv("LANECRYPT_CPU");
#else
    return std::getenv("LANECRYPT_CPU");
#endif
}

RowSet limit_from_environment() noexcept
{
    RowSet allowed;
    if (!parse_limit(environment_limit(), allowed)) return all_rows | limit_known | limit_ignored;
    return allowed | limit_known;
}

RowSet limit_now() noexcept
{
    RowSet limit = cached_limit.load();
    if (limit == 0) {
        const RowSet fresh = limit_from_environment();
        if (cached_limit.compare_exchange_strong(limit, fresh)) limit = fresh;
    }
    return limit;
}

}  // namespace

bool parse_limit(const char* spec, RowSet& allowed) noexcept
{
    RowSet named = 0, removed = 0;
    const char* p = spec == nullptr ? "" : spec;
    while (*p != '\0') {
        const std::size_t len = std::strcspn(p, ", \t\n");
        if (len != 0) {
            const bool minus = *p == '-';
            const IsaRow* row = find_row(p + minus, len - minus);
            if (row == nullptr || (minus && row->isa == Isa::portable)) return false;
            if (minus) removed |= with_descendants(*row);
            else named |= with_parents(*row);
        }
        p += len;
        if (*p != '\0') ++p;
    }
    allowed = ((named == 0 ? all_rows : named) & ~removed) | row_bit(Isa::portable);
    return true;
}

FeatureSet features() noexcept
{
    FeatureSet f = cached_features.load(std::memory_order_relaxed);
    if (f == 0) {
        f = lanecrypt_detect_features() | features_known;
        cached_features.store(f, std::memory_order_relaxed);  // every thread computes the same value
    }
    return f & ~features_known;
}

RowSet runnable() noexcept { return runnable_rows(features()); }
RowSet usable_rows() noexcept { return runnable() & limit_now(); }
bool environment_ignored() noexcept { return (limit_now() & limit_ignored) != 0; }

bool set_limit(const char* spec) noexcept
{
    if (spec == nullptr) {
        cached_limit.store(limit_from_environment());
        return true;
    }
    RowSet allowed;
    if (!parse_limit(spec, allowed)) return false;
    cached_limit.store(allowed | limit_known);
    return true;
}

}  // namespace lanecrypt::cpu
