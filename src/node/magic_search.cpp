#include "node/magic_search.h"

#include <algorithm>
#include <cstring>

#include "base/bytes.h"

namespace lanecrypt::node {
namespace {

// Bytes looked at in one go.
constexpr std::size_t search_step = std::size_t{64} << 10;

// Length of the run of bytes that repeat `pattern` (eight bytes, in step with the file offset).
std::size_t pattern_run(Bytes data, std::uint64_t offset, std::span<const std::byte, 8> pattern) noexcept
{
    std::byte turned[8];
    for (std::size_t i = 0; i < 8; ++i) turned[i] = pattern[(offset + i) & 7];
    std::size_t n = 0;
    while (data.size() - n >= 8 && std::memcmp(data.data() + n, turned, 8) == 0) n += 8;
    while (n < data.size() && data[n] == turned[n & 7]) ++n;
    return n;
}

}  // namespace

std::size_t find_magic(Bytes data, const Magic& magic) noexcept
{
    const std::byte* const begin = data.data();
    std::size_t i = 0;
    while (data.size() - i >= magic.size()) {
        const void* const hit = std::memchr(begin + i, std::to_integer<int>(magic[0]), data.size() - i - (magic.size() - 1));
        if (hit == nullptr) break;
        i = static_cast<std::size_t>(static_cast<const std::byte*>(hit) - begin);
        if (std::memcmp(begin + i, magic.data(), magic.size()) == 0) return i;
        ++i;
    }
    return data.size();
}

std::size_t unwritten_run(Bytes data, std::uint64_t offset, const Obfuscation& key) noexcept
{
    static constexpr std::byte zeros[8]{};
    const std::size_t raw = pattern_run(data, offset, key.key());
    const std::size_t known = key ? std::max(raw, pattern_run(data, offset, zeros)) : raw;
    // A gap from before a change of key shows the difference of the two keys, over and over.
    constexpr std::size_t convincing = 32;
    if (known != 0 || offset == 0 || data.size() < convincing) return known;  // a file that begins so is no block file
    std::byte repeated[8];
    for (std::size_t i = 0; i < 8; ++i) repeated[(offset + i) % 8] = data[i];
    const std::size_t run = pattern_run(data, offset, repeated);
    return run >= convincing ? run : known;
}

std::uint64_t find_magic(FileWindow& window, std::uint64_t offset, std::uint64_t file_size, const Magic& magic)
{
    while (file_size - offset >= magic.size()) {
        const Bytes here = window.at(offset, search_step);
        const std::size_t at = find_magic(here, magic);
        if (at != here.size()) return offset + at;
        offset += here.size() - (magic.size() - 1);
    }
    return file_size;
}

std::uint64_t end_of_unwritten(FileWindow& window, std::uint64_t offset, std::uint64_t file_size, const Obfuscation& key)
{
    while (offset < file_size) {
        const Bytes here = window.at(offset, search_step);
        const std::size_t run = unwritten_run(here, offset, key);
        offset += run;
        if (run < here.size()) break;
    }
    return offset;
}

}  // namespace lanecrypt::node
