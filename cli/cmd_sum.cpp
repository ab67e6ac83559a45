// lanecrypt sum: checksums as sha256sum prints and checks them.
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "commands.h"
#include "sum/check_line.h"
#include "sum/hash_files.h"

namespace lanecrypt::cli {
namespace {

struct SumOptions {
    bool check = false, binary = false, text = false, tag = false, zero = false, double_hash = false;
    bool ignore_missing = false, quiet = false, status = false, strict = false, warn = false;
    unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
    std::vector<std::string> files;

    HashOptions hashing() const { return {jobs, double_hash}; }
    const char* algorithm() const { return double_hash ? "SHA256D" : "SHA256"; }
};

void complain(const std::string& text) { fmt::print(stderr, "lanecrypt sum: {}\n", text); }

// The combinations that sha256sum refuses, in its order and words. Null when there is none.
const char* misused(const SumOptions& o)
{
    if (o.tag && o.text) return "--tag does not support --text mode";
    if (o.zero && o.check) return "the --zero option is not supported when verifying checksums";
    if (o.tag && o.check) return "the --tag option is meaningless when verifying checksums";
    if ((o.binary || o.text) && o.check) return "the --binary and --text options are meaningless when verifying checksums";
    if (o.ignore_missing && !o.check) return "the --ignore-missing option is meaningful only when verifying checksums";
    if (o.status && !o.check) return "the --status option is meaningful only when verifying checksums";
    if (o.warn && !o.check) return "the --warn option is meaningful only when verifying checksums";
    if (o.quiet && !o.check) return "the --quiet option is meaningful only when verifying checksums";
    if (o.strict && !o.check) return "the --strict option is meaningful only when verifying checksums";
    return nullptr;
}

bool print_sums(const SumOptions& o)
{
    const LineStyle style{o.tag, o.binary, o.zero, o.algorithm()};
    bool ok = true;
    std::size_t i = 0;
    hash_files(
        o.hashing(),
        [&](std::string& name) {
            if (i == o.files.size()) return false;
            name = o.files[i++];
            return true;
        },
        [&](const HashResult& r) {
            if (r.error != 0) {
                complain(r.name + ": " + std::strerror(r.error));
                ok = false;
                return;
            }
            const std::string line = format_line(r.name, r.digest, style);
            std::fwrite(line.data(), 1, line.size(), stdout);
        });
    return ok;
}

std::string count_of(std::size_t n, const char* one, const char* many) { return fmt::format("WARNING: {} {}", n, n == 1 ? one : many); }

// One checksum file being checked: reads its lines, compares, counts.
class CheckRun {
public:
    CheckRun(const SumOptions& o, std::string name) : options_(o), name_(std::move(name)), shown_(name_ == "-" ? "'standard input'" : name_) {}
    ~CheckRun()
    {
        if (file_ != nullptr && file_ != stdin) std::fclose(file_);
        std::free(line_);
    }
    CheckRun(const CheckRun&) = delete;
    CheckRun& operator=(const CheckRun&) = delete;

    bool run()
    {
        file_ = name_ == "-" ? stdin : std::fopen(name_.c_str(), "rb");
        if (file_ == nullptr) {
            complain(name_ + ": " + std::strerror(errno));
            return false;
        }
        hash_files(
            options_.hashing(), [&](std::string& name) { return next(name); }, [&](const HashResult& r) { compare(r); });
        print_warnings();
        if (read_error_ != 0) {
            complain(shown_ + ": " + (read_error_ == EISDIR ? std::strerror(read_error_) : "read error"));
            return false;
        }
        return summarise();
    }

private:
    // The next line that names a file; the others are counted on the way.
    bool next(std::string& name)
    {
        ssize_t n;
        while (errno = 0, (n = getline(&line_, &capacity_, file_)) > 0) {
            ++line_number_;
            std::string_view line(line_, static_cast<std::size_t>(n));
            if (line.front() == '#') continue;
            if (line.ends_with('\n')) line.remove_suffix(1);
            if (line.ends_with('\r')) line.remove_suffix(1);
            if (line.empty()) continue;
            std::optional<CheckEntry> entry = parser_.parse(line);
            if (!entry || (file_ == stdin && entry->name == "-")) {
                ++misformatted_;
                if (!options_.warn) continue;
                const std::lock_guard lock(mutex_);
                pending_.push_back({{}, fmt::format("{}: {}: improperly formatted {} checksum line", shown_, line_number_, options_.algorithm())});
                continue;
            }
            any_line_ = true;
            name = entry->name;
            const std::lock_guard lock(mutex_);
            pending_.push_back({entry->digest, {}});
            return true;
        }
        if (std::ferror(file_) != 0) read_error_ = errno;
        return false;
    }

    // Prints the warnings that come before the next line that names a file.
    void print_warnings()
    {
        const std::lock_guard lock(mutex_);  // the reader threads append while we take
        while (!pending_.empty() && !pending_.front().warning.empty()) {
            complain(pending_.front().warning);
            pending_.pop_front();
        }
    }

