#include "tuning/profile.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "dispatch/slots.h"
#include "lanecrypt/tuning.hpp"
#include "tuning/aead_tuning.h"
#include "tuning/packets_tuning.h"
#include "tuning/poly1305_tuning.h"

namespace lanecrypt::tuning {

extern "C" {
#define LANECRYPT_TUNED(id, name, built_in, least, most, meaning) built_in,
constinit std::uint32_t lanecrypt_tuned[tuned_count] = {
#include "tuning/parameters.def"
};
#undef LANECRYPT_TUNED
}

namespace {

constexpr Row rows[] = {
#define LANECRYPT_TUNED(id, name, built_in, least, most, meaning) {name, built_in, least, most, meaning},
#include "tuning/parameters.def"
#undef LANECRYPT_TUNED
};
constexpr bool rows_are_sound()
{
    for (const Row& r : rows)
        if (r.built_in < r.least || r.built_in > r.most) return false;
    return true;
}
static_assert(rows_are_sound(), "parameters.def: a built-in number lies outside its own limits");

constexpr std::size_t max_slots = 32, max_profile = 16384, message_size = 300;

// What a profile says, before it is put in force.
struct Table {
    std::uint32_t numbers[tuned_count];
    int preferred[max_slots];  // row of isa.def, -1 for none
    bool number_set[tuned_count] = {};

