#include "node/synthetic_directory.h"

#include <algorithm>
#include <array>
#include <deque>
#include <system_error>
#include <vector>

#include "node/directory.h"
#include "node/synthetic_chain.h"
#include "node/undo.h"
#include "node/undo_file.h"
#include "node/undo_file_writer.h"

namespace lanecrypt::node {
namespace {

namespace fs = std::filesystem;

// Blocks that are on their way at the same time and arrive in any order.
constexpr std::size_t in_flight = 16;

// Takes away everything made so far unless kept.
class Cleanup {
public:
    explicit Cleanup(const fs::path& dir) : dir_(dir) {}
    ~Cleanup()
    {
        std::error_code ignored;
        for (const fs::path& p : files_) fs::remove(p, ignored);
        if (own_directory_ && !keep_) fs::remove(dir_, ignored);
    }
    void made_directory() { own_directory_ = true; }
    void add(fs::path file) { files_.push_back(std::move(file)); }
    void keep()
    {
        keep_ = true;
        files_.clear();
    }

private:
    fs::path dir_;
    std::vector<fs::path> files_;
    bool own_directory_ = false, keep_ = false;
};

void prepare(const fs::path& dir, Cleanup& cleanup)
{
    std::error_code error;
    if (fs::create_directory(dir, error)) return cleanup.made_directory();
    if (error) throw ProblemError({dir.string(), "cannot create the directory: " + error.message(), {}});
    const fs::directory_iterator it(dir, error);
    if (error) throw ProblemError({dir.string(), "cannot read the directory: " + error.message(), {}});
    if (it != fs::directory_iterator{}) throw ProblemError({dir.string(), "the directory is not empty; nothing is overwritten", {}});
}

Obfuscation key_from(Random& random)
{
    std::array<std::byte, Obfuscation::key_size> key;
    random.fill(key.data(), key.size());
    return Obfuscation(key);
}

// The undo data of a block.
std::vector<std::byte> undo_of(const SyntheticBlock& block)
{
    std::vector<UndoOutput> outputs;
    for (const SpentOutput& o : block.spent) outputs.push_back({o.value, o.script, o.height, o.coinbase});
    std::vector<std::byte> out;
    append_undo(out, std::span(block.input_counts).subspan(1), outputs);
    return out;
}

}  // namespace

SyntheticSummary write_synthetic_directory(const fs::path& dir, const SyntheticOptions& options)
{
    SyntheticSummary out;
    Cleanup cleanup(dir);
    prepare(dir, cleanup);
    SyntheticChain chain(options.seed);
    Random order(options.seed ^ 0x6f72646572u);  // apart from the chain's, so that the blocks depend on the seed alone
    out.key = options.key.value_or(key_from(order));

    cleanup.add(dir / key_file_name);
    OutputFile key_file(dir / key_file_name);
    key_file.write(out.key.key());
    key_file.close();

    BlockFileWriter writer(dir, *network_by_text("regtest"), out.key, options.file_limit);
    UndoFileWriter undo(dir, *network_by_text("regtest"), out.key);
    std::deque<SyntheticBlock> waiting;
    const auto store = [&](std::size_t i) {
        const std::uint32_t before = writer.files();
        cleanup.add(writer.path_of(before));  // in case it is begun now
        cleanup.add(undo_file_path(dir, before));
        if (out.blocks != 0 && order.percent(4)) {
            writer.gap(order.between(1, 20'000));
            ++out.gaps;
        }
        const BlockPosition position = writer.append(waiting[i].bytes);
        if (waiting[i].height != 0) {  // the genesis block has no undo data
            Hash previous;
            std::copy_n(waiting[i].bytes.begin() + 4, previous.size(), previous.begin());
            undo.append(position.file, previous, undo_of(waiting[i]));
        }
        ++out.blocks;
        out.transactions += waiting[i].transactions;
        waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(i));
    };
    while (out.block_bytes < options.size) {
        const bool stale = out.height > 1 && order.percent(2);
        waiting.push_back(stale ? chain.stale() : chain.next());
        out.stale += stale;
        out.height = std::max(out.height, waiting.back().height);
        out.block_bytes += waiting.back().bytes.size();
        if (out.height == 0) store(0);  // a node writes the genesis block before it has any peer
        if (waiting.size() == in_flight) store(static_cast<std::size_t>(order.below(in_flight)));
        if (options.progress && !options.progress(out.block_bytes)) {
            out.stopped = true;
            return out;
        }
    }
    while (!waiting.empty()) store(static_cast<std::size_t>(order.below(waiting.size())));
    writer.finish();
    undo.finish();
    out.files = writer.files();
    cleanup.keep();
    return out;
}

}  // namespace lanecrypt::node
