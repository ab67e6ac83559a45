// What `info` and `verify` say about a directory.
#pragma once
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string>

#include "node/block_file_reader.h"
#include "node/chain.h"

namespace lanecrypt::cli {

// A line "name  text" of a listing.
template <class... Args>
void print_line(const char* name, fmt::format_string<Args...> text, Args&&... args)
{
    fmt::print("{:<12} {}\n", name, fmt::format(text, std::forward<Args>(args)...));
}

// What reading the files counted, summed up.
struct Totals {
    std::uint64_t blocks = 0, block_bytes = 0, gaps = 0, gap_bytes = 0, tail_bytes = 0, aborted_headers = 0;

    void add(const node::FileSummary& file);
};

// "regtest (magic fabfb5da)"
std::string network_text(const node::Network& network);
// "0123456789abcdef (xor.dat)", "none", …
std::string key_text(const node::BlocksDirectory& directory);
// "4 gaps (12.1 kB), preallocated end 15.3 MB"; "nothing" when there is nothing.
std::string leftovers_text(const Totals& totals);

// Lines about heights, tip, stale and unlinked blocks; the first unlinked ones by name.
void print_chain(const node::Chain& chain, const node::ChainSummary& summary);

nlohmann::ordered_json directory_json(const node::BlocksDirectory& directory);
nlohmann::ordered_json totals_json(const Totals& totals);
nlohmann::ordered_json chain_json(const node::Chain& chain, const node::ChainSummary& summary);

}  // namespace lanecrypt::cli
