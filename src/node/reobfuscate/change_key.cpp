#include "node/reobfuscate/change_key.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <mutex>
#include <thread>

#include "node/directory.h"
#include "node/reobfuscate/convert.h"
#include "node/reobfuscate/files.h"
#include "node/reobfuscate/records.h"

namespace lanecrypt::node {
namespace {

namespace fs = std::filesystem;

Obfuscation random_key()
{
    std::array<std::byte, Obfuscation::key_size> key{};
    while (!Obfuscation(key))
        if (::getrandom(key.data(), key.size(), 0) != static_cast<ssize_t>(key.size())) throw ProblemError({"getrandom", std::strerror(errno), {}});
    return Obfuscation(key);
}

// blkNNNNN.dat and revNNNNN.dat by name.
std::vector<std::string> data_files(const fs::path& dir)
{
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator it(dir, error), end; !error && it != end; it.increment(error)) {
        const std::string name = it->path().filename().string();
        const bool kind = name.starts_with("blk") || name.starts_with("rev");
        const std::string_view digits = kind && name.ends_with(".dat") && name.size() >= 12 ? std::string_view(name).substr(3, name.size() - 7) : "";
        if (!digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos) names.push_back(name);
    }
    if (error) throw ProblemError({dir.string(), "cannot read the directory: " + error.message(), {}});
    std::sort(names.begin(), names.end());
    return names;
}

FileKind kind_of(const std::string& name) { return name.starts_with("rev") ? FileKind::undo : FileKind::blocks; }

// What xor.dat holds; nothing without one.
std::optional<Obfuscation> read_key_file(const fs::path& dir)
{
    const fs::path path = dir / key_file_name;
    std::error_code ignored;
    if (!fs::exists(fs::symlink_status(path, ignored))) return std::nullopt;
    std::array<std::byte, Obfuscation::key_size + 1> raw;
    const std::size_t n = read_at(open_to_read(path), path, 0, raw);
    if (n != Obfuscation::key_size) throw ProblemError({path.string(), "a key file must have 8 bytes", {}});
    return Obfuscation(std::span<const std::byte, Obfuscation::key_size>(raw.data(), Obfuscation::key_size));
}

struct stat examine(const fs::path& path)
{
    struct stat s;
    if (::stat(path.c_str(), &s) != 0) throw_errno(path, "cannot examine");
    if (!S_ISREG(s.st_mode)) throw ProblemError({path.string(), "not a regular file", {}});
    return s;
}

// The network of the first block file that begins with a magic under the key it has.
std::optional<Network> detect_network(const fs::path& dir, const std::vector<JournalFile>& files)
{
    for (const JournalFile& f : files) {
        std::array<std::byte, 4> magic{};
        const fs::path path = dir / f.name;
        const Descriptor file = open_to_read(path);
        if (read_at(file, path, 0, magic) != magic.size()) continue;
        f.from(magic, 0);
        if (const std::optional<Network> n = network_by_magic(magic)) return n;
    }
    return std::nullopt;
}

// Sizes, times and tails of the files under the keys they have; checks that the keys fit.
void examine_files(ChangePlan& plan, const std::map<std::string, JournalFile>& known)
{
    for (JournalFile& f : plan.content.files) {
        const fs::path path = plan.dir / f.name;
        const struct stat s = examine(path);
        f.size = static_cast<std::uint64_t>(s.st_size);
        f.modified = modification_time(s);
        const auto before = known.find(f.name);
        if (before != known.end() && before->second.size == f.size && before->second.modified == f.modified) {
            f.tail = before->second.tail;
            continue;
        }
        const RecordScan scan = scan_records(path, kind_of(f.name), f.from, plan.network.magic);
        if (scan.records == 0 && !scan.all_zero)
            throw ProblemError({path.string(), "no record of " + std::string(plan.network.name) + " under the key " + f.from.hex_key() + ": this key does not fit, nothing was changed", 0});
        f.tail = scan.tail;
    }
}

std::vector<JournalFile> files_under(const fs::path& dir, const std::vector<std::string>& names, const std::optional<JournalContent>& journal, const Obfuscation& key)
{
    std::map<std::string, Obfuscation> carried;
    if (journal)
        for (const JournalFile& f : current_state(dir, *journal)) carried[f.name] = f.from;
    std::vector<JournalFile> files;
    for (const std::string& name : names) {
        const auto it = carried.find(name);
        files.push_back({name, it == carried.end() ? key : it->second, 0, 0, 0, JournalFile::State::planned});
        if (it != carried.end()) carried.erase(it);
    }
    if (!carried.empty()) throw ProblemError({(dir / carried.begin()->first).string(), "missing, but in the journal of an unfinished change", {}});
    return files;
}

void check_space(const ChangePlan& plan, unsigned jobs)
{
    struct statvfs fs_info;
    if (::statvfs(plan.dir.c_str(), &fs_info) != 0) throw_errno(plan.dir, "cannot examine the file system");
    std::vector<std::uint64_t> sizes;
    for (const JournalFile& f : plan.content.files)
        if (f.state != JournalFile::State::done) sizes.push_back(f.size);
    std::sort(sizes.rbegin(), sizes.rend());
    sizes.resize(std::min<std::size_t>(sizes.size(), jobs));
    std::uint64_t need = std::uint64_t{1} << 16;  // the journal
    for (const std::uint64_t s : sizes) need += s;
    const std::uint64_t free = static_cast<std::uint64_t>(fs_info.f_bavail) * fs_info.f_frsize;
    if (free < need)
        throw ProblemError({plan.dir.string(), "too little free space: " + std::to_string(need) + " bytes are needed for " + std::to_string(sizes.size()) + " file(s) at once, " + std::to_string(free) + " are free", {}});
}

void finish(const ChangePlan& plan, JournalWriter& journal)
{
    const fs::path path = plan.dir / key_file_name;
    if (plan.restores_base && !plan.content.base) {
        if (remove_file(path)) flush_directory(plan.dir);
    } else {
        const auto key = plan.content.target.key();
        replace_file(path, std::string_view(reinterpret_cast<const char*>(key.data()), key.size()));
    }
    journal.remove();
}

}  // namespace

