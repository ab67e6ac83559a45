// SHA-256 against the textbook: whole messages, every number of lanes, double hashes of 64 bytes.
#include <algorithm>
#include <cstring>

#include "battery/parts.h"
#include "ref/sha256_ref.h"
#include "sha256/sha256_ops.h"

namespace lanecrypt::battery {
namespace {

void check_lengths(const Sha256Ops& ops, Group& group)
{
    const Bytes message = pattern(max_length, 11);
    for (std::size_t len = 0; len <= max_length; ++len) {
        const std::span<const std::uint8_t> text(message.data(), len);
        const auto want = ref::sha256(text);
        Bytes padded(text.begin(), text.end());
        padded.push_back(0x80);
        while (padded.size() % 64 != 56) padded.push_back(0);
        for (int shift = 56; shift >= 0; shift -= 8) padded.push_back(static_cast<std::uint8_t>(std::uint64_t{8} * len >> shift));
        for (const Offsets& at : offset_pairs) {
            Canary in(padded.size(), at.in);
            std::copy(padded.begin(), padded.end(), in.data());
            std::uint32_t state[8];
            std::copy(ref::sha256_numbers().h.begin(), ref::sha256_numbers().h.end(), state);
            const std::size_t blocks = padded.size() / 64, first = len % (blocks + 1);
            ops.compress(state, in.data(), first);
            ops.compress(state, in.data() + 64 * first, blocks - first);
            bool same = true;
            for (std::size_t i = 0; i < 32; ++i) same = same && want[i] == static_cast<std::uint8_t>(state[i / 4] >> (24 - 8 * (i % 4)));
            group.check(same, "length, offset, blocks in the first call", static_cast<long>(len), static_cast<long>(at.in), static_cast<long>(first));
        }
    }
}

void check_lanes(const Sha256Ops& ops, Group& group)
{
    for (unsigned n = 1; n <= ops.lanes; ++n)
        for (std::size_t blocks = 1; blocks <= 5; ++blocks) {
            std::vector<Bytes> data;
            std::vector<const std::uint8_t*> at;
            std::vector<std::uint32_t> state(8 * ops.lanes);
            std::vector<std::array<std::uint32_t, 8>> want(n);
            for (unsigned i = 0; i < n; ++i) data.push_back(pattern(64 * blocks + i, 64 * n + i));
            for (unsigned i = 0; i < n; ++i) {
                at.push_back(data[i].data() + i);  // every alignment
                for (unsigned w = 0; w < 8; ++w) {
                    want[i][w] = ref::sha256_numbers().h[w] + i;
                    state[w * ops.lanes + i] = want[i][w];
                }
                for (std::size_t b = 0; b < blocks; ++b) ref::sha256_block(want[i], at[i] + 64 * b);
            }
            ops.compress_lanes(state.data(), at.data(), n, blocks);
            for (unsigned i = 0; i < n; ++i)
                for (unsigned w = 0; w < 8; ++w)
                    group.check(state[w * ops.lanes + i] == want[i][w], "lanes, blocks, lane", static_cast<long>(n), static_cast<long>(blocks), static_cast<long>(i));
        }
}

void check_double64(const Sha256Ops& ops, Group& group)
{
    constexpr std::size_t most = 40;
    const Bytes data = pattern(64 * most, 12);
    Bytes want;
    for (std::size_t i = 0; i < most; ++i) {
        const auto hash = ref::sha256d(std::span<const std::uint8_t>(data.data() + 64 * i, 64));
        want.insert(want.end(), hash.begin(), hash.end());
    }
    for (std::size_t n = 0; n <= most; ++n)
        for (const bool in_place : {false, true}) {
            Canary in(64 * n, in_place ? 3 : 0), out(32 * n, 5);
            std::copy_n(data.begin(), 64 * n, in.data());
            std::uint8_t* const to = in_place ? in.data() : out.data();
            ops.double64(to, in.data(), n);
            group.check_bytes(to, want.data(), 32 * n, "double64, number, in place", static_cast<long>(n), in_place);
            group.check(in.intact() && out.intact(), "double64 wrote outside", static_cast<long>(n), in_place);
        }
}

void run(const void* table, const char* isa)
{
    const Sha256Ops& ops = *static_cast<const Sha256Ops*>(table);
    Group lengths("sha256", isa, "differential"), lanes("sha256", isa, "differential");
    check_lengths(ops, lengths);
    lengths.finish("lengths 0-1100 at 2 offsets, in two calls");
    check_lanes(ops, lanes);
    check_double64(ops, lanes);
    lanes.finish("every number of lanes, 1-5 blocks; 0-40 double hashes");
}

}  // namespace

const Part sha256_part{&dispatch::sha256_slot, run};
const Part sha256_lanes_part{&dispatch::sha256_lanes_slot, run};

}  // namespace lanecrypt::battery
