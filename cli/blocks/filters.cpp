// lanecrypt blocks filters: the BIP158 basic filter of every block, as a node's filter index stores them.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>
#include <system_error>

#include "base/compact_size.h"
#include "blocks/blocks_commands.h"
#include "blocks/filter_files.h"
#include "blocks/filter_maker.h"
#include "common/blocks_options.h"
#include "common/interrupt.h"
#include "common/parallel.h"
#include "common/units.h"
#include "node/chain.h"
#include "node/filters.h"

namespace lanecrypt::cli {
namespace {

struct FiltersOptions : BlocksOptions {
    std::string out, previous_header;
    unsigned threads = default_threads();
};

// The filter header of every block whose chain goes back to a genesis block, or to the first block of the directory's
// largest part when the header before that is given.
class HeaderChain {
public:
    HeaderChain(const node::Chain& chain, const std::vector<std::optional<node::Hash>>& filter_hashes, const std::optional<node::Hash>& before_first)
        : chain_(chain), filter_hashes_(filter_hashes), before_first_(before_first), headers_(filter_hashes.size()), known_(filter_hashes.size(), false)
    {
    }

    std::optional<node::Hash> header(std::size_t block)
    {
        // From the block back to one whose header is known, then forward again: chains are too long for recursion.
        std::vector<std::size_t> path;
        std::optional<node::Hash> before;
        for (std::size_t at = block;;) {
            if (known_[at]) {
                before = headers_[at];
                break;
            }
            path.push_back(at);
            const node::ChainEntry& entry = chain_.entries()[at];
            if (entry.previous == node::zero_hash) {
                before = node::zero_hash;
                break;
            }
            const node::ChainEntry* const parent = chain_.find(entry.previous);
            if (parent == nullptr) {
                if (entry.part == 0) before = before_first_;
                break;
            }
            at = static_cast<std::size_t>(parent - chain_.entries().data());
        }
        for (; !path.empty(); path.pop_back()) {
            const std::size_t at = path.back();
            if (before && filter_hashes_[at]) before = node::filter_header(*filter_hashes_[at], *before);
            else before.reset();
            headers_[at] = before;
            known_[at] = true;
        }
        return headers_[block];
    }

private:
    const node::Chain& chain_;
    const std::vector<std::optional<node::Hash>>& filter_hashes_;
    std::optional<node::Hash> before_first_;
    std::vector<std::optional<node::Hash>> headers_;
    std::vector<bool> known_;
};

class Filters {
public:
    Filters(const FiltersOptions& options, ErrorLog& log)
        : options_(options), log_(log), directory_(options.open(log)), files_(options.out), maker_(directory_, options.threads, log.sink())
    {
    }

    // False: interrupted; nothing is left behind.
    bool run()
    {
        Progress& bar = log_.begin_progress("filtering", directory_.total_size());
        std::uint64_t before = 0;
        for (const node::BlockFile& file : directory_.files) {
            try {
                node::BlockFileReader reader(directory_, file, {}, log_.sink());
                for (auto batch = reader.next_batch(); !batch.empty(); batch = reader.next_batch()) {
                    if (interrupted()) return false;
                    add(file, batch);
                    bar.update(before + reader.position());
                }
            } catch (const node::ProblemError& e) {
                log_.add(e.problem);
            }
            before += file.size;
        }
        log_.end_progress();
        chain_.link();
        write_headers();
        files_.keep();
        return true;
    }

    void print() const
    {
        if (options_.json) {
            const nlohmann::ordered_json out{{"network", directory_.network.name}, {"blocks", chain_.entries().size()}, {"filters", filters_},
                                             {"filter_bytes", filter_bytes_},       {"headers", headers_},               {"problems", log_.count()}};
            fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
        } else {
            fmt::print("{}: {}, {}, {} with a filter header\n", options_.out, counted(filters_, "filter"), bytes_text(filter_bytes_), count_text(headers_));
        }
    }

private:
    void add(const node::BlockFile& file, std::span<const node::StoredBlock> batch)
    {
        const std::span<MadeFilter> made = maker_.make(file, batch);
        for (std::size_t i = 0; i < batch.size(); ++i) {
            const MadeFilter& m = made[i];
            if (!m.problem.empty()) log_.add({file.path.string(), "block " + node::display_hex(m.hash) + ": " + m.problem, batch[i].offset});
            if (!chain_.add(m.hash, batch[i].block.header.previous, {file.number, batch[i].size, batch[i].offset})) continue;
            filter_hashes_.emplace_back();
            if (m.encoded.empty()) continue;
            filter_hashes_.back() = node::filter_hash(m.encoded);
            files_.append(m.hash, m.encoded);
            ++filters_;
            filter_bytes_ += m.encoded.size();
        }
    }

    void write_headers()
    {
        HeaderChain headers(chain_, filter_hashes_, node::hash_from_display(options_.previous_header));
        std::string text = "height\tblock\tfilter_hash\tfilter_header\n";
        for (std::size_t i = 0; i < filter_hashes_.size(); ++i) {
            if (!filter_hashes_[i]) continue;
            const node::ChainEntry& entry = chain_.entries()[i];
            const auto header = headers.header(i);
            headers_ += header.has_value();
            text += fmt::format("{}\t{}\t{}\t{}\n", entry.height ? std::to_string(*entry.height) : "", node::display_hex(entry.hash),
                                node::display_hex(*filter_hashes_[i]), header ? node::display_hex(*header) : "");
        }
        files_.write_text("headers.tsv", text);
    }

    const FiltersOptions& options_;
    ErrorLog& log_;
    node::BlocksDirectory directory_;
    FilterFileWriter files_;
    FilterMaker maker_;
    node::Chain chain_;
    std::vector<std::optional<node::Hash>> filter_hashes_;  // of the entries of chain_
    std::uint64_t filters_ = 0, filter_bytes_ = 0, headers_ = 0;
};

}  // namespace

void add_blocks_filters(CLI::App& blocks, int& code)
{
    CLI::App* const cmd = blocks.add_subcommand("filters", "Write the BIP158 basic filters of all blocks, from blk and rev files");
    const auto o = std::make_shared<FiltersOptions>();
    o->add_to(*cmd);
    cmd->add_option("-o,--output", o->out, "Directory for fltrNNNNN.dat and headers.tsv; made when it does not exist")->required();
    cmd->add_option("--prev-header", o->previous_header, "Filter header of the block before the first one, for directories that do not begin with the genesis block")
        ->check([](const std::string& text) { return node::hash_from_display(text) ? std::string() : "not 64 hexadecimal digits: " + text; });
    cmd->add_option("--threads", o->threads, "How many threads")->check(CLI::Range(1u, 1024u))->capture_default_str();
    cmd->callback([=, &code] {
        ErrorLog log("blocks filters");
        catch_interrupt();
        bool finished = true;
        code = run_logged(log, [&] {
            Filters filters(*o, log);
            finished = filters.run();
            if (finished) filters.print();
        });
        if (!finished) code = exit_interrupted;
    });
}

}  // namespace lanecrypt::cli
