// lanecrypt blocks export: plain, framed blocks for parsers that know no obfuscation; or one block alone.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <deque>
#include <map>

#include "blocks/blocks_commands.h"
#include "blocks/report.h"
#include "common/blocks_options.h"
#include "common/units.h"
#include "node/block_hashes.h"
#include "node/chain.h"
#include "node/reobfuscate/files.h"

namespace lanecrypt::cli {
namespace {

struct ExportOptions {
    BlocksOptions blocks;
    std::optional<std::uint32_t> from, to;
    bool height_order = false, force = false;
    std::string output = "-", raw;

    bool needs_chain() const { return from || to || height_order || !raw.empty(); }
};

// Where the blocks go. A file appears under its name only when it is complete.
class Output {
public:
    Output(const std::string& name, bool force) : name_(name)
    {
        if (name == "-") {
            if (isatty(STDOUT_FILENO) == 1) throw node::ProblemError({"standard output", "blocks are binary and this is a terminal; redirect it or use -o FILE", {}});
            return;
        }
        std::error_code ignored;
        if (!force && std::filesystem::exists(std::filesystem::symlink_status(name, ignored))) throw node::ProblemError({name, "exists; --force replaces it", {}});
        file_ = node::create(partial());
    }
    ~Output()
    {
        if (file_) ::unlink(partial().c_str());  // not finished
    }
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;

    void write(node::Bytes data)
    {
        const std::string_view text(reinterpret_cast<const char*>(data.data()), data.size());
        if (file_) {
            node::write_all(file_, partial(), text);
        } else if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) {
            node::throw_errno("standard output", "cannot write");
        }
        bytes_ += data.size();
    }

    void finish()
    {
        if (!file_) return;
        if (::fchmod(file_.get(), 0644) != 0) node::throw_errno(partial(), "cannot set the permissions");
        node::rename_over(partial(), name_);
        file_ = {};
    }
    std::uint64_t bytes() const { return bytes_; }

private:
    std::string partial() const { return name_ + ".partial"; }

    std::string name_;
    node::Descriptor file_;
    std::uint64_t bytes_ = 0;
};

void write_framed(Output& out, const node::Network& network, node::Bytes block)
{
    std::array<std::byte, 8> head;
    std::copy(network.magic.begin(), network.magic.end(), head.begin());
    store32_le(head.data() + 4, static_cast<std::uint32_t>(block.size()));
    out.write(head);
    out.write(block);
}

// All blocks as they are stored.
void export_all(const node::BlocksDirectory& directory, Output& out, ErrorLog& log, std::uint64_t& count)
{
    Progress& bar = log.begin_progress("exporting", directory.total_size());
    std::uint64_t before = 0;
    node::for_each_batch(
        directory, {}, log.sink(),
        [&](const node::BlockFile&, std::span<const node::StoredBlock> batch, std::uint64_t position) {
            for (const node::StoredBlock& b : batch) {
                write_framed(out, directory.network, b.block.bytes);
                ++count;
            }
            bar.update(before + position);
        },
        [&](const node::BlockFile& file, const node::FileSummary&) { before += file.size; });
    log.end_progress();
}

node::Chain read_chain(const node::BlocksDirectory& directory, ErrorLog& log)
{
    node::Chain chain;
    Progress& bar = log.begin_progress("reading headers", directory.total_size());
    node::ReaderOptions how;
    how.headers_only = true;
    std::vector<node::Hash> hashes;
    std::uint64_t before = 0;
    node::for_each_batch(
        directory, how, log.sink(),
        [&](const node::BlockFile& file, std::span<const node::StoredBlock> batch, std::uint64_t position) {
            node::block_hashes(batch, hashes);
            for (std::size_t i = 0; i < batch.size(); ++i)
                chain.add(hashes[i], batch[i].block.header.previous, {file.number, batch[i].size, batch[i].offset});
            bar.update(before + position);
        },
        [&](const node::BlockFile& file, const node::FileSummary&) { before += file.size; });
    log.end_progress();
    return chain;
}

// Reads single blocks; keeps the files it read last open.
class BlockReader {
public:
    explicit BlockReader(const node::BlocksDirectory& directory) : directory_(directory) {}

    node::Bytes read(const node::BlockPosition& at)
    {
        block_.resize(at.size);
        const node::InputFile& file = open(at.file);
        constexpr std::uint64_t head_size = 8;
        if (file.read(at.offset + head_size, block_) != block_.size()) throw node::ProblemError({file.name(), "the block is cut off", at.offset});
        directory_.key(block_, at.offset + head_size);
        return block_;
    }

private:
    const node::InputFile& open(std::uint32_t number)
    {
        const auto it = files_.find(number);
        if (it != files_.end()) return it->second;
        if (order_.size() == 32) {
            files_.erase(order_.front());
            order_.pop_front();
        }
        const auto file = std::find_if(directory_.files.begin(), directory_.files.end(), [&](const node::BlockFile& f) { return f.number == number; });
        order_.push_back(number);
        return files_.try_emplace(number, file->path).first->second;
    }

