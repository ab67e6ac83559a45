#include "node/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace lanecrypt::node {

OutputFile::OutputFile(const std::filesystem::path& path) : name_(path.string())
{
    descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail("cannot create");
}

OutputFile::~OutputFile()
{
    if (descriptor_ >= 0) ::close(descriptor_);
}

void OutputFile::fail(const char* what) const
{
    throw ProblemError({name_, std::string(what) + ": " + std::generic_category().message(errno), {}});
}

void OutputFile::write(Bytes data)
{
    while (!data.empty()) {
        const ssize_t n = ::pwrite(descriptor_, data.data(), data.size(), static_cast<off_t>(size_));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) fail("cannot write");
        size_ += static_cast<std::uint64_t>(n);
        data = data.subspan(static_cast<std::size_t>(n));
    }
}

void OutputFile::skip(std::uint64_t count)
{
    if (count == 0) return;
    size_ += count;
    if (::ftruncate(descriptor_, static_cast<off_t>(size_)) != 0) fail("cannot write");
}

void OutputFile::close()
{
    const int descriptor = descriptor_;
    descriptor_ = -1;
    if (::close(descriptor) != 0) fail("cannot write");
}

}  // namespace lanecrypt::node
