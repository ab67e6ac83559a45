// The functions of every table against the textbook.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "sha256/sha256_support.h"
#include "support/guard.h"

namespace lanecrypt::test {
namespace {

using State = std::array<std::uint32_t, 8>;

State start_state(Rng& rng)
{
    State s;
    for (auto& w : s) w = static_cast<std::uint32_t>(rng());
    return s;
}
void expect_state(State want, const std::uint8_t* data, std::size_t blocks, const State& got, const char* what)
{
    for (std::size_t i = 0; i < blocks; ++i) ref::sha256_block(want, data + 64 * i);
    ASSERT_EQ(got, want) << what;
}

TEST(Sha256Kernel, OneMessageAtEveryMisalignment)
{
    Rng rng(1);
    const Message data = rng.bytes(64 * 9 + 64);
    for_each_impl(dispatch::sha256_lanes_slot, [&](const Sha256Ops& ops, const std::string&) {
        for (std::size_t offset = 0; offset < 64; ++offset)
            for (std::size_t blocks = 0; blocks <= 9; ++blocks) {
                const State before = start_state(rng);
                State state = before;
                ops.compress(state.data(), data.data() + offset, blocks);
                ASSERT_NO_FATAL_FAILURE(expect_state(before, data.data() + offset, blocks, state, "state")) << offset << " " << blocks;
            }
    });
}

// Every count of messages, each with its own state, input and alignment: a lane that takes another's input or state shows.
TEST(Sha256Kernel, LanesDoNotMix)
{
    Rng rng(2);
    for_each_impl(dispatch::sha256_lanes_slot, [&](const Sha256Ops& ops, const std::string&) {
        ASSERT_GE(ops.lanes, 1u);
        ASSERT_LE(ops.lanes, sha256_max_lanes);
        for (unsigned n = 1; n <= ops.lanes; ++n)
            for (std::size_t blocks = 1; blocks <= 4; ++blocks)
                for (int round = 0; round < 4; ++round) {
                    const Message data = rng.bytes(n * (64 * blocks + 64));
                    std::vector<State> before(ops.lanes);
                    std::vector<std::uint32_t> state(8 * ops.lanes);
                    const std::uint8_t* in[sha256_max_lanes] = {};
                    for (unsigned i = 0; i < ops.lanes; ++i) {
                        before[i] = start_state(rng);
                        if (i < n) in[i] = data.data() + i * (64 * blocks + 64) + rng.below(64);
                        for (unsigned w = 0; w < 8; ++w) state[w * ops.lanes + i] = before[i][w];
                    }
                    ops.compress_lanes(state.data(), in, n, blocks);
                    for (unsigned i = 0; i < n; ++i) {
                        State got;
                        for (unsigned w = 0; w < 8; ++w) got[w] = state[w * ops.lanes + i];
                        ASSERT_NO_FATAL_FAILURE(expect_state(before[i], in[i], blocks, got, "lane")) << i << " of " << n << ", blocks " << blocks;
                    }
                }
    });
}

TEST(Sha256Kernel, ReadsNothingOutside)
{
    const GuardedPages pages(64 * 64);
    Rng rng(3);
    rng.fill(pages.at_start(), 64 * 64);
    for_each_impl(dispatch::sha256_lanes_slot, [&](const Sha256Ops& ops, const std::string&) {
        for (std::size_t blocks = 1; blocks <= 5; ++blocks)
            for (const std::uint8_t* const p : {pages.at_start(), pages.at_end(64 * blocks)}) {
                const State before = start_state(rng);
                State state = before;
                ops.compress(state.data(), p, blocks);
                ASSERT_NO_FATAL_FAILURE(expect_state(before, p, blocks, state, "one"));
                std::vector<std::uint32_t> lanes(8 * ops.lanes);
                std::vector<const std::uint8_t*> in(ops.lanes, p);
                for (unsigned w = 0; w < 8; ++w) std::fill_n(lanes.begin() + w * ops.lanes, ops.lanes, before[w]);
                ops.compress_lanes(lanes.data(), in.data(), ops.lanes, blocks);
                for (unsigned i = 0; i < ops.lanes; ++i)
                    for (unsigned w = 0; w < 8; ++w) ASSERT_EQ(lanes[w * ops.lanes + i], state[w]) << "lane " << i;
            }
    });
}

TEST(Sha256Kernel, Double64EveryCount)
{
    Rng rng(4);
    const Message data = rng.bytes(64 * 70 + 64);
    for_each_impl(dispatch::sha256_lanes_slot, [&](const Sha256Ops& ops, const std::string&) {
        for (std::size_t n = 0; n <= 70; ++n)
            for (const std::size_t offset : {std::size_t{0}, std::size_t{1}, std::size_t{n % 64}}) {
                Message out(32 * n + 2, 0x5a);
                ops.double64(out.data() + 1, data.data() + offset, n);
                ASSERT_EQ(out.front(), 0x5a);
                ASSERT_EQ(out.back(), 0x5a);
                for (std::size_t i = 0; i < n; ++i) {
                    const auto want = ref::sha256d(std::span(data).subspan(offset + 64 * i, 64));
                    ASSERT_EQ(std::memcmp(out.data() + 1 + 32 * i, want.data(), 32), 0) << "item " << i << " of " << n;
                }
                Message in_place(data.begin() + static_cast<long>(offset), data.begin() + static_cast<long>(offset + 64 * n));
                ops.double64(in_place.data(), in_place.data(), n);
                ASSERT_TRUE(std::equal(out.begin() + 1, out.end() - 1, in_place.begin())) << "in place, " << n;
            }
    });
}

TEST(Sha256Kernel, Double64TouchesNothingOutside)
{
    const GuardedPages in(64 * 40), out(32 * 40);
    Rng rng(5);
    for_each_impl(dispatch::sha256_lanes_slot, [&](const Sha256Ops& ops, const std::string&) {
        for (std::size_t n = 0; n <= 40; ++n)
            for (const bool at_end : {false, true}) {
                std::uint8_t* const from = at_end ? in.at_end(64 * n) : in.at_start();
                std::uint8_t* const to = at_end ? out.at_end(32 * n) : out.at_start();
                rng.fill(from, 64 * n);
                ops.double64(to, from, n);
                for (std::size_t i = 0; i < n; ++i) {
                    const auto want = ref::sha256d(std::span(from + 64 * i, 64));
                    ASSERT_EQ(std::memcmp(to + 32 * i, want.data(), 32), 0);
                }
            }
    });
}

}  // namespace
}  // namespace lanecrypt::test
