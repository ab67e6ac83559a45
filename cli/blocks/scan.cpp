// lanecrypt blocks scan: which blocks may concern a wallet, by their filters.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <fstream>
#include <iostream>

#include "blocks/blocks_commands.h"
#include "blocks/filter_files.h"
#include "blocks/filter_maker.h"
#include "common/blocks_options.h"
#include "common/parallel.h"
#include "lanecrypt/gcs.hpp"
#include "lanecrypt/siphash.hpp"

namespace lanecrypt::cli {
namespace {

struct ScanOptions : BlocksOptions {
    std::string scripts;
    unsigned threads = default_threads();
};

int digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// One script in hexadecimal digits on each line; empty lines and lines that begin with # are skipped.
std::vector<std::vector<std::byte>> read_scripts(const std::string& name)
{
    std::ifstream file;
    if (name != "-") {
        file.open(name);
        if (!file) throw node::ProblemError({name, "cannot open the file", {}});
    }
    std::istream& in = name == "-" ? std::cin : file;
    std::vector<std::vector<std::byte>> out;
    std::string line;
    for (std::size_t number = 1; std::getline(in, line); ++number) {
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) line.pop_back();
        if (line.empty() || line[0] == '#') continue;
        std::vector<std::byte> script;
        for (std::size_t i = 0; i < line.size(); i += 2) {
            const int high = digit(line[i]), low = i + 1 < line.size() ? digit(line[i + 1]) : -1;
            if (high < 0 || low < 0) throw node::ProblemError({name, fmt::format("line {}: no script in hexadecimal digits", number), {}});
            script.push_back(static_cast<std::byte>(high << 4 | low));
        }
        out.push_back(std::move(script));
    }
    if (out.empty()) throw node::ProblemError({name, "no scripts in it", {}});
    return out;
}

struct Match {
    node::Hash block{};
    std::string file;
    std::uint64_t offset = 0;
};

class Scan {
public:
    Scan(const ScanOptions& options, ErrorLog& log) : options_(options), log_(log), workers_(options.threads)
    {
        const auto scripts = read_scripts(options.scripts);
        scripts_ = SipHash24Messages(std::vector<std::span<const std::byte>>(scripts.begin(), scripts.end()));
        for (Worker& w : workers_) w.scratch.resize(scripts_.size());
    }

    void run()
    {
        const bool stored = read_filter_files(options_.dir, [this](const std::filesystem::path& file, std::span<const StoredFilter> records) {
            scan(file, records.size(), [&](std::size_t i) { return records[i].block; }, [&](std::size_t i) { return records[i].filter; },
                 [&](std::size_t i) { return records[i].offset; });
        });
        if (!stored) scan_blocks();
    }

    void print() const
    {
        if (!options_.json) {
            for (const Match& m : matches_) fmt::print("{}\n", node::display_hex(m.block));
            return;
        }
        nlohmann::ordered_json out{{"scripts", scripts_.size()}, {"blocks", blocks_}, {"filter_bytes", filter_bytes_}, {"match_seconds", seconds_}, {"problems", log_.count()}};
        out["matches"] = nlohmann::ordered_json::array();
        for (const Match& m : matches_) out["matches"].push_back({{"block", node::display_hex(m.block)}, {"file", m.file}, {"offset", m.offset}});
        fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    }

private:
    struct Worker {
        GcsFilter filter;
        std::vector<std::uint64_t> scratch;
    };
    enum class Answer : std::uint8_t { no, yes, malformed };

    // Filters are made on the way.
    void scan_blocks()
    {
        const node::BlocksDirectory directory = options_.open(log_);
        FilterMaker maker(directory, options_.threads, log_.sink());
        Progress& bar = log_.begin_progress("scanning", directory.total_size());
        std::uint64_t before = 0;
        node::for_each_batch(
            directory, {}, log_.sink(),
            [&](const node::BlockFile& file, std::span<const node::StoredBlock> batch, std::uint64_t position) {
                const std::span<const MadeFilter> made = maker.make(file, batch);
                for (std::size_t i = 0; i < made.size(); ++i)
                    if (!made[i].problem.empty())
                        log_.add({file.path.string(), "block " + node::display_hex(made[i].hash) + ": " + made[i].problem, batch[i].offset});
                scan(file.path, made.size(), [&](std::size_t i) { return made[i].hash; }, [&](std::size_t i) { return node::Bytes(made[i].encoded); },
                     [&](std::size_t i) { return batch[i].offset; });
                bar.update(before + position);
            },
            [&](const node::BlockFile& file, const node::FileSummary&) { before += file.size; });
        log_.end_progress();
    }

    // n filters of one file. An empty one could not be made and has been reported.
    template <class Block, class Filter, class Offset>
    void scan(const std::filesystem::path& file, std::size_t n, Block block, Filter filter, Offset offset)
    {
        answers_.assign(n, Answer::no);
        const auto start = std::chrono::steady_clock::now();
        parallel_for(options_.threads, n, [&](unsigned worker, std::size_t i) {
            const node::Bytes encoded = filter(i);
            if (encoded.empty()) return;
            Worker& w = workers_[worker];
            if (!w.filter.decode(encoded, bip158_basic_params(block(i)))) answers_[i] = Answer::malformed;
            else if (w.filter.match_any(scripts_, w.scratch)) answers_[i] = Answer::yes;
        });
        seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        for (std::size_t i = 0; i < n; ++i) {
            ++blocks_;
            filter_bytes_ += filter(i).size();
            if (answers_[i] == Answer::yes) matches_.push_back({block(i), file.string(), offset(i)});
            if (answers_[i] == Answer::malformed) log_.add({file.string(), "block " + node::display_hex(block(i)) + ": the filter is malformed", offset(i)});
        }
    }

    const ScanOptions& options_;
    ErrorLog& log_;
    SipHash24Messages scripts_;
    std::vector<Worker> workers_;
    std::vector<Answer> answers_;
    std::vector<Match> matches_;
    std::uint64_t blocks_ = 0, filter_bytes_ = 0;
    double seconds_ = 0;
};

}  // namespace

void add_blocks_scan(CLI::App& blocks, int& code)
{
    CLI::App* const cmd = blocks.add_subcommand("scan", "List the blocks that may concern a wallet's scripts, by their BIP158 filters");
    const auto o = std::make_shared<ScanOptions>();
    o->add_to(*cmd);
    cmd->get_option("DIR")->description("Directory that `blocks filters` wrote, or one with blk and rev files, whose filters are then made on the way");
    cmd->add_option("--scripts", o->scripts, "File with an output script in hexadecimal on each line; - for standard input")->required();
    cmd->add_option("--threads", o->threads, "How many threads")->check(CLI::Range(1u, 1024u))->capture_default_str();
    cmd->callback([=, &code] {
        ErrorLog log("blocks scan");
        code = run_logged(log, [&] {
            Scan scan(*o, log);
            scan.run();
            scan.print();
        });
    });
}

}  // namespace lanecrypt::cli
