// The reader of rev files on any bytes.
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "input.h"
#include "node/undo_file.h"

using namespace lanecrypt::node;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const std::filesystem::path dir = [] {
        const auto path = std::filesystem::temp_directory_path() / ("lanecrypt-fuzz-" + std::to_string(::getpid()));
        std::filesystem::create_directory(path);
        return path;
    }();
    BlocksDirectory directory;
    directory.path = dir;
    directory.network = *network_by_text("regtest");
    {
        std::ofstream out(undo_file_path(dir, 0), std::ios::binary);
        out.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    }
    std::size_t problems = 0;
    UndoFile file(directory, 0, [&](const Problem&) { ++problems; });
    lanecrypt::fuzz::require_that(file.records() <= size / 41 && problems <= size, "more records than fit");
    Block block;
    block.transactions.resize(1 + size % 3);
    std::vector<std::byte> buffer;
    const Bytes found = file.find(block, buffer);
    lanecrypt::fuzz::require_that(found.size() <= size, "more undo data than the file has");
    return 0;
}
