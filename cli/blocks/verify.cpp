// lanecrypt blocks verify: every block of a directory against what it commits to.
#include <array>

#include "blocks/blocks_commands.h"
#include "blocks/report.h"
#include "common/blocks_options.h"
#include "common/units.h"
#include "node/block_hashes.h"
#include "node/commitments.h"
#include "node/pow.h"

namespace lanecrypt::cli {
namespace {

class Verifier {
public:
    Verifier(const BlocksOptions& options, ErrorLog& log) : log_(log), directory_(options.open(log)) {}

    void run()
    {
        Progress& bar = log_.begin_progress("verifying", directory_.total_size());
        std::uint64_t before = 0;
        node::for_each_batch(
            directory_, {}, log_.sink(),
            [&](const node::BlockFile& file, std::span<const node::StoredBlock> batch, std::uint64_t position) {
                check(file, batch);
                bar.update(before + position);
            },
            [&](const node::BlockFile& file, const node::FileSummary& summary) {
                before += file.size;
                totals_.add(summary);
            });
        log_.end_progress();
        links_ = chain_.link();
    }

    void print_text() const
    {
        print_line("network", "{}", network_text(directory_.network));
        print_line("key", "{}", key_text(directory_));
        print_line("checked", "{}, {}, {} in {}", counted(totals_.blocks, "block"), counted(transactions_, "transaction"), bytes_text(totals_.block_bytes),
                   counted(directory_.files.size(), "file"));
        print_line("merkle root", "{} right, {} wrong", count_text(totals_.blocks - wrong_roots_), count_text(wrong_roots_));
        print_line("witness", "{} right, {} wrong, {} without", count_text(witness(node::WitnessCheck::ok)), count_text(wrong_witness()),
                   count_text(witness(node::WitnessCheck::none) + witness(node::WitnessCheck::inactive)));
        if (directory_.network.needs_work) print_line("work", "{} right, {} wrong", count_text(totals_.blocks - without_work_), count_text(without_work_));
        else print_line("work", "not needed on {}", directory_.network.name);
        print_chain(chain_, links_);
        print_line("between", "{}", leftovers_text(totals_));
        if (log_.count() == 0) print_line("result", "all good");
        else print_line("result", "FAILED, {}", counted(log_.count(), "problem"));
    }

    void print_json() const
    {
        nlohmann::ordered_json out = directory_json(directory_);
        out.update(totals_json(totals_));
        out["transactions"] = transactions_;
        out["wrong_merkle_roots"] = wrong_roots_;
        out["witness_commitments"] = {{"right", witness(node::WitnessCheck::ok)},
                                      {"wrong", wrong_witness()},
                                      {"none", witness(node::WitnessCheck::none)},
                                      {"inactive", witness(node::WitnessCheck::inactive)}};
        out["work_checked"] = directory_.network.needs_work;
        out["without_work"] = without_work_;
        out["chain"] = chain_json(chain_, links_);
        out["problems"] = log_.count();
        out["ok"] = log_.count() == 0;
        fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    }

private:
    std::uint64_t witness(node::WitnessCheck r) const { return witness_[static_cast<std::size_t>(r)]; }
    std::uint64_t wrong_witness() const
    {
        return witness(node::WitnessCheck::wrong) + witness(node::WitnessCheck::bad_nonce) + witness(node::WitnessCheck::uncommitted);
    }

    void check(const node::BlockFile& file, std::span<const node::StoredBlock> batch)
    {
        node::block_hashes(batch, hashes_);
        node::txids(batch, txids_);
        node::wtxids(batch, txids_, wtxids_);
        std::size_t at = 0;
        for (std::size_t i = 0; i < batch.size(); ++i) {
            const node::Block& block = batch[i].block;
            const std::size_t count = block.transactions.size();
            const std::span<const node::Hash> ids = std::span(txids_).subspan(at, count), witness_ids = std::span(wtxids_).subspan(at, count);
            at += count;
            transactions_ += count;
            const auto fail = [&](const std::string& what) {
                log_.add({file.path.string(), "block " + node::display_hex(hashes_[i]) + ": " + what, batch[i].offset});
            };
            chain_.add(hashes_[i], block.header.previous, {file.number, batch[i].size, batch[i].offset});

            const node::MerkleCheck merkle = node::check_merkle_root(block, node::merkle_root(ids));
            if (merkle != node::MerkleCheck::ok) {
                ++wrong_roots_;
                fail(node::text(merkle));
            }
            const node::WitnessCheck committed = node::check_witness_commitment(block, block.has_witness() ? node::witness_root(witness_ids) : node::zero_hash);
            ++witness_[static_cast<std::size_t>(committed)];
            if (node::is_failure(committed)) fail(node::text(committed));
            if (directory_.network.needs_work && !node::has_work(hashes_[i], block.header.bits, directory_.network)) {
                ++without_work_;
                fail("the hash does not meet the target");
            }
        }
    }

    ErrorLog& log_;
    node::BlocksDirectory directory_;
    node::Chain chain_;
    node::ChainSummary links_;
    Totals totals_;
    std::uint64_t transactions_ = 0, wrong_roots_ = 0, without_work_ = 0;
    std::array<std::uint64_t, node::witness_checks> witness_{};
    std::vector<node::Hash> hashes_, txids_, wtxids_;
};

}  // namespace

void add_blocks_verify(CLI::App& blocks, int& code)
{
    CLI::App* const cmd = blocks.add_subcommand("verify", "Check framing, merkle roots, witness commitments and work of every block");
    const auto o = std::make_shared<BlocksOptions>();
    o->add_to(*cmd);
    cmd->callback([=, &code] {
        ErrorLog log("blocks verify");
        code = run_logged(log, [&] {
            Verifier verifier(*o, log);
            verifier.run();
            if (o->json) verifier.print_json();
            else verifier.print_text();
        });
    });
}

}  // namespace lanecrypt::cli
