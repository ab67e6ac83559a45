// What `lanecrypt speed` can measure. Each primitive has a file speed_<primitive>.cpp with one function that describes
// its cells, and its line in registry.cpp. docs/measuring.md shows how to add one.
#pragma once
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "cpu/features.h"
#include "cpu/policy.h"
#include "dispatch/slot.h"
#include "measure/work.h"
#include "peers/peers.h"

namespace lanecrypt::cli {

using measure::Call;
using measure::Contender;
using measure::Kind;
using measure::Places;
using measure::repeat;
using measure::Run;
using measure::Work;

// "64 B", "4 KiB", "1 MiB"; other numbers in bytes.
std::string size_label(std::size_t bytes);

// The sizes of ChaCha20, Poly1305 and the AEADs: what tunnels, nodes and files use, and both sides of whole groups of blocks.
std::span<const std::size_t> cipher_sizes();

// Message lengths drawn from a mix of real traffic; the same seed gives the same lengths.
//   vpn: 5 % empty, 40 % uniform 40–120, 10 % 576, 45 % 1420 bytes
//   node: 55 % 37–73, 25 % 150–400, 15 % 400–1500, 4 % 8–36 KB, 1 % 0.5–2 MB
enum class Mix { vpn, node };
inline constexpr const char* mix_names[] = {"vpn", "node"};
std::vector<std::size_t> draw_mix(Mix mix, std::size_t messages, std::uint64_t seed = 1);

// Collects the cells that the command line asks for.
class Rows {
public:
    std::vector<std::size_t> only_sizes;  // --sizes; empty: the usual ones
    std::vector<Mix> mixes;               // --mix; empty: both

    // The sizes to describe cells for.
    std::vector<std::size_t> sizes(std::span<const std::size_t> usual) const
    {
        return only_sizes.empty() ? std::vector<std::size_t>(usual.begin(), usual.end()) : only_sizes;
    }
    std::vector<std::size_t> sizes(std::initializer_list<std::size_t> usual) const { return sizes(std::span(usual.begin(), usual.size())); }
    // True where cells without a size of their own (mixes, numbers of items) belong to the run.
    bool all() const { return only_sizes.empty(); }
    std::vector<Mix> wanted_mixes() const
    {
        if (!mixes.empty()) return mixes;
        return all() ? std::vector<Mix>{Mix::vpn, Mix::node} : std::vector<Mix>{};
    }

    void add(Work work) { works_.push_back(std::move(work)); }
    std::vector<Work>& works() { return works_; }

private:
    std::vector<Work> works_;
};

// A contender for every implementation in the slot that this machine can run, named after its instruction set.
// make(ops) returns the function of one Call.
template <class Ops, class Make>
void add_implementations(Work& work, dispatch::Slot<Ops>& slot, Make make)
{
    const Ops* const chosen = &slot.get();
    for (std::size_t i = 0; i < slot.size(); ++i) {
        if ((cpu::runnable() & cpu::row_bit(slot[i].isa)) == 0) continue;
        const Ops& ops = slot.impl(i);
        work.contenders.push_back({isa_rows[static_cast<int>(slot[i].isa)].name, Kind::own, &ops == chosen, repeat(make(ops))});
    }
}

// The public interface, with whatever it chooses. f: the function of one Call.
template <class F>
void add_library(Work& work, F f)
{
    work.contenders.push_back({"lanecrypt", Kind::library, false, repeat(std::move(f))});
}

// A contender for every peer that has `function`. make(function pointer) returns the function of one Call.
template <class Function, class Make>
void add_peers(Work& work, Function Peer::* function, Make make)
{
    for (const Peer& peer : peers())
        if (peer.*function != nullptr) work.contenders.push_back({peer.name, Kind::peer, false, repeat(make(peer.*function))});
}

// One primitive of the registry.
struct Primitive {
    const char* name;
    const char* meaning;
    void (*describe)(Rows& rows);
};
std::span<const Primitive> primitives();
// Cells whose contenders are ways of grouping the same work inside one implementation, the table's marked as chosen: for
// `tune`, not for `speed`.
std::span<const Primitive> groupings();

// The functions of speed_<primitive>.cpp.
void speed_chacha20(Rows& rows);
void speed_chacha20_shapes(Rows& rows);  // groupings()
void speed_poly1305(Rows& rows);
void speed_aead(Rows& rows);
void speed_aead_many(Rows& rows);
void speed_bip324(Rows& rows);
void speed_gcs(Rows& rows);
void speed_read_block(Rows& rows);
void speed_sha256(Rows& rows);
void speed_shortid(Rows& rows);
void speed_siphash(Rows& rows);
void speed_xor(Rows& rows);

}  // namespace lanecrypt::cli
