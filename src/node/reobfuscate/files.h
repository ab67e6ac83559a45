// File operations whose effect is on the disk when they return. All throw ProblemError with the file and the reason.
#pragma once
#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace lanecrypt::node {

// Throws ProblemError for `path`: `what`, and the text of errno.
[[noreturn]] void throw_errno(const std::filesystem::path& path, const char* what);

// An open descriptor, closed at the end.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int fd) : fd_(fd) {}
    ~Descriptor();
    Descriptor(Descriptor&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
    Descriptor& operator=(Descriptor&& other) noexcept;
    int get() const noexcept { return fd_; }
    explicit operator bool() const noexcept { return fd_ >= 0; }

private:
    int fd_ = -1;
};

Descriptor open_to_read(const std::filesystem::path& path);
Descriptor open_to_append(const std::filesystem::path& path);
// Creates or empties `path`; only its owner may read it until the mode is set.
Descriptor create(const std::filesystem::path& path);

// Whole transfers, whatever the kernel splits them into. read_at returns less only at the end of the file.
std::size_t read_at(const Descriptor& file, const std::filesystem::path& path, std::uint64_t offset, std::span<std::byte> out);
void write_at(const Descriptor& file, const std::filesystem::path& path, std::uint64_t offset, std::span<const std::byte> data);
void write_all(const Descriptor& file, const std::filesystem::path& path, std::string_view text);

void flush(const Descriptor& file, const std::filesystem::path& path);
// Makes renames and removals in `dir` last.
void flush_directory(const std::filesystem::path& dir);
void rename_over(const std::filesystem::path& from, const std::filesystem::path& to);
// True when there was a file. A missing one is no error.
bool remove_file(const std::filesystem::path& path);

// Gives `file` the permissions and the owner that `like` describes (the owner only where it differs).
void copy_permissions(const Descriptor& file, const std::filesystem::path& path, const struct stat& like);

// Replaces `path` by a file with this content, or leaves it as it is: beside it first, flushed, renamed, flushed. An
// existing file's permissions and owner stay; a new one may be read by all.
void replace_file(const std::filesystem::path& path, std::string_view content);

}  // namespace lanecrypt::node