DirectoryLock::DirectoryLock(const fs::path& dir, bool create_file)
{
    const fs::path path = dir / ".lock";
    struct stat owner;
    const bool existed = ::stat(path.c_str(), &owner) == 0;
    if (!existed && !create_file) return;
    file_ = Descriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
    if (!file_) throw_errno(path, "cannot open the lock file");
    // A lock file made by root must not shut out the node's own user.
    if (!existed && ::geteuid() == 0 && ::stat(dir.c_str(), &owner) == 0 && ::fchown(file_.get(), owner.st_uid, owner.st_gid) != 0)
        throw_errno(path, "cannot set the owner");
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    if (::fcntl(file_.get(), F_SETLK, &lock) == 0) return;
    if (errno == EACCES || errno == EAGAIN) throw ProblemError({path.string(), "held by another process: a node or another lanecrypt is using this directory", {}});
    throw_errno(path, "cannot lock");
}

std::vector<JournalFile> current_state(const fs::path& dir, const JournalContent& content)
{
    std::vector<JournalFile> files = content.files;
    for (JournalFile& f : files) {
        fs::path beside = dir / f.name;
        beside += rewrite_suffix;
        struct stat s;
        // A complete rewritten form that is gone has been renamed over the file.
        const bool renamed = f.state == JournalFile::State::ready && ::lstat(beside.c_str(), &s) != 0 && errno == ENOENT;
        if (f.state == JournalFile::State::done || renamed) f.from = content.target;
    }
    return files;
}

std::uint64_t ChangePlan::work() const
{
    std::uint64_t sum = 0;
    for (const JournalFile& f : content.files)
        if (f.state != JournalFile::State::done) sum += convert_work(f);
    return sum;
}

std::uint64_t ChangePlan::largest() const
{
    std::uint64_t most = 0;
    for (const JournalFile& f : content.files)
        if (f.state != JournalFile::State::done) most = std::max(most, f.size);
    return most;
}

std::size_t ChangePlan::files_to_rewrite() const
{
    return static_cast<std::size_t>(std::count_if(content.files.begin(), content.files.end(), [](const JournalFile& f) { return f.state != JournalFile::State::done; }));
}