    Table() noexcept
    {
        for (int i = 0; i < tuned_count; ++i) numbers[i] = rows[i].built_in;
        for (int& p : preferred) p = -1;
    }
};

// Held while a profile is read, which happens once per process and for each load(). Not std::mutex: some toolchains for
// Windows lack it.
class Lock {
public:
    Lock() noexcept
    {
        while (held_.test_and_set(std::memory_order_acquire)) {
        }
    }
    ~Lock() { held_.clear(std::memory_order_release); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

private:
    static constinit std::atomic_flag held_;
};
constinit std::atomic_flag Lock::held_;

constinit std::atomic<bool> loaded{false};
constinit char problem[message_size] = "";

std::string_view trim(std::string_view s)
{
    const std::size_t first = s.find_first_not_of(" \t\r");
    if (first == s.npos) return {};
    return s.substr(first, s.find_last_not_of(" \t\r") - first + 1);
}

struct Fault {
    const char* what = nullptr;
    std::string_view word;
};

Fault set_preference(Table& table, std::string_view primitive, std::string_view isa)
{
    int wanted = -1;
    for (const IsaRow& r : isa_rows)
        if (isa == r.name) wanted = static_cast<int>(r.isa);
    if (wanted < 0) return {"no such instruction set", isa};
    for (std::size_t s = 0; s < dispatch::slot_count() && s < max_slots; ++s) {
        const dispatch::SlotCore& slot = *dispatch::all_slots()[s];
        if (primitive != slot.primitive()) continue;
        if (table.preferred[s] >= 0) return {"stands twice", primitive};
        for (std::size_t i = 0; i < slot.size(); ++i)
            if (static_cast<int>(slot[i].isa) == wanted) {
                table.preferred[s] = wanted;
                return {};
            }
        return {"this build has no such implementation", isa};
    }
    return {"no such primitive", primitive};
}

Fault set_number(Table& table, std::string_view name, std::string_view text)
{
    for (int i = 0; i < tuned_count; ++i) {
        if (name != rows[i].name) continue;
        if (table.number_set[i]) return {"stands twice", name};
        std::uint32_t n = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
        if (error != std::errc() || end != text.data() + text.size()) return {"not a number", text};
        if (n < rows[i].least || n > rows[i].most) return {"outside the limits of this number", text};
        table.numbers[i] = n;
        table.number_set[i] = true;
        return {};
    }
    return {"unknown name", name};
}

Fault parse_line(Table& table, std::string_view line, bool first)
{
    line = trim(line);
    if (first) return line == "lanecrypt-tuning 1" ? Fault{} : Fault{"the first line is not \"lanecrypt-tuning 1\"", line};
    if (line.empty() || line.front() == '#') return {};
    const std::size_t equals = line.find('=');
    if (equals == line.npos) return {"not of the form \"name = number\"", line};
    const std::string_view name = trim(line.substr(0, equals)), text = trim(line.substr(equals + 1));
    if (name.ends_with(".isa")) return set_preference(table, name.substr(0, name.size() - 4), text);
    return set_number(table, name, text);
}

// False with a message of one line.
bool parse(std::string_view profile, Table& table, char (&message)[message_size])
{
    if (profile.size() > max_profile) {
        std::snprintf(message, message_size, "larger than 16 KiB");
        return false;
    }
    for (int number = 1; number == 1 || !profile.empty(); ++number) {
        const std::size_t end = profile.find('\n');
        const Fault fault = parse_line(table, profile.substr(0, end), number == 1);
        if (fault.what != nullptr) {
            std::snprintf(message, message_size, "line %d: %s: '", number, fault.what);
            // The word comes from outside: printable characters only, and not too many.
            std::size_t at = std::strlen(message);
            for (const char c : fault.word.substr(0, 60)) message[at++] = c >= ' ' && c <= '~' ? c : '?';
            message[at] = '\'';
            message[at + 1] = '\0';
            return false;
        }
        profile = end == profile.npos ? std::string_view{} : profile.substr(end + 1);
    }
    return true;
}

bool read_file(const char* path, Table& table, char (&message)[message_size])
{
    std::FILE* const file = std::fopen(path, "rb");
    static char text[max_profile + 1];  // under the lock
    if (file == nullptr) {
        std::snprintf(message, message_size, "cannot be opened");
        return false;
    }
    const std::size_t len = std::fread(text, 1, sizeof text, file);
    const bool failed = std::ferror(file) != 0;
    std::fclose(file);
    if (failed) {
        std::snprintf(message, message_size, "cannot be read");
        return false;
    }
    return parse({text, len}, table, message);
}

void put_in_force(const Table& table) noexcept
{
    for (int i = 0; i < tuned_count; ++i) store_relaxed(lanecrypt_tuned[i], table.numbers[i]);
    for (std::size_t s = 0; s < dispatch::slot_count() && s < max_slots; ++s) dispatch::all_slots()[s]->prefer(table.preferred[s]);
    loaded.store(true, std::memory_order_release);
}

const char* environment_path() noexcept
{
#if defined(LANECRYPT_NO_ENVIRONMENT)
    return nullptr;
#elif defined(__GLIBC__)
    return secure_getenv("LANECRYPT_TUNING");
#else
    return std::getenv("LANECRYPT_TUNING");
#endif
}

void choose_anew() noexcept
{
    for (std::size_t s = 0; s < dispatch::slot_count(); ++s) dispatch::all_slots()[s]->resolve();
}

}  // namespace

const Row& row(Tuned t) noexcept { return rows[static_cast<int>(t)]; }

void ensure_loaded() noexcept
{
    if (loaded.load(std::memory_order_acquire)) return;
    const Lock lock;
    if (loaded.load(std::memory_order_relaxed)) return;
    Table table;
    const char* const path = environment_path();
    char message[message_size];
    if (path != nullptr && *path != '\0' && !read_file(path, table, message)) {
        table = Table();
        std::snprintf(problem, sizeof problem, "LANECRYPT_TUNING: %.120s: %.150s", path, message);
        std::fprintf(stderr, "lanecrypt: %s; the built-in table is used\n", problem);
    }
    put_in_force(table);
}

void set(Tuned t, std::uint32_t number) noexcept
{
    ensure_loaded();
    store_relaxed(lanecrypt_tuned[static_cast<int>(t)], number);
}

cpu::RowSet allowed_rows() noexcept
{
    cpu::RowSet allowed = cpu::all_rows;
    if (value(Tuned::cpu_registers) < 512)
        for (const IsaRow& r : isa_rows)
            if ((r.features & F_FAST512) != 0) allowed &= ~cpu::row_bit(r.isa);
    return allowed;
}

std::string environment_problem()
{
    ensure_loaded();
    return problem;
}

std::vector<Number> numbers()
{
    std::vector<Number> list;
    for (int i = 0; i < tuned_count; ++i)
        list.push_back({rows[i].name, value(static_cast<Tuned>(i)), rows[i].built_in, rows[i].least, rows[i].most, rows[i].meaning});
    return list;
}

std::string load(std::string_view profile)
{
    char message[message_size] = "";
    {
        const Lock lock;
        Table table;
        if (!parse(profile, table, message)) table = Table();
        put_in_force(table);
    }
    choose_anew();
    return message;
}

std::string load_file(const char* path)
{
    char message[message_size] = "";
    {
        const Lock lock;
        Table table;
        if (!read_file(path, table, message)) table = Table();
        put_in_force(table);
    }
    choose_anew();
    return message[0] == '\0' ? std::string() : std::string(path) + ": " + message;
}

void reset() noexcept
{
    {
        const Lock lock;
        put_in_force(Table());
    }
    choose_anew();
}

}  // namespace lanecrypt::tuning
