// A sliding window over a file of any size.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "node/hash.h"
#include "node/problem.h"

namespace lanecrypt::node {

// An open regular file; reading it never changes it.
class InputFile {
public:
    // Throws ProblemError when `path` is no readable regular file.
    explicit InputFile(const std::filesystem::path& path);
    ~InputFile();
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    std::uint64_t size() const noexcept { return size_; }
    const std::string& name() const noexcept { return name_; }

    // Fills `out` from `offset` on, less at the end of the file; returns the number of bytes. Throws ProblemError.
    std::size_t read(std::uint64_t offset, std::span<std::byte> out) const;

private:
    std::string name_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
};

// Called once for every stretch of bytes read, to turn it into plain bytes in place.
using Deobfuscate = std::function<void(std::span<std::byte> data, std::uint64_t offset)>;

class FileWindow {
public:
    // Keeps about `capacity` bytes in memory, more only when a single request is longer.
    FileWindow(const InputFile& file, std::size_t capacity, Deobfuscate deobfuscate);

    // The plain bytes from `offset` on: at least `length` unless the file ends before. Ends the validity of everything
    // returned before, unless holds(offset, length). Requests must not go backwards beyond the last one's offset.
    // Throws ProblemError when the file cannot be read.
    Bytes at(std::uint64_t offset, std::size_t length);

    // True when at(offset, length) would neither read nor move anything.
    bool holds(std::uint64_t offset, std::size_t length) const noexcept
    {
        return offset >= base_ && offset - base_ <= filled_ && (length <= filled_ - (offset - base_) || base_ + filled_ >= file_.size());
    }

private:
    void fill(std::size_t target);

    const InputFile& file_;
    Deobfuscate deobfuscate_;
    std::size_t capacity_;
    std::unique_ptr<std::byte[]> buffer_;
    std::uint64_t base_ = 0;   // file offset of buffer_[0]
    std::size_t filled_ = 0;
};

}  // namespace lanecrypt::node