bool ChangePlan::nothing_to_do() const
{
    return !resumes && files_to_rewrite() == 0 && key_file.value_or(Obfuscation{}) == content.target;
}

ChangePlan plan_change(const fs::path& dir, const KeyWish& wish, const std::optional<Network>& network)
{
    ChangePlan plan;
    plan.dir = dir;
    const std::optional<JournalContent> journal = read_journal(dir);
    plan.resumes = journal.has_value();
    plan.key_file = read_key_file(dir);
    if (wish.kind == KeyWish::Kind::rollback && !journal) throw ProblemError({dir.string(), "nothing to roll back: no change of key is unfinished", {}});

    plan.content.base = journal ? journal->base : plan.key_file;
    const Obfuscation base_key = plan.content.base.value_or(Obfuscation{});
    const std::vector<std::string> names = data_files(dir);
    if (names.empty()) throw ProblemError({dir.string(), "no blkNNNNN.dat in it", {}});
    plan.content.files = files_under(dir, names, journal, base_key);
    const std::optional<Network> found = network ? network : detect_network(dir, plan.content.files);
    if (!found)
        throw ProblemError({(dir / names.front()).string(), "no file begins with a network's magic under the key " + base_key.hex_key() + ": the key in xor.dat does not fit, nothing was changed", 0});
    plan.network = *found;

    std::map<std::string, JournalFile> known;
    if (journal)
        for (const JournalFile& f : journal->files) known[f.name] = f;
    examine_files(plan, known);

    switch (wish.kind) {
    case KeyWish::Kind::random: plan.content.target = journal ? journal->target : random_key(); break;
    case KeyWish::Kind::given: plan.content.target = wish.key; break;
    case KeyWish::Kind::rollback:
        plan.content.target = base_key;
        break;
    }
    plan.restores_base = plan.content.target == base_key;
    for (JournalFile& f : plan.content.files)
        if (f.from == plan.content.target) f.state = JournalFile::State::done;
    return plan;
}

ChangeResult carry_out(const ChangePlan& plan, const ChangeOptions& options)
{
    ChangeResult result;
    check_space(plan, options.jobs);
    JournalWriter journal(plan.dir, plan.content);
    for (const JournalFile& f : plan.content.files) {
        fs::path beside = plan.dir / f.name;
        beside += rewrite_suffix;
        remove_file(beside);  // left by a run that was cut off
    }

    std::mutex mutex;  // guards everything below
    std::uint64_t bytes_done = 0;
    std::size_t next = 0;
    std::atomic<bool> never{false}, failed{false};
    const std::atomic<bool>& stop = options.stop != nullptr ? *options.stop : never;
    const ConvertContext context{stop, [&](std::uint64_t bytes) {
                                     const std::lock_guard lock(mutex);
                                     bytes_done += bytes;
                                     if (options.progress) options.progress(bytes_done);
                                 }};
    const auto work = [&] {
        for (;;) {
            const JournalFile* file = nullptr;
            {
                const std::lock_guard lock(mutex);
                while (next < plan.content.files.size() && plan.content.files[next].state == JournalFile::State::done) ++next;
                if (next == plan.content.files.size() || failed || stop) return;
                file = &plan.content.files[next++];
            }
            try {
                rewrite_beside(plan.dir, *file, plan.content.target, context);
                fs::path beside = plan.dir / file->name;
                beside += rewrite_suffix;
                flush_directory(plan.dir);
                journal.ready(file->name);
                rename_over(beside, plan.dir / file->name);
                flush_directory(plan.dir);
                journal.done(file->name);
                const std::lock_guard lock(mutex);
                ++result.files_done;
            } catch (const ProblemError& e) {
                failed = true;
                const std::lock_guard lock(mutex);
                result.errors.push_back(e.problem.text());
            } catch (const Interrupted&) {
                const std::lock_guard lock(mutex);
                result.interrupted = true;
            }
        }
    };
    std::vector<std::thread> threads;
    for (unsigned i = 1; i < options.jobs; ++i) threads.emplace_back(work);
    work();
    for (std::thread& t : threads) t.join();

    if (stop) result.interrupted = true;
    if (!failed && !result.interrupted) {
        finish(plan, journal);
        result.complete = true;
    }
    return result;
}

}  // namespace lanecrypt::node
