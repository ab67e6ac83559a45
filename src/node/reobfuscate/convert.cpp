#include "node/reobfuscate/convert.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <span>

#include "node/problem.h"
#include "node/reobfuscate/files.h"

namespace lanecrypt::node {
namespace {

namespace fs = std::filesystem;

// Small enough to stay in the second-level cache between reading, XOR and writing.
constexpr std::size_t chunk = std::size_t{512} << 10;

class Rewriter {
public:
    Rewriter(const fs::path& dir, const JournalFile& file, const Obfuscation& delta, const ConvertContext& context)
        : old_path_(dir / file.name), new_path_(old_path_), plan_(file), delta_(delta), context_(context)
    {
        new_path_ += rewrite_suffix;
    }

    const fs::path& beside() const { return new_path_; }

    void run()
    {
        old_ = open_to_read(old_path_);
        if (::fstat(old_.get(), &stat_) != 0) throw_errno(old_path_, "cannot examine");
        if (static_cast<std::uint64_t>(stat_.st_size) != plan_.size || modification_time(stat_) != plan_.modified)
            throw ProblemError({old_path_.string(), "changed since this run began", {}});
        new_ = create(new_path_);
        write_data();
        leave_tail();
        copy_permissions(new_, new_path_, stat_);
        const std::array<timespec, 2> times{stat_.st_atim, stat_.st_mtim};
        if (::futimens(new_.get(), times.data()) != 0) throw_errno(new_path_, "cannot set the modification time");
        flush(new_, new_path_);
        verify();
    }

private:
    // Calls f(offset, length) over [from, to), with progress and the chance to stop.
    template <class F>
    void for_chunks(std::uint64_t from, std::uint64_t to, F f)
    {
        for (std::uint64_t at = from; at < to;) {
            if (context_.stop.load(std::memory_order_relaxed)) throw Interrupted{};
            const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(chunk, to - at));
            f(at, n);
            at += n;
            context_.progress(n);
        }
    }

    std::span<std::byte> read_whole(const Descriptor& file, const fs::path& path, std::uint64_t at, std::span<std::byte> out)
    {
        if (read_at(file, path, at, out) != out.size()) throw ProblemError({path.string(), "ends too early", at});
        return out;
    }

    void write_data()
    {
        std::uint64_t started = 0;
        for_chunks(0, plan_.tail, [&](std::uint64_t at, std::size_t n) {
            const std::span<std::byte> data = read_whole(old_, old_path_, at, std::span(buffer_.get(), n));
            delta_(data, at);
            write_at(new_, new_path_, at, data);
#if defined(__linux__)
            // Lets the disk begin while the rest is computed; only a hint.
            if (at + n - started >= 16 * chunk) {
                ::sync_file_range(new_.get(), static_cast<off64_t>(started), static_cast<off64_t>(at + n - started), SYNC_FILE_RANGE_WRITE);
                started = at + n;
            }
#endif
        });
    }

    // The tail reads as zeros without being written. Where it was preallocated, it is again.
    void leave_tail()
    {
        context_.progress(plan_.size - plan_.tail);
        if (plan_.tail == plan_.size) return;
        if (::ftruncate(new_.get(), static_cast<off_t>(plan_.size)) != 0) throw_errno(new_path_, "cannot set the size");
        if (static_cast<std::uint64_t>(stat_.st_blocks) * 512 < plan_.size) return;
        const int error = ::posix_fallocate(new_.get(), static_cast<off_t>(plan_.tail), static_cast<off_t>(plan_.size - plan_.tail));
        if (error != 0 && error != EOPNOTSUPP && error != EINVAL) {
            errno = error;
            throw_errno(new_path_, "cannot allocate the tail");
        }
    }

    void verify()
    {
        std::byte* const second = buffer_.get() + chunk;
        for_chunks(0, plan_.size, [&](std::uint64_t at, std::size_t n) {
            const std::span<std::byte> was = read_whole(old_, old_path_, at, std::span(buffer_.get(), n));
            const std::span<std::byte> is = read_whole(new_, new_path_, at, std::span(second, n));
            if (at < plan_.tail) delta_(is.first(static_cast<std::size_t>(std::min<std::uint64_t>(n, plan_.tail - at))), at);
            if (std::memcmp(was.data(), is.data(), n) != 0) throw ProblemError({new_path_.string(), "reads back other bytes than were written", at});
        });
    }

    const fs::path old_path_;
    fs::path new_path_;
    const JournalFile& plan_;
    const Obfuscation delta_;
    const ConvertContext& context_;
    Descriptor old_, new_;
    struct stat stat_ {};
    std::unique_ptr<std::byte[]> buffer_ = std::make_unique<std::byte[]>(2 * chunk);
};

}  // namespace

Obfuscation difference(const Obfuscation& a, const Obfuscation& b)
{
    std::array<std::byte, Obfuscation::key_size> key;
    for (std::size_t i = 0; i < key.size(); ++i) key[i] = a.key()[i] ^ b.key()[i];
    return Obfuscation(key);
}

std::int64_t modification_time(const struct stat& s)
{
    return static_cast<std::int64_t>(s.st_mtim.tv_sec) * 1'000'000'000 + static_cast<std::int64_t>(s.st_mtim.tv_nsec);
}

void rewrite_beside(const fs::path& dir, const JournalFile& file, const Obfuscation& target, const ConvertContext& context)
{
    Rewriter rewriter(dir, file, difference(file.from, target), context);
    try {
        rewriter.run();
    } catch (...) {
        ::unlink(rewriter.beside().c_str());
        throw;
    }
}

}  // namespace lanecrypt::node
