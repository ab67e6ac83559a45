#include "node/file_window.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace lanecrypt::node {
namespace {

// Bytes read and de-obfuscated at a time, so that they are still in the second-level cache for the second step.
constexpr std::size_t read_step = std::size_t{256} << 10;

std::string system_text(int error) { return std::generic_category().message(error); }

}  // namespace

InputFile::InputFile(const std::filesystem::path& path) : name_(path.string())
{
    // O_NONBLOCK: opening a FIFO must not wait for a writer.
    descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor_ < 0) throw ProblemError({name_, "cannot open: " + system_text(errno), 0});
    struct stat status;
    const int failed = ::fstat(descriptor_, &status) != 0 ? errno : 0;
    if (failed == 0 && S_ISREG(status.st_mode)) {
        size_ = static_cast<std::uint64_t>(status.st_size);
        return;
    }
    ::close(descriptor_);
    throw ProblemError({name_, failed != 0 ? "cannot open: " + system_text(failed) : "not a regular file", 0});
}

InputFile::~InputFile() { ::close(descriptor_); }

std::size_t InputFile::read(std::uint64_t offset, std::span<std::byte> out) const
{
    std::size_t done = 0;
    while (done < out.size()) {
        const ssize_t n = ::pread(descriptor_, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) throw ProblemError({name_, "cannot read: " + system_text(errno), offset + done});
        if (n == 0) break;
        done += static_cast<std::size_t>(n);
    }
    return done;
}

FileWindow::FileWindow(const InputFile& file, std::size_t capacity, Deobfuscate deobfuscate)
    : file_(file),
      deobfuscate_(std::move(deobfuscate)),
      capacity_(static_cast<std::size_t>(std::clamp<std::uint64_t>(file.size(), 64, std::max<std::size_t>(capacity, 64)))),
      buffer_(new std::byte[capacity_])
{
}

void FileWindow::fill(std::size_t target)
{
    while (filled_ < target) {
        const std::span<std::byte> room(buffer_.get() + filled_, std::min(read_step, target - filled_));
        const std::size_t n = file_.read(base_ + filled_, room);
        if (n != 0) deobfuscate_(room.first(n), base_ + filled_);
        filled_ += n;
        if (n < room.size()) {
            // The file shrank while it was being read.
            if (base_ + filled_ < file_.size()) throw ProblemError({file_.name(), "the file became shorter", base_ + filled_});
            return;
        }
    }
}

Bytes FileWindow::at(std::uint64_t offset, std::size_t length)
{
    offset = std::min(offset, file_.size());
    length = static_cast<std::size_t>(std::min<std::uint64_t>(length, file_.size() - offset));
    if (!holds(offset, length)) {
        const std::size_t drop = offset - base_ < filled_ ? static_cast<std::size_t>(offset - base_) : filled_;
        filled_ -= drop;
        if (length > capacity_) {
            std::unique_ptr<std::byte[]> larger(new std::byte[length]);
            std::memcpy(larger.get(), buffer_.get() + drop, filled_);
            buffer_ = std::move(larger);
            capacity_ = length;
        } else {
            std::memmove(buffer_.get(), buffer_.get() + drop, filled_);
        }
        base_ = offset;
        fill(static_cast<std::size_t>(std::min<std::uint64_t>(capacity_, file_.size() - offset)));
    }
    const std::size_t begin = static_cast<std::size_t>(offset - base_);
    return Bytes(buffer_.get() + begin, filled_ - begin);
}

}  // namespace lanecrypt::node
