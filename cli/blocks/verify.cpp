// lanecrypt blocks verify: every block of a directory against what it commits to.
#include <array>
#include <optional>

#include "blocks/blocks_commands.h"
#include "blocks/report.h"
#include "common/blocks_options.h"
#include "common/units.h"
#include "node/block_hashes.h"
#include "node/commitments.h"
#include "node/pow.h"
#include "node/undo_file.h"

namespace lanecrypt::cli {
namespace {

class Verifier {
public:
    Verifier(const BlocksOptions& options, bool deep, ErrorLog& log) : log_(log), directory_(options.open(log)), deep_(deep) {}

    void run()
    {
        Progress& bar = log_.begin_progress("verifying", directory_.total_size());
        std::uint64_t before = 0;
        node::for_each_batch(
            directory_, {}, log_.sink(),
            [&](const node::BlockFile& file, std::span<const node::StoredBlock> batch, std::uint64_t position) {
                check(file, batch);
                if (deep_) check_undo(file, batch);
                bar.update(before + position);
            },
            [&](const node::BlockFile& file, const node::FileSummary& summary) {
                before += file.size;
                totals_.add(summary);
                if (deep_) end_undo(file);
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
        if (deep_)
            print_line("undo", "{} with the right checksum, {} without undo data, {} of no block here", counted(undo_right_, "block"), count_text(undo_missing_),
                       counted(undo_strange_, "record"));
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
        if (deep_) out["undo"] = {{"right", undo_right_}, {"missing", undo_missing_}, {"of_no_block", undo_strange_}};
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

    // Looks for the undo data of each block in the undo file with the same number. The checksum, which covers the hash of
    // the block before, decides what belongs to what.
    void check_undo(const node::BlockFile& file, std::span<const node::StoredBlock> batch)
    {
        if (!undo_) undo_.emplace(directory_, file.number, log_.sink());
        for (const node::StoredBlock& b : batch) {
            const bool found = !undo_->find(b.block, undo_buffer_).empty();
            ++(found ? undo_right_ : undo_missing_);
            if (found) ++undo_found_;
        }
    }

    // Every undo record belongs to a block of its file: one that is left over is damaged, or the block is.
    void end_undo(const node::BlockFile& file)
    {
        if (undo_ && undo_->records() > undo_found_) {
            const std::uint64_t strange = undo_->records() - undo_found_;
            undo_strange_ += strange;
            log_.add({node::undo_file_path(directory_.path, file.number).string(), counted(strange, "undo record") + " with a checksum that fits no block of this file", {}});
        }
        undo_.reset();
        undo_found_ = 0;
    }

    ErrorLog& log_;
    node::BlocksDirectory directory_;
    const bool deep_;
    std::optional<node::UndoFile> undo_;
    std::vector<std::byte> undo_buffer_;
    std::uint64_t undo_right_ = 0, undo_missing_ = 0, undo_strange_ = 0, undo_found_ = 0;
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
    const auto deep = std::make_shared<bool>(false);
    cmd->add_flag("--deep", *deep, "Also check the checksum of every record of the rev files");
    cmd->callback([=, &code] {
        ErrorLog log("blocks verify");
        code = run_logged(log, [&] {
            Verifier verifier(*o, *deep, log);
            verifier.run();
            if (o->json) verifier.print_json();
            else verifier.print_text();
        });
    });
}

}  // namespace lanecrypt::cli
