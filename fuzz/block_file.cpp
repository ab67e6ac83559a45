// Any bytes as a block file, with a key and a window taken from the first nine of them: no crash, no endless loop, and
// every block handed out lies where it says.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "node/block_file_reader.h"

using namespace lanecrypt::node;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 9) return 0;
    const Bytes all = std::as_bytes(std::span(data, size)), content = all.subspan(9);
    const int descriptor = ::memfd_create("block file", 0);
    if (descriptor < 0 || ::write(descriptor, content.data(), content.size()) != static_cast<ssize_t>(content.size())) std::abort();

    BlocksDirectory directory;
    directory.network = *network_by_text("regtest");
    directory.key = lanecrypt::Obfuscation(all.subspan<1, 8>());
    directory.files.push_back({0, "/proc/self/fd/" + std::to_string(descriptor), content.size()});
    ReaderOptions options;
    options.window = std::size_t{64} << (data[0] & 15);
    options.headers_only = (data[0] & 16) != 0;
    std::uint64_t end = 0;
    for_each_batch(directory, options, [](const Problem&) {}, [&](const BlockFile&, std::span<const StoredBlock> batch, std::uint64_t) {
        for (const StoredBlock& b : batch) {
            if (b.offset < end || b.offset + 8 + b.size > content.size()) std::abort();
            if (!options.headers_only && b.block.bytes.size() != b.size) std::abort();
            end = b.offset + 8 + b.size;
        }
    });
    ::close(descriptor);
    return 0;
}
