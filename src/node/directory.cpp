#include "node/directory.h"

#include <algorithm>
#include <array>
#include <system_error>

#include "node/block.h"
#include "node/file_window.h"
#include "node/magic_search.h"

namespace lanecrypt::node {
namespace {

namespace fs = std::filesystem;

// NNNNN of blkNNNNN.dat: five digits or more.
std::optional<unsigned> block_file_number(const std::string& name)
{
    if (name.size() < 12 || name.size() > 16 || !name.starts_with("blk") || !name.ends_with(".dat")) return std::nullopt;
    unsigned number = 0;
    for (std::size_t i = 3; i < name.size() - 4; ++i) {
        if (name[i] < '0' || name[i] > '9') return std::nullopt;
        number = number * 10 + static_cast<unsigned>(name[i] - '0');
    }
    return number;
}

// The first eight bytes of a file on the disk; shorter or empty when there are not so many or none can be read.
std::vector<std::byte> first_bytes(const fs::path& path)
{
    try {
        const InputFile file(path);
        std::vector<std::byte> raw(8);
        raw.resize(file.read(0, raw));
        return raw;
    } catch (const ProblemError&) {
        return {};
    }
}

// The key of xor.dat; nothing without the file. `unusable` is set when its length is wrong or it cannot be read.
std::optional<Obfuscation> read_key(const fs::path& dir, std::optional<Problem>& unusable)
{
    const fs::path path = dir / key_file_name;
    std::error_code ignored;
    if (!fs::exists(fs::symlink_status(path, ignored))) return std::nullopt;
    try {
        const InputFile file(path);
        std::array<std::byte, Obfuscation::key_size> raw{};
        if (file.size() == raw.size() && file.read(0, raw) == raw.size()) return Obfuscation(raw);
        unusable = Problem{path.string(), "a key file of " + std::to_string(file.size()) + " bytes instead of 8",
                           std::min<std::uint64_t>(file.size(), raw.size())};
    } catch (const ProblemError& e) {
        unusable = e.problem;
    }
    return std::nullopt;
}

class Detector {
public:
    explicit Detector(const std::optional<Network>& wanted) : wanted_(wanted) {}

    // The network whose magic begins `plain`.
    std::optional<Network> match(Bytes plain) const
    {
        if (!wanted_) return network_by_magic(plain);
        const bool same = plain.size() >= wanted_->magic.size() && std::equal(wanted_->magic.begin(), wanted_->magic.end(), plain.begin());
        return same ? wanted_ : std::nullopt;
    }

    // Looks for a whole block behind garbage at the start of a file.
    std::optional<Network> search(const BlockFile& file, const Obfuscation& key) const
    {
        std::vector<std::byte> data;
        try {
            const InputFile input(file.path);
            data.resize(static_cast<std::size_t>(std::min<std::uint64_t>(input.size(), search_limit)));
            data.resize(input.read(0, data));
        } catch (const ProblemError&) {
            return std::nullopt;
        }
        key(data, 0);
        if (wanted_) return holds_block(data, *wanted_) ? wanted_ : std::nullopt;
        for (const Network& n : networks())
            if (holds_block(data, n)) return n;
        return std::nullopt;
    }

private:
    static constexpr std::uint64_t search_limit = std::uint64_t{16} << 20;

    static bool holds_block(Bytes data, const Network& network)
    {
        Block block;
        ParseError error;
        for (std::size_t at = 0; (at += find_magic(data.subspan(at), network.magic)) < data.size(); ++at) {
            const Bytes record = data.subspan(at);
            if (record.size() < 8) break;
            const std::uint32_t size = load32_le(record.data() + 4);
            if (size >= min_block_size && size <= record.size() - 8 && parse_block(record.subspan(8, size), block, error)) return true;
        }
        return false;
    }

