#include "node/reobfuscate/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

#include "node/problem.h"

namespace lanecrypt::node {

void throw_errno(const std::filesystem::path& path, const char* what)
{
    throw ProblemError({path.string(), std::string(what) + ": " + std::strerror(errno), {}});
}

Descriptor::~Descriptor()
{
    if (fd_ >= 0) ::close(fd_);
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept
{
    std::swap(fd_, other.fd_);
    return *this;
}

Descriptor open_to_read(const std::filesystem::path& path)
{
    Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file) throw_errno(path, "cannot open");
    return file;
}

Descriptor open_to_append(const std::filesystem::path& path)
{
    Descriptor file(::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
    if (!file) throw_errno(path, "cannot open");
    return file;
}

Descriptor create(const std::filesystem::path& path)
{
    Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR));
    if (!file) throw_errno(path, "cannot create");
    return file;
}

std::size_t read_at(const Descriptor& file, const std::filesystem::path& path, std::uint64_t offset, std::span<std::byte> out)
{
    std::size_t done = 0;
    while (done < out.size()) {
        const ssize_t n = ::pread(file.get(), out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) throw_errno(path, "cannot read");
        if (n == 0) break;
        done += static_cast<std::size_t>(n);
    }
    return done;
}

void write_at(const Descriptor& file, const std::filesystem::path& path, std::uint64_t offset, std::span<const std::byte> data)
{
    std::size_t done = 0;
    while (done < data.size()) {
        const ssize_t n = ::pwrite(file.get(), data.data() + done, data.size() - done, static_cast<off_t>(offset + done));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) throw_errno(path, "cannot write");
        done += static_cast<std::size_t>(n);
    }
}

void write_all(const Descriptor& file, const std::filesystem::path& path, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t n = ::write(file.get(), text.data(), text.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) throw_errno(path, "cannot write");
        text.remove_prefix(static_cast<std::size_t>(n));
    }
}

void flush(const Descriptor& file, const std::filesystem::path& path)
{
    if (::fsync(file.get()) != 0) throw_errno(path, "cannot flush");
}

void flush_directory(const std::filesystem::path& dir)
{
    const Descriptor handle(::open(dir.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!handle) throw_errno(dir, "cannot open");
    flush(handle, dir);
}

void rename_over(const std::filesystem::path& from, const std::filesystem::path& to)
{
    if (::rename(from.c_str(), to.c_str()) != 0) throw_errno(to, "cannot rename the new file to this name");
}

bool remove_file(const std::filesystem::path& path)
{
    if (::unlink(path.c_str()) == 0) return true;
    if (errno == ENOENT) return false;
    throw_errno(path, "cannot remove");
}

void copy_permissions(const Descriptor& file, const std::filesystem::path& path, const struct stat& like)
{
    struct stat now;
    if (::fstat(file.get(), &now) != 0) throw_errno(path, "cannot examine");
    if ((now.st_uid != like.st_uid || now.st_gid != like.st_gid) && ::fchown(file.get(), like.st_uid, like.st_gid) != 0)
        throw_errno(path, "cannot set the owner");
    if (::fchmod(file.get(), like.st_mode & 07777) != 0) throw_errno(path, "cannot set the permissions");
}

void replace_file(const std::filesystem::path& path, std::string_view content)
{
    std::filesystem::path beside = path;
    beside += ".new";
    {
        const Descriptor file = create(beside);
        write_all(file, beside, content);
        struct stat like;
        if (::stat(path.c_str(), &like) == 0) copy_permissions(file, beside, like);
        else if (::fchmod(file.get(), 0644) != 0) throw_errno(beside, "cannot set the permissions");
        flush(file, beside);
    }
    rename_over(beside, path);
    flush_directory(path.parent_path());
}

}  // namespace lanecrypt::node
