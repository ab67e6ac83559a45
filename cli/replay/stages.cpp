#include "replay/stage.h"

namespace lanecrypt::cli {

std::vector<std::unique_ptr<Stage>> make_stages()
{
    static constexpr std::unique_ptr<Stage> (*table[])() = {
        make_txid_stage,
        make_wtxid_stage,
        make_merkle_stage,
        make_witness_stage,
        make_filter_stage,
        make_short_id_stage,
        make_transport_stage,
    };
    std::vector<std::unique_ptr<Stage>> out;
    for (const auto make : table) out.push_back(make());
    return out;
}

}  // namespace lanecrypt::cli
