// battery [--all | --choose] [--name=NAME] [--require=ISA,…] [ISA…]
//
// Runs the implementations named (rows of src/cpu/isa.def); without a name the one that the library would choose for
// each primitive; with --all every one this machine can run. 512-bit kernels run by name wherever the instructions
// exist. --choose prints the choices and runs nothing. --require fails the run unless each of those rows ran.
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <string>

#include "battery/battery.h"
#include "battery/parts.h"
#include "cpu/policy.h"
#include "simd/simd_backends.h"
#include "simd/simd_check.h"
#include "support/can_execute.h"

namespace lanecrypt::battery {
namespace {

const Part* const parts[] = {
    &chacha20_part,
    &poly1305_part,
    &aead_part,
    &sha256_part,
    &sha256_lanes_part,
    &siphash_part,
    &xor_part,
};

int passed = 0, failed = 0, skipped = 0;
cpu::RowSet ran = 0;

}  // namespace

bool Group::check(bool ok, const char* detail, long a, long b, long c)
{
    ++cases_;
    if (ok) return true;
    if (failed_++ == 0) std::printf("FAILED %s %s, %s: %s %ld %ld %ld\n", primitive_, isa_, what_, detail, a, b, c);
    return false;
}

bool Group::check_bytes(const std::uint8_t* got, const std::uint8_t* want, std::size_t len, const char* detail, long a, long b, long c)
{
    return check(len == 0 || std::memcmp(got, want, len) == 0, detail, a, b, c);
}

void Group::finish(const char* grid)
{
    const bool ok = failed_ == 0 && cases_ > 0;
    ++(ok ? passed : failed);
    std::printf("%-6s %-9s %-14s %-16s %s: %ld cases, %ld failed\n", ok ? "ok" : "FAILED", primitive_, isa_, what_, grid, cases_, failed_);
    std::fflush(stdout);
}

Bytes pattern(std::size_t len, std::uint64_t seed)
{
    Bytes out(len);
    for (std::uint8_t& b : out) b = static_cast<std::uint8_t>(simd_test::next_random(seed));
    return out;
}

Canary::Canary(std::size_t len, std::size_t offset) : len_(len), offset_(offset), bytes_(margin + offset + len + margin, fill) {}

bool Canary::intact() const
{
    for (std::size_t i = 0; i < bytes_.size(); ++i)
        if ((i < margin + offset_ || i >= margin + offset_ + len_) && bytes_[i] != fill) return false;
    return true;
}

namespace {

const char* row_name(Isa isa) { return isa_rows[static_cast<int>(isa)].name; }

void run_impl(const Part& part, std::size_t i)
{
    const Isa isa = (*part.slot)[i].isa;
    Group self_test(part.slot->primitive(), row_name(isa), "known answers");
    self_test.check(part.slot->run_self_test(i), "the self-test fails");
    self_test.finish("self-test");
    part.run(part.slot->table(i), row_name(isa));
    ran |= cpu::row_bit(isa);
}

void skip(const char* primitive, Isa isa)
{
    std::printf("skip   %-9s %-14s this machine lacks it\n", primitive, row_name(isa));
    ++skipped;
}

// Every implementation whose row is in `wanted`.
void run_rows(cpu::RowSet wanted)
{
    for (const Part* part : parts)
        for (std::size_t i = 0; i < part->slot->size(); ++i) {
            const Isa isa = (*part->slot)[i].isa;
            if ((wanted & cpu::row_bit(isa)) == 0) continue;
            if (test::can_execute(isa)) run_impl(*part, i);
            else skip(part->slot->primitive(), isa);
        }
}

void run_simd(cpu::RowSet wanted)
{
    for (std::size_t i = 0; i < simd_test::pair_count; ++i) {
        const simd_test::Pair& pair = simd_test::pairs[i];
        for (const IsaRow& row : isa_rows) {
            if (std::strcmp(row.name, pair.backend->isa) != 0 || (wanted & cpu::row_bit(row.isa)) == 0) continue;
            // The GNU backend needs a vector unit only where it is compiled for one.
            if (!test::can_execute(row.isa) && !(row.isa == Isa::gnu128 && LANECRYPT_HAVE_gnu128 == 0)) {
                skip("simd", row.isa);
                continue;
            }
            simd_test::Result r;
            simd_test::check_operations(pair.backend->words32, pair.reference->words32, 20, r);
            simd_test::check_operations(pair.backend->words64, pair.reference->words64, 20, r);
            Group group("simd", row.name, pair.backend->header);
            group.check(r.wrong == 0 && r.cases > 0, r.first, r.wrong);
            char grid[80];
            std::snprintf(grid, sizeof grid, "%d operations, %ld inputs", r.operations, r.cases);
            group.finish(grid);
        }
    }
}

void print_choices()
{
    for (const Part* part : parts) {
        const void* const chosen = part->slot->get();
        for (std::size_t i = 0; i < part->slot->size(); ++i)
            if (part->slot->table(i) == chosen) std::printf("choice %s %s\n", part->slot->primitive(), row_name((*part->slot)[i].isa));
    }
}

void run_choices()
{
    for (const Part* part : parts) {
        const void* const chosen = part->slot->get();
        for (std::size_t i = 0; i < part->slot->size(); ++i)
            if (part->slot->table(i) == chosen) run_impl(*part, i);
    }
}

// The row called `name` (up to a comma), or nothing.
const IsaRow* find_row(const char* name, std::size_t len)
{
    for (const IsaRow& row : isa_rows)
        if (std::strlen(row.name) == len && std::memcmp(row.name, name, len) == 0) return &row;
    return nullptr;
}

int usage(const char* what)
{
    std::fprintf(stderr, "battery: %s\nusage: battery [--all | --choose] [--name=NAME] [--require=ISA,...] [ISA...]\n", what);
    return 2;
}

int run(int argc, char** argv)
{
    cpu::RowSet wanted = 0, required = 0;
    bool all = false, choose = false;
    const char* name = "battery";
    for (int i = 1; i < argc; ++i) {
        const char* const arg = argv[i];
        if (std::strcmp(arg, "--all") == 0) {
            all = true;
        } else if (std::strcmp(arg, "--choose") == 0) {
            choose = true;
        } else if (std::strncmp(arg, "--name=", 7) == 0) {
            name = arg + 7;
        } else if (std::strncmp(arg, "--require=", 10) == 0) {
            for (const char* p = arg + 10; *p != '\0';) {
                const std::size_t len = std::strcspn(p, ",");
                const IsaRow* const row = find_row(p, len);
                if (row == nullptr) return usage("unknown instruction set in --require");
                required |= cpu::row_bit(row->isa);
                p += len + (p[len] == ',' ? 1 : 0);
            }
        } else {
            const IsaRow* const row = find_row(arg, std::strlen(arg));
            if (row == nullptr) return usage("unknown instruction set or option");
            wanted |= cpu::row_bit(row->isa);
        }
    }
    print_choices();
    if (choose) return 0;
    if (all) wanted = cpu::all_rows;
    if (wanted == 0) run_choices();
    else run_rows(wanted), run_simd(wanted);
    for (const IsaRow& row : isa_rows)
        if ((required & ~ran & cpu::row_bit(row.isa)) != 0) {
            std::printf("FAILED %s is required and did not run\n", row.name);
            ++failed;
        }
    if (passed + failed == 0) {
        std::printf("FAILED nothing ran\n");
        ++failed;
    }
    std::printf("%s: %d passed, %d failed, %d skipped\n", name, passed, failed, skipped);
    return failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace lanecrypt::battery

int main(int argc, char** argv) { return lanecrypt::battery::run(argc, argv); }
