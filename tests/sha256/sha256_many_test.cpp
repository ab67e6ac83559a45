// The lane scheduler on every pair of tables, overlaps, the public functions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "lanecrypt/misuse.hpp"
#include "lanecrypt/sha256.hpp"
#include "sha256/sha256_support.h"

namespace lanecrypt::test {
namespace {

std::vector<ref::Hash256> hashes_of(const std::vector<Message>& messages, bool twice)
{
    std::vector<ref::Hash256> out;
    for (const Message& m : messages) out.push_back(twice ? ref::sha256d(m) : ref::sha256(m));
    return out;
}

// Sizes like those of transactions, empty and single bytes among them, now and then a giant.
std::size_t mixed_length(Rng& rng, bool giants)
{
    switch (rng.below(giants ? 20 : 19)) {
    case 0: return 0;
    case 1: return 1;
    case 2: return rng.below(64);
    case 3: return 64 * rng.below(5);
    case 19: return 1000 + rng.below(40000);
    default: return 60 + rng.below(400);
    }
}

void expect_run(const Sha256Plan& plan, const std::vector<Message>& messages)
{
    for (const bool twice : {false, true}) {
        const auto want = hashes_of(messages, twice);
        Message out(32 * messages.size() + 2, 0x5a);
        ASSERT_TRUE(sha256_run_checked(plan, out.data() + 1, list_of(messages), twice));
        for (std::size_t i = 0; i < messages.size(); ++i)
            ASSERT_EQ(std::memcmp(out.data() + 1 + 32 * i, want[i].data(), 32), 0)
                << "message " << i << " of " << messages.size() << ", " << messages[i].size() << " bytes" << (twice ? ", double" : "");
        ASSERT_EQ(out.front(), 0x5a);
        ASSERT_EQ(out.back(), 0x5a);
    }
}

TEST(Sha256Many, EveryCountOnEveryImplementation)
{
    for_each_impl(dispatch::sha256_lanes_slot, [](const Sha256Ops& ops, const std::string&) {
        Rng rng(10);
        for (std::size_t n = 0; n <= 70; ++n) {
            std::vector<Message> messages(n);
            for (Message& m : messages) m = rng.bytes(mixed_length(rng, n % 10 == 0));
            ASSERT_NO_FATAL_FAILURE(expect_run({&ops, &ops, 1}, messages));
        }
    });
}

TEST(Sha256Many, EveryEqualLength)
{
    for_each_impl(dispatch::sha256_lanes_slot, [](const Sha256Ops& ops, const std::string&) {
        Rng rng(11);
        for (std::size_t len = 0; len <= 200; len += quick() ? 7 : 1) {
            std::vector<Message> messages(ops.lanes + 1);
            for (Message& m : messages) m = rng.bytes(len);
            ASSERT_NO_FATAL_FAILURE(expect_run({&ops, &ops, 1}, messages));
        }
    });
}

// Wide lanes hand over to the few at every threshold: paused messages go on in other lanes of other tables.
TEST(Sha256Many, EveryPairOfTablesAndThreshold)
{
    for_each_impl(dispatch::sha256_lanes_slot, [](const Sha256Ops& wide, const std::string& wide_name) {
        for (std::size_t f = 0; f < dispatch::sha256_lanes_slot.size(); ++f) {
            if ((cpu::runnable() & cpu::row_bit(dispatch::sha256_lanes_slot[f].isa)) == 0) continue;
            const Sha256Ops& few = dispatch::sha256_lanes_slot.impl(f);
            SCOPED_TRACE(wide_name + " then " + isa_rows[static_cast<int>(few.isa)].name);
            Rng rng(12);
            for (unsigned from = 1; from <= wide.lanes + 1; ++from)
                for (const std::size_t n : {std::size_t{from}, std::size_t{wide.lanes} + 3}) {
                    std::vector<Message> messages(n);
                    for (Message& m : messages) m = rng.bytes(mixed_length(rng, false));
                    messages[rng.below(n)] = rng.bytes(3000);
                    ASSERT_NO_FATAL_FAILURE(expect_run({&wide, &few, from}, messages)) << "from " << from << ", " << n << " messages";
                }
        }
    });
}

TEST(Sha256Many, ManyMoreThanLanes)
{
    Rng rng(13);
    std::vector<Message> messages(quick() ? 300 : 2000);
    for (Message& m : messages) m = rng.bytes(mixed_length(rng, true));
    messages.back() = rng.bytes(100000);
    for_each_impl(dispatch::sha256_lanes_slot,
                  [&](const Sha256Ops& ops, const std::string&) { ASSERT_NO_FATAL_FAILURE(expect_run({&ops, &ops, 1}, messages)); });
    ASSERT_NO_FATAL_FAILURE(expect_run(sha256_plan(), messages));
}

TEST(Sha256Many, SharedInputs)
{
    const Message m = text("the same bytes for all");
    std::vector<std::span<const std::byte>> in(40, as_span(m));
    std::vector<std::byte> out(32 * in.size());
    sha256_many(out, in);
    for (std::size_t i = 0; i < in.size(); ++i) EXPECT_EQ(hex_of(std::span(out).subspan(32 * i, 32)), to_hex(ref::sha256(m)));
}

// Each hash over the head of its own message: out is one range, so the messages lie 32 bytes apart and overlap nothing else.
TEST(Sha256Many, OutputsInsideTheirOwnInput)
{
    Rng rng(14);
    for (const std::size_t n : {std::size_t{1}, std::size_t{5}, std::size_t{64}, std::size_t{65}, std::size_t{200}})
        for (const bool twice : {false, true}) {
            Message buffer = rng.bytes(32 * n);
            const Message before = buffer;
            std::vector<std::span<const std::byte>> in;
            for (std::size_t i = 0; i < n; ++i) in.push_back(std::as_bytes(std::span(buffer).subspan(32 * i, 32)));
            (twice ? sha256d_many : sha256_many)(std::as_writable_bytes(std::span(buffer)), in);
            for (std::size_t i = 0; i < n; ++i) {
                const auto m = std::span(before).subspan(32 * i, 32);
                ASSERT_EQ(to_hex(buffer.data() + 32 * i, 32), to_hex(twice ? ref::sha256d(m) : ref::sha256(m))) << i;
            }
        }
}

// A hash of one group of 64 over a message of a later one: as if run in order.
TEST(Sha256Many, GroupsRunInOrder)
{
    Message buffer(32 * 65, 7);
    const Message other = text("somewhere else");
    std::vector<std::span<const std::byte>> in(65, as_span(other));
    in[64] = std::as_bytes(std::span(buffer).first(32));  // where hash 0 goes
    sha256_many(std::as_writable_bytes(std::span(buffer)), in);
    EXPECT_EQ(to_hex(buffer.data() + 32 * 64, 32), to_hex(ref::sha256(ref::sha256(other))));
}

int misuses = 0;

TEST(Sha256Many, Misuse)
{
    set_misuse_handler([](const char*, void*) { ++misuses; }, nullptr);
    misuses = 0;
    Message buffer(32 * 3, 7);
    const Message other = text("somewhere else");
    std::vector<std::span<const std::byte>> in(3, as_span(other));
    const auto out = std::as_writable_bytes(std::span(buffer));
    sha256_many(out.first(95), in);
    sha256_many(out.first(64), in);
    EXPECT_EQ(misuses, 2);
    in[1] = std::as_bytes(std::span(buffer).subspan(31, 2));  // touches hash 0 and its own
    sha256_many(out, in);
    sha256d_many(out, in);
    EXPECT_EQ(misuses, 4);
    sha256d64(out.first(32), out.first(63));
    sha256d64(out.first(64), out.first(64));
    Message big(64 * 3);
    sha256d64(std::as_writable_bytes(std::span(big)).subspan(1, 96), std::as_bytes(std::span(big)));
    EXPECT_EQ(misuses, 7);
    EXPECT_EQ(buffer, Message(32 * 3, 7));
    EXPECT_EQ(big, Message(64 * 3));
    set_misuse_handler(nullptr, nullptr);
}

TEST(Sha256Many, Double64OfThePublicFunction)
{
    Rng rng(15);
    for (std::size_t n = 0; n <= 70; ++n) {
        Message data = rng.bytes(64 * n);
        std::vector<ref::Hash256> want;
        for (std::size_t i = 0; i < n; ++i) want.push_back(ref::sha256d(std::span(data).subspan(64 * i, 64)));
        sha256d64(std::as_writable_bytes(std::span(data)).first(32 * n), std::as_bytes(std::span(data)));
        for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(std::memcmp(data.data() + 32 * i, want[i].data(), 32), 0) << i << " of " << n;
    }
    Message one = rng.bytes(64);
    const auto want = ref::sha256d(one);
    sha256d64(std::as_writable_bytes(std::span(one)).subspan(20, 32), std::as_bytes(std::span(one)));
    EXPECT_EQ(std::memcmp(one.data() + 20, want.data(), 32), 0);
}

}  // namespace
}  // namespace lanecrypt::test