    const node::BlocksDirectory& directory_;
    std::vector<std::byte> block_;
    std::map<std::uint32_t, node::InputFile> files_;
    std::deque<std::uint32_t> order_;
};

const node::ChainEntry& find_block(const ExportOptions& options, const node::Chain& chain)
{
    if (const std::optional<node::Hash> hash = node::hash_from_display(options.raw)) {
        const node::ChainEntry* const entry = chain.find(*hash);
        if (entry == nullptr) throw node::ProblemError({options.blocks.dir, "no block " + options.raw, {}});
        return *entry;
    }
    std::uint32_t height = 0;
    std::from_chars(options.raw.data(), options.raw.data() + options.raw.size(), height);
    for (const node::ChainEntry& e : chain.entries())
        if (e.best && e.height == height) return e;
    throw node::ProblemError({options.blocks.dir, "no block of height " + options.raw, {}});
}

void require_heights(const ExportOptions& options, const node::ChainSummary& summary)
{
    if (!summary.lowest) throw node::ProblemError({options.blocks.dir, "heights are unknown: the genesis block is not here", {}});
}

// The wanted blocks of the longest chain, by height or as they are stored.
std::vector<const node::ChainEntry*> select_blocks(const ExportOptions& options, const node::Chain& chain)
{
    std::vector<const node::ChainEntry*> chosen;
    for (const node::ChainEntry& e : chain.entries())
        if (e.best && e.height && *e.height >= options.from.value_or(0) && *e.height <= options.to.value_or(UINT32_MAX)) chosen.push_back(&e);
    if (options.height_order)
        std::stable_sort(chosen.begin(), chosen.end(), [](const node::ChainEntry* a, const node::ChainEntry* b) { return *a->height < *b->height; });
    return chosen;
}

void export_chosen(const ExportOptions& options, const node::BlocksDirectory& directory, Output& out, ErrorLog& log, std::uint64_t& count)
{
    node::Chain chain = read_chain(directory, log);
    const node::ChainSummary summary = chain.link();
    BlockReader reader(directory);
    if (!options.raw.empty()) {
        if (!node::hash_from_display(options.raw)) require_heights(options, summary);
        out.write(reader.read(find_block(options, chain).position));
        count = 1;
        return;
    }
    require_heights(options, summary);
    const std::vector<const node::ChainEntry*> chosen = select_blocks(options, chain);
    std::uint64_t total = 0;
    for (const node::ChainEntry* e : chosen) total += e->position.size;
    Progress& bar = log.begin_progress("exporting", total);
    for (const node::ChainEntry* e : chosen) {
        write_framed(out, directory.network, reader.read(e->position));
        bar.update(out.bytes());
        ++count;
    }
    log.end_progress();
    if (chosen.empty()) throw node::ProblemError({options.blocks.dir, "no block of these heights", {}});
}

}  // namespace

void add_blocks_export(CLI::App& blocks, int& code)
{
    CLI::App* const cmd = blocks.add_subcommand("export", "Write plain, framed blocks for parsers that know no obfuscation");
    cmd->footer(
        "Each block is preceded by the network's magic and its size, as in a block file without a key. Without\n"
        "heights all blocks come as they are stored, stale and repeated ones too; with --from, --to or\n"
        "--height-order only those of the longest chain.\n"
        "\n"
        "  lanecrypt blocks export ~/.bitcoin/blocks -o all.dat\n"
        "  lanecrypt blocks export ~/.bitcoin/blocks --from 0 --to 999 --height-order | parser\n"
        "  lanecrypt blocks export ~/.bitcoin/blocks --raw 0 | sha256sum");
    const auto o = std::make_shared<ExportOptions>();
    o->blocks.add_to(*cmd);
    cmd->remove_option(cmd->get_option("--json"));  // the output is the blocks
    cmd->add_option("--from", o->from, "Lowest height");
    cmd->add_option("--to", o->to, "Highest height");
    cmd->add_flag("--height-order", o->height_order, "By height instead of as stored");
    cmd->add_option("-o,--output", o->output, "A file, or - for standard output (default)");
    cmd->add_flag("--force", o->force, "Replace an existing output file");
    cmd->add_option("--raw", o->raw, "Only the block with this hash or height, without magic and size")
        ->check([](const std::string& text) -> std::string {
            const bool digits = !text.empty() && text.size() < 10 && text.find_first_not_of("0123456789") == std::string::npos;
            return digits || node::hash_from_display(text) ? "" : "'" + text + "' is neither a height nor a block hash of 64 digits";
        })
        ->excludes("--from")
        ->excludes("--to")
        ->excludes("--height-order");
    cmd->callback([=, &code] {
        ErrorLog log("blocks export");
        code = run_logged(log, [&] {
            const node::BlocksDirectory directory = o->blocks.open(log);
            Output out(o->output, o->force);
            std::uint64_t count = 0;
            if (o->needs_chain()) export_chosen(*o, directory, out, log, count);
            else export_all(directory, out, log, count);
            out.finish();
            log.note(fmt::format("{}, {}", counted(count, "block"), bytes_text(out.bytes())));
        });
    });
}

}  // namespace lanecrypt::cli