    const std::optional<Network>& wanted_;
};

// Why no file can be read.
Problem unreadable(const std::vector<BlockFile>& files, const std::optional<Obfuscation>& key, const std::optional<Problem>& unusable)
{
    if (unusable) return *unusable;
    for (const BlockFile& file : files) {
        const std::vector<std::byte> raw = first_bytes(file.path);
        if (std::all_of(raw.begin(), raw.end(), [](std::byte b) { return b == std::byte{0}; })) continue;
        const std::string begin = "begins with " + hex(Bytes(raw).first(std::min<std::size_t>(raw.size(), 4)));
        if (key && *key)
            return {file.path.string(), begin + ", which is no network's magic, neither as it is nor under the key " + key->hex_key() + " of xor.dat: a wrong key, or no block file", 0};
        return {file.path.string(), begin + ", which is no network's magic, and " + (key ? "the key in xor.dat is all zero" : "there is no xor.dat") + ": the key is lost, or this is no block file", 0};
    }
    for (const BlockFile& file : files) {
        try {
            const InputFile readable(file.path);
        } catch (const ProblemError& e) {
            return e.problem;
        }
    }
    return {files.front().path.string(), "no block in it", 0};
}

}  // namespace

const char* text(KeyFile state) noexcept
{
    switch (state) {
    case KeyFile::none: return "none";
    case KeyFile::zero: return "zero";
    case KeyFile::present: return "present";
    case KeyFile::unneeded: return "unneeded";
    case KeyFile::unusable: return "unusable";
    }
    return "";
}

std::uint64_t BlocksDirectory::total_size() const noexcept
{
    std::uint64_t sum = 0;
    for (const BlockFile& f : files) sum += f.size;
    return sum;
}

std::optional<Obfuscation> obfuscation_from_hex(std::string_view text)
{
    std::array<std::byte, Obfuscation::key_size> key;
    if (!from_hex(text, key)) return std::nullopt;
    return Obfuscation(key);
}

std::vector<BlockFile> list_block_files(const fs::path& dir)
{
    std::vector<BlockFile> files;
    std::error_code error;
    for (fs::directory_iterator it(dir, error), end; !error && it != end; it.increment(error)) {
        const std::optional<unsigned> number = block_file_number(it->path().filename().string());
        if (!number) continue;
        std::error_code no_size;
        const std::uintmax_t size = fs::file_size(it->path(), no_size);
        files.push_back({*number, it->path(), no_size ? 0 : static_cast<std::uint64_t>(size)});
    }
    if (error) throw ProblemError({dir.string(), "cannot read the directory: " + error.message(), {}});
    std::sort(files.begin(), files.end(), [](const BlockFile& a, const BlockFile& b) { return a.number < b.number; });
    return files;
}

BlocksDirectory open_blocks_directory(const fs::path& dir, const std::optional<Network>& wanted, const ProblemSink& sink)
{
    BlocksDirectory out;
    out.path = dir;
    out.files = list_block_files(dir);
    if (out.files.empty()) {
        std::error_code ignored;
        const bool below = fs::is_directory(dir / "blocks", ignored);
        throw ProblemError({dir.string(), below ? "no blkNNNNN.dat in it; its subdirectory blocks may be meant" : "no blkNNNNN.dat in it", {}});
    }

    std::optional<Problem> unusable;
    const std::optional<Obfuscation> key = read_key(dir, unusable);
    const bool keyed = key && *key;
    const Detector detector(wanted);

    std::optional<Network> with_key, plain;
    const BlockFile* plain_file = nullptr;
    for (const BlockFile& file : out.files) {
        std::vector<std::byte> raw = first_bytes(file.path);
        if (!plain && (plain = detector.match(raw))) plain_file = &file;
        if (plain && !keyed) break;
        if (keyed) {
            (*key)(raw, 0);
            if ((with_key = detector.match(raw))) break;
        }
    }
    for (std::size_t i = 0; i < std::min<std::size_t>(out.files.size(), 3) && !with_key && !plain; ++i) {
        if (keyed) with_key = detector.search(out.files[i], *key);
        else if (!unusable && (plain = detector.search(out.files[i], Obfuscation{}))) plain_file = &out.files[i];
    }

    if (with_key) {
        out.network = *with_key;
        out.key = *key;
        out.key_file = KeyFile::present;
        return out;
    }
    if (!plain) throw ProblemError(unreadable(out.files, key, unusable));
    out.network = *plain;
    out.key_file = unusable ? KeyFile::unusable : keyed ? KeyFile::unneeded : key ? KeyFile::zero : KeyFile::none;
    if (unusable) sink(*unusable);
    if (keyed) sink({plain_file->path.string(), "not obfuscated, but xor.dat holds the key " + key->hex_key(), 0});
    return out;
}

}  // namespace lanecrypt::node
