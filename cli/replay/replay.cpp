#include "replay/replay.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "node/block_hashes.h"
#include "replay/contender.h"
#include "replay/stage.h"

namespace lanecrypt::cli {
namespace {

const Peer* openssl()
{
    for (const Peer& p : peers())
        if (std::string_view(p.name).starts_with("OpenSSL") && p.sha256 != nullptr) return &p;
    return nullptr;
}

class Replay {
public:
    Replay(ReplayReport& report, ErrorLog& log) : report_(report), log_(log), stages_(make_stages()), peer_(openssl())
    {
        report_.stages.push_back({"read and parse"});
        report_.stages.push_back({"de-obfuscate"});
        for (const auto& stage : stages_) report_.stages.push_back({stage->name()});
        results_.resize(stages_.size());
        if (peer_ != nullptr) report_.peer = peer_->name;
    }

    void run()
    {
        Progress& bar = log_.begin_progress("replaying", report_.directory.total_size());
        node::ReaderOptions options;
        options.deobfuscate = [this](std::span<std::byte> data, std::uint64_t offset) { deobfuscate(data, offset); };
        std::uint64_t before = 0;
        for (const node::BlockFile& file : report_.directory.files) {
            try {
                node::BlockFileReader reader(report_.directory, file, options, log_.sink());
                while (next_batch(reader)) {
                    batch(file);
                    bar.update(before + reader.position());
                }
            } catch (const node::ProblemError& e) {
                log_.add(e.problem);
            }
            before += file.size;
        }
        log_.end_progress();
    }

private:
    static constexpr std::size_t read_row = 0, xor_row = 1, first_stage = 2;

    struct Results {
        StageResult chosen, portable, peer;
    };

    bool next_batch(node::BlockFileReader& reader)
    {
        xor_seconds_ = 0;
        const double all = seconds_of([&] { batch_.blocks = reader.next_batch(); });
        report_.stages[read_row].seconds += all - xor_seconds_;
        return !batch_.blocks.empty();
    }

    // Both runs work in place on bytes that were touched just before.
    void deobfuscate(std::span<std::byte> data, std::uint64_t offset)
    {
        const Obfuscation& key = report_.directory.key;
        report_.stages[read_row].bytes += data.size();
        if (!key) return;
        xor_seconds_ += seconds_of([&] {
            copy_.assign(data.begin(), data.end());
            StageTimes& row = report_.stages[xor_row];
            row.bytes += data.size();
            row.portable_seconds += portable_seconds_of([&] { key(copy_, offset); });
            row.seconds += seconds_of([&] { key(data, offset); });
            if (std::memcmp(copy_.data(), data.data(), data.size()) != 0) unequal("de-obfuscate", "the portable code");
        });
    }

    void unequal(const std::string& stage, const std::string& with)
    {
        report_.equal = false;
        log_.add("stage " + stage + ": the implementation in use and " + with + " give different results");
    }

    void batch(const node::BlockFile& file)
    {
        node::block_hashes(batch_.blocks, batch_.hashes);
        const node::ProblemSink sink = log_.sink();
        const BlockFailure fail = [&](std::size_t i, const std::string& what) {
            sink({file.path.string(), "block " + node::display_hex(batch_.hashes[i]) + ": " + what, batch_.blocks[i].offset});
        };
        for (std::size_t s = 0; s < stages_.size(); ++s) {
            run_stage(*stages_[s], results_[s], report_.stages[first_stage + s]);
            stages_[s]->finish(batch_, results_[s].chosen, fail);
        }
        report_.blocks += batch_.blocks.size();
        report_.transactions += node::transaction_count(batch_.blocks);
        for (const node::StoredBlock& b : batch_.blocks) report_.block_bytes += b.size;
        ++batches_;
    }

    // The order changes from batch to batch, so that nobody always finds the data in the cache.
    void run_stage(Stage& stage, Results& results, StageTimes& row)
    {
        row.bytes += stage.bytes(batch_);
        const auto chosen = [&] { row.seconds += seconds_of([&] { stage.run(batch_, results.chosen); }); };
        const auto portable = [&] { row.portable_seconds += portable_seconds_of([&] { stage.run(batch_, results.portable); }); };
        if (batches_ % 2 == 0) portable();
        chosen();
        if (batches_ % 2 != 0) portable();
        if (results.chosen != results.portable) unequal(stage.name(), "the portable code");
        if (peer_ == nullptr) return;
        bool took_part = false;
        const double seconds = seconds_of([&] { took_part = stage.run_peer(batch_, *peer_, results.peer); });
        if (!took_part) return;
        row.peer_seconds += seconds;
        if (results.peer.hashes != results.chosen.hashes) unequal(stage.name(), peer_->name);
    }

    ReplayReport& report_;
    ErrorLog& log_;
    std::vector<std::unique_ptr<Stage>> stages_;
    std::vector<Results> results_;
    const Peer* peer_;
    ReplayBatch batch_;
    std::vector<std::byte> copy_;
    double xor_seconds_ = 0;
    std::uint64_t batches_ = 0;
};

}  // namespace

ReplayReport replay(node::BlocksDirectory directory, ErrorLog& log)
{
    ReplayReport report;
    report.directory = std::move(directory);
    Replay(report, log).run();
    return report;
}

}  // namespace lanecrypt::cli
