#include "blocks/report.h"

#include <algorithm>

#include "common/units.h"

namespace lanecrypt::cli {
namespace {

// Unlinked blocks that are named; the rest is counted.
constexpr std::size_t named_roots = 10;

std::string file_name(std::uint32_t number) { return fmt::format("blk{:05}.dat", number); }

}  // namespace

void Totals::add(const node::FileSummary& file)
{
    blocks += file.blocks;
    block_bytes += file.block_bytes;
    gaps += file.gaps;
    gap_bytes += file.gap_bytes;
    tail_bytes += file.tail_bytes;
    aborted_headers += file.aborted_headers;
}

std::string network_text(const node::Network& network) { return fmt::format("{} (magic {})", network.name, node::hex(network.magic)); }

std::string key_text(const node::BlocksDirectory& directory)
{
    switch (directory.key_file) {
    case node::KeyFile::none: return "none (no xor.dat)";
    case node::KeyFile::zero: return "none (xor.dat is all zero)";
    case node::KeyFile::present: return directory.key.hex_key() + " (xor.dat)";
    case node::KeyFile::unneeded: return "none (xor.dat holds one, but the data is plain)";
    case node::KeyFile::unusable: return "none (xor.dat is unusable)";
    }
    return "";
}

std::string leftovers_text(const Totals& totals)
{
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (totals.gaps != 0) add(fmt::format("{} ({})", counted(totals.gaps, "unwritten gap"), bytes_text(totals.gap_bytes)));
    if (totals.aborted_headers != 0) add(counted(totals.aborted_headers, "aborted record"));
    if (totals.tail_bytes != 0) add(fmt::format("{} preallocated", bytes_text(totals.tail_bytes)));
    return text.empty() ? "nothing" : text;
}

void print_chain(const node::Chain& chain, const node::ChainSummary& summary)
{
    if (summary.lowest) print_line("heights", "{} to {}", *summary.lowest, *summary.highest);
    else print_line("heights", "unknown: the genesis block is not here");
    if (summary.tip) print_line("tip", "{}", node::display_hex(*summary.tip));
    print_line("order", "{} stored before their parent, {} beside the longest chain, {} stored twice", count_text(summary.out_of_order),
               count_text(summary.stale), count_text(summary.duplicates));
    if (summary.unlinked == 0) return;
    print_line("unlinked", "{} whose parent is not here", counted(summary.unlinked, "block"));
    for (std::size_t i = 0; i < std::min(named_roots, chain.roots().size()); ++i) {
        const node::ChainEntry& e = *chain.roots()[i];
        print_line("", "{} in {} at offset {}", node::display_hex(e.hash), file_name(e.position.file), e.position.offset);
    }
    if (chain.roots().size() > named_roots) print_line("", "… and {} more", chain.roots().size() - named_roots);
}

nlohmann::ordered_json directory_json(const node::BlocksDirectory& directory)
{
    return {{"directory", directory.path.string()},
            {"network", directory.network.name},
            {"magic", node::hex(directory.network.magic)},
            {"key_file", node::text(directory.key_file)},
            {"key", directory.key.hex_key()},
            {"files", directory.files.size()},
            {"file_bytes", directory.total_size()}};
}

nlohmann::ordered_json totals_json(const Totals& totals)
{
    return {{"blocks", totals.blocks},       {"block_bytes", totals.block_bytes}, {"gaps", totals.gaps},
            {"gap_bytes", totals.gap_bytes}, {"tail_bytes", totals.tail_bytes},   {"aborted_records", totals.aborted_headers}};
}

nlohmann::ordered_json chain_json(const node::Chain& chain, const node::ChainSummary& summary)
{
    nlohmann::ordered_json out{{"different_blocks", summary.blocks}, {"stored_twice", summary.duplicates}, {"stale", summary.stale}, {"stored_before_parent", summary.out_of_order}};
    out["lowest_height"] = summary.lowest ? nlohmann::ordered_json(*summary.lowest) : nlohmann::ordered_json();
    out["highest_height"] = summary.highest ? nlohmann::ordered_json(*summary.highest) : nlohmann::ordered_json();
    out["tip"] = summary.tip ? nlohmann::ordered_json(node::display_hex(*summary.tip)) : nlohmann::ordered_json();
    out["unlinked"] = nlohmann::ordered_json::array();
    for (const node::ChainEntry* e : chain.roots())
        out["unlinked"].push_back({{"hash", node::display_hex(e->hash)},
                                   {"parent", node::display_hex(e->previous)},
                                   {"file", file_name(e->position.file)},
                                   {"offset", e->position.offset}});
    return out;
}

}  // namespace lanecrypt::cli
