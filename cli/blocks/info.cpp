// lanecrypt blocks info: what a directory holds, from its headers alone.
#include <map>

#include "blocks/blocks_commands.h"
#include "blocks/report.h"
#include "common/blocks_options.h"
#include "common/units.h"
#include "node/block_hashes.h"

namespace lanecrypt::cli {
namespace {

struct FileLine {
    std::string name;
    std::uint64_t size = 0;
    node::FileSummary summary;
};

struct Info {
    node::BlocksDirectory directory;
    node::Chain chain;
    node::ChainSummary links;
    Totals totals;
    std::uint32_t first_time = 0, last_time = 0;
    std::vector<FileLine> files;
};

Info collect(const BlocksOptions& options, ErrorLog& log)
{
    Info out;
    out.directory = options.open(log);
    Progress& bar = log.begin_progress("reading", out.directory.total_size());
    node::ReaderOptions how;
    how.headers_only = true;
    std::vector<node::Hash> hashes;
    std::uint64_t before = 0;
    node::for_each_batch(
        out.directory, how, log.sink(),
        [&](const node::BlockFile& file, std::span<const node::StoredBlock> batch, std::uint64_t position) {
            node::block_hashes(batch, hashes);
            for (std::size_t i = 0; i < batch.size(); ++i) {
                const node::Header& header = batch[i].block.header;
                out.chain.add(hashes[i], header.previous, {file.number, batch[i].size, batch[i].offset});
                if (out.first_time == 0 || header.time < out.first_time) out.first_time = header.time;
                out.last_time = std::max(out.last_time, header.time);
            }
            bar.update(before + position);
        },
        [&](const node::BlockFile& file, const node::FileSummary& summary) {
            before += file.size;
            out.totals.add(summary);
            out.files.push_back({file.path.filename().string(), file.size, summary});
        });
    log.end_progress();
    out.links = out.chain.link();
    return out;
}

// "blk00007.dat to blk00009.dat": numbers that are not there between the first and the last.
std::vector<std::string> missing_files(const node::BlocksDirectory& directory)
{
    std::vector<std::string> out;
    for (std::size_t i = 1; i < directory.files.size(); ++i) {
        const unsigned from = directory.files[i - 1].number + 1, to = directory.files[i].number;
        if (from + 1 == to) out.push_back(fmt::format("blk{:05}.dat", from));
        else if (from < to) out.push_back(fmt::format("blk{:05}.dat to blk{:05}.dat", from, to - 1));
    }
    return out;
}

std::string time_text(std::uint32_t seconds)
{
    const std::time_t t = seconds;
    std::tm utc{};
    gmtime_r(&t, &utc);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &utc);
    return text;
}

void print_text(const Info& info, bool files)
{
    const node::BlocksDirectory& d = info.directory;
    print_line("network", "{}", network_text(d.network));
    print_line("key", "{}", key_text(d));
    print_line("files", "{}, {}: {} to {}", counted(d.files.size(), "file"), bytes_text(d.total_size()), d.files.front().path.filename().string(),
               d.files.back().path.filename().string());
    for (const std::string& name : missing_files(d)) print_line("", "not here: {}", name);
    print_line("blocks", "{}, {}", counted(info.totals.blocks, "block"), bytes_text(info.totals.block_bytes));
    if (info.totals.blocks != 0) print_line("times", "{} to {}", time_text(info.first_time), time_text(info.last_time));
    print_chain(info.chain, info.links);
    print_line("between", "{}", leftovers_text(info.totals));
    if (!files) return;
    fmt::print("\n{:<14} {:>13} {:>8} {:>13} {:>13}\n", "file", "bytes", "blocks", "in blocks", "unwritten");
    for (const FileLine& f : info.files)
        fmt::print("{:<14} {:>13} {:>8} {:>13} {:>13}\n", f.name, f.size, f.summary.blocks, f.summary.block_bytes, f.summary.gap_bytes + f.summary.tail_bytes);
}

void print_json(const Info& info, const ErrorLog& log)
{
    nlohmann::ordered_json out = directory_json(info.directory);
    out["missing_files"] = missing_files(info.directory);
    out.update(totals_json(info.totals));
    out["first_time"] = info.first_time;
    out["last_time"] = info.last_time;
    out["chain"] = chain_json(info.chain, info.links);
    out["per_file"] = nlohmann::ordered_json::array();
    for (const FileLine& f : info.files)
        out["per_file"].push_back({{"name", f.name},
                                   {"bytes", f.size},
                                   {"blocks", f.summary.blocks},
                                   {"block_bytes", f.summary.block_bytes},
                                   {"gap_bytes", f.summary.gap_bytes},
                                   {"tail_bytes", f.summary.tail_bytes},
                                   {"problems", f.summary.problems}});
    out["problems"] = log.count();
    fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

}  // namespace

void add_blocks_info(CLI::App& blocks, int& code)
{
    CLI::App* const cmd = blocks.add_subcommand("info", "Show network, key, files, heights and what lies between the blocks; reads headers only");
    const auto o = std::make_shared<BlocksOptions>();
    const auto files = std::make_shared<bool>(false);
    o->add_to(*cmd);
    cmd->add_flag("--files", *files, "List every file");
    cmd->callback([=, &code] {
        ErrorLog log("blocks info");
        code = run_logged(log, [&] {
            if (const std::string change = unfinished_change(o->dir); !change.empty()) {
                if (o->json) fmt::print("{}\n", nlohmann::ordered_json{{"directory", o->dir}, {"unfinished", change}}.dump(2));
                else print_line("unfinished", "{}", change);
                return;
            }
            const Info info = collect(*o, log);
            if (o->json) print_json(info, log);
            else print_text(info, *files);
        });
    });
}

}  // namespace lanecrypt::cli
