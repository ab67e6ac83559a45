// A new file.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

#include "node/hash.h"
#include "node/problem.h"

namespace lanecrypt::node {

class OutputFile {
public:
    // Creates `path`; throws ProblemError when it exists already or cannot be created.
    explicit OutputFile(const std::filesystem::path& path);
    // Closes without a check: call close() after the last write.
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    // Bytes written and skipped so far.
    std::uint64_t size() const noexcept { return size_; }

    // These throw ProblemError.
    void write(Bytes data);
    // Leaves a hole of zero bytes.
    void skip(std::uint64_t count);
    void close();

private:
    [[noreturn]] void fail(const char* what) const;

    std::string name_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
};

}  // namespace lanecrypt::node
