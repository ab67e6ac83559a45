#include "node/reobfuscate/records.h"

#include <algorithm>
#include <array>
#include <vector>

#include "node/block.h"
#include "node/file_window.h"
#include "node/magic_search.h"

namespace lanecrypt::node {
namespace {

constexpr std::size_t chunk = std::size_t{1} << 20;

// Magic and size before each record; undo records carry a checksum behind.
constexpr std::uint64_t head_size = 8, undo_checksum_size = 32;
// Undo data can outgrow its block: nodes read objects of up to 32 MiB.
constexpr std::uint32_t max_undo_size = 0x02000000;

bool all_zero(const InputFile& file, std::uint64_t from)
{
    std::vector<std::byte> part(static_cast<std::size_t>(std::min<std::uint64_t>(chunk, file.size() - from)));
    while (from < file.size()) {
        const std::size_t n = file.read(from, part);
        if (n == 0) break;
        if (std::any_of(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(n), [](std::byte b) { return b != std::byte{0}; })) return false;
        from += n;
    }
    return true;
}

class Scanner {
public:
    Scanner(const InputFile& file, FileKind kind, const Obfuscation& key, const Magic& magic) : file_(file), kind_(kind), key_(key), magic_(magic) {}

    RecordScan run()
    {
        RecordScan out;
        out.size = file_.size();
        std::uint64_t at = 0;
        while (at < out.size) {
            const std::uint64_t end = record_end(at);
            if (end != 0) {
                ++out.records;
                out.records_end = at = end;
            } else {
                at = next_magic(at + 1);
            }
        }
        const bool zeros = all_zero(file_, out.records_end);
        out.tail = zeros ? out.records_end : out.size;
        out.all_zero = zeros && out.records == 0;
        return out;
    }

private:
    // The end of the record that begins at `at`; 0 when none does.
    std::uint64_t record_end(std::uint64_t at) const
    {
        std::array<std::byte, head_size> head;
        if (file_.read(at, head) != head.size()) return 0;
        key_(head, at);
        if (!std::equal(magic_.begin(), magic_.end(), head.begin())) return 0;
        const std::uint32_t size = load32_le(head.data() + 4);
        const bool plausible = kind_ == FileKind::undo ? size != 0 && size <= max_undo_size : size >= min_block_size && size <= max_block_size;
        const std::uint64_t end = at + head_size + size + (kind_ == FileKind::undo ? undo_checksum_size : 0);
        return plausible && end <= file_.size() ? end : 0;
    }

    std::uint64_t next_magic(std::uint64_t at) const
    {
        std::vector<std::byte> part(chunk + magic_.size() - 1);
        while (at < file_.size()) {
            const std::size_t n = file_.read(at, part);
            const std::span<std::byte> data = std::span(part).first(n);
            key_(data, at);
            const std::size_t found = find_magic(data, magic_);
            if (found < n) return at + found;
            if (n < part.size()) break;
            at += chunk;
        }
        return file_.size();
    }

    const InputFile& file_;
    const FileKind kind_;
    const Obfuscation& key_;
    const Magic& magic_;
};

}  // namespace

RecordScan scan_records(const std::filesystem::path& path, FileKind kind, const Obfuscation& key, const Magic& magic)
{
    const InputFile file(path);
    return Scanner(file, kind, key, magic).run();
}

}  // namespace lanecrypt::node