    // The digest that the next such line gives.
    Digest take_expected()
    {
        print_warnings();
        const std::lock_guard lock(mutex_);
        const Digest digest = pending_.front().digest;
        pending_.pop_front();
        return digest;
    }

    void compare(const HashResult& r)
    {
        const Digest expected = take_expected();
        if (r.error == ENOENT && options_.ignore_missing) return;
        if (r.error != 0) {
            complain(r.name + ": " + std::strerror(r.error));
            ++unreadable_;
            if (!options_.status) say(r.name, "FAILED open or read");
        } else if (r.digest == expected) {
            any_match_ = true;
            if (!options_.status && !options_.quiet) say(r.name, "OK");
        } else {
            ++mismatched_;
            if (!options_.status) say(r.name, "FAILED");
        }
    }

    void say(const std::string& name, const char* verdict)
    {
        if (name.find('\n') != std::string::npos) fmt::print("\\{}: {}\n", escape_name(name), verdict);
        else fmt::print("{}: {}\n", name, verdict);
    }

    bool summarise()
    {
        if (!any_line_) {
            complain(shown_ + ": no properly formatted checksum lines found");
            return false;
        }
        if (!options_.status) {
            std::fflush(stdout);
            if (misformatted_ != 0) complain(count_of(misformatted_, "line is improperly formatted", "lines are improperly formatted"));
            if (unreadable_ != 0) complain(count_of(unreadable_, "listed file could not be read", "listed files could not be read"));
            if (mismatched_ != 0) complain(count_of(mismatched_, "computed checksum did NOT match", "computed checksums did NOT match"));
            if (options_.ignore_missing && !any_match_) complain(shown_ + ": no file was verified");
        }
        return any_match_ && mismatched_ == 0 && unreadable_ == 0 && (!options_.strict || misformatted_ == 0);
    }

    const SumOptions& options_;
    const std::string name_, shown_;
    LineParser parser_{options_.algorithm()};
    std::FILE* file_ = nullptr;
    char* line_ = nullptr;
    std::size_t capacity_ = 0;
    struct Pending {
        Digest digest{};
        std::string warning;  // of a line that names no file
    };
    std::mutex mutex_;
    std::deque<Pending> pending_;  // the lines whose results are still to come, in order
    std::size_t line_number_ = 0, misformatted_ = 0, unreadable_ = 0, mismatched_ = 0;
    int read_error_ = 0;
    bool any_line_ = false, any_match_ = false;
};

}  // namespace

void add_sum(CLI::App& app, int& code)
{
    CLI::App* const cmd = app.add_subcommand("sum", "Print or check SHA-256 checksums, as sha256sum does");
    auto o = std::make_shared<SumOptions>();
    cmd->add_flag("-b,--binary", o->binary, "Mark the names as read in binary mode");
    cmd->add_flag("-c,--check", o->check, "Read checksums from the files and check them");
    cmd->add_flag("--tag", o->tag, "Print BSD-style lines: SHA256 (name) = digest");
    cmd->add_flag("-t,--text", o->text, "Mark the names as read in text mode (default)");
    cmd->add_flag("-z,--zero", o->zero, "End each line with NUL and do not escape names");
    cmd->add_flag("--double", o->double_hash, "SHA-256 of the SHA-256 (tag SHA256D)");
    cmd->add_flag("--ignore-missing", o->ignore_missing, "Check: say nothing of missing files");
    cmd->add_flag("--quiet", o->quiet, "Check: do not print OK");
    cmd->add_flag("--status", o->status, "Check: print nothing, only set the exit code");
    cmd->add_flag("--strict", o->strict, "Check: improperly formatted lines fail the check");
    cmd->add_flag("-w,--warn", o->warn, "Check: warn about improperly formatted lines");
    cmd->add_option("-j,--jobs", o->jobs, "Files hashed by so many pairs of reader and hasher (default: one a processor)")->check(CLI::Range(1u, 256u));
    cmd->add_option("FILE", o->files, "Files; none or '-' is standard input");
    cmd->callback([o, cmd, &code] {
        for (const CLI::Option* option : cmd->parse_order()) {  // the last of -b and -t counts
            if (option->check_lname("binary")) o->text = false;
            if (option->check_lname("text")) o->binary = false;
        }
        if (const char* const why = misused(*o)) {
            fmt::print(stderr, "lanecrypt sum: {}\nTry 'lanecrypt sum --help' for more information.\n", why);
            code = exit_failed;  // as sha256sum exits
            return;
        }
        if (o->files.empty()) o->files.emplace_back("-");
        bool ok = true;
        if (!o->check) ok = print_sums(*o);
        else
            for (const std::string& name : o->files) ok &= CheckRun(*o, name).run();
        if (!ok) code = exit_failed;
    });
}

}  // namespace lanecrypt::cli
