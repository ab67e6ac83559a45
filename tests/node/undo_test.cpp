// Undo data: real outputs through both directions, every script form, malformed data, rev files.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>

#include "golden.h"
#include "lanecrypt/sha256.hpp"
#include "node/block_hashes.h"
#include "node/undo.h"
#include "node/undo_file.h"
#include "support/bcoin_undo.h"
#include "support/guard.h"
#include "support/hex.h"
#include "support/rng.h"

namespace lanecrypt::node {
namespace {

using test::Rng;

std::vector<std::byte> raw(const char* hex)
{
    std::vector<std::byte> out;
    for (const std::uint8_t b : test::from_hex(hex)) out.push_back(std::byte{b});
    return out;
}

// Stands in for the curve: "restores" y as the complement of x, with the parity asked for in its last byte.
bool pretend_curve(std::span<std::byte, 65> out, std::span<const std::byte, 33> in)
{
    if (in[32] == std::byte{0xff}) return false;
    out[0] = std::byte{4};
    for (std::size_t i = 1; i < 33; ++i) {
        out[i] = in[i];
        out[32 + i] = ~in[i];
    }
    out[64] = (out[64] & std::byte{0xfe}) | (in[0] & std::byte{1});
    return true;
}

// The numbers of Bitcoin Core's own tests of the amount form.
TEST(Undo, AmountsAsPublished)
{
    static constexpr std::uint64_t pairs[][2] = {{0, 0}, {1, 1}, {1'000'000, 7}, {100'000'000, 9}, {5'000'000'000, 50}, {2'100'000'000'000'000, 21'000'000}};
    for (const auto& [amount, compressed] : pairs) {
        EXPECT_EQ(compress_amount(amount), compressed);
        EXPECT_EQ(decompress_amount(compressed), amount);
    }
    Rng rng(90);
    for (int i = 0; i < 100000; ++i) {
        const std::uint64_t amount = rng.below(std::uint64_t{2'100'000'000'000'000} >> rng.below(50));
        ASSERT_EQ(decompress_amount(compress_amount(amount)), amount);
        const std::uint64_t x = rng.below(100000000);
        ASSERT_EQ(compress_amount(decompress_amount(x)), x);
    }
}

// One entry, byte by byte: height 203998 and coinbase as in the published example of a coin (code 407997 is 97 f2 3d as
// a number), the dummy byte, 60000000000 satoshi (600), a P2PKH script.
TEST(Undo, KnownBytes)
{
    const auto script = raw("76a914816115944e077fe7c803cfa57f29b36bf87c1d3588ac");
    const UndoOutput output{60'000'000'000, script, 203998, true};
    const std::uint32_t counts[] = {1};
    std::vector<std::byte> out;
    append_undo(out, counts, {&output, 1});
    EXPECT_EQ(test::to_hex(out), "0101" "97f23d" "00" "8358" "00" "816115944e077fe7c803cfa57f29b36bf87c1d35");
    BlockUndo undo;
    ParseError error;
    ASSERT_TRUE(parse_undo(out, undo, error, {})) << error.what;
    ASSERT_EQ(undo.outputs.size(), 1u);
    EXPECT_EQ(undo.outputs[0].height, 203998u);
    EXPECT_TRUE(undo.outputs[0].coinbase);
    EXPECT_EQ(undo.outputs[0].value, 60'000'000'000u);
    EXPECT_TRUE(std::ranges::equal(undo.outputs[0].script, script));
}

TEST(Undo, EveryScriptForm)
{
    Rng rng(91);
    std::vector<std::vector<std::byte>> scripts;
    const auto key_script = [&](unsigned prefix) {
        auto s = raw("41");
        std::array<std::byte, 33> compressed;
        rng.fill(compressed.data(), 33);
        compressed[0] = static_cast<std::byte>(prefix);
        compressed[32] = std::byte{1};
        std::array<std::byte, 65> whole;
        pretend_curve(whole, compressed);
        s.insert(s.end(), whole.begin(), whole.end());
        s.push_back(std::byte{0xac});
        return s;
    };
    for (const std::size_t n : {0u, 1u, 22u, 23u, 25u, 34u, 35u, 67u, 121u, 122u, 10000u}) {
        std::vector<std::byte> s(n);
        rng.fill(s.data(), n);
        scripts.push_back(s);
    }
    scripts.push_back(raw("76a914000102030405060708090a0b0c0d0e0f1011121388ac"));
    scripts.push_back(raw("a914000102030405060708090a0b0c0d0e0f1011121387"));
    scripts.push_back(raw("2102000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1fac"));
    scripts.push_back(raw("2103000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1fac"));
    scripts.push_back(raw("2104000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1fac"));
    scripts.push_back(key_script(2));
    scripts.push_back(key_script(3));
    scripts.push_back(key_script(3));
    scripts.back()[40] ^= std::byte{1};  // not on the curve: stored as it is
    std::vector<UndoOutput> outputs;
    std::vector<std::uint32_t> counts = {5, 1};
    for (const auto& s : scripts) outputs.push_back({rng.below(1'000'000'000), s, static_cast<std::uint32_t>(rng.below(1'000'000)), rng.one_in(3)});
    outputs[0].height = 0;
    counts.push_back(static_cast<std::uint32_t>(outputs.size()) - 6);

    for (const RestoreKey& restore : {RestoreKey(pretend_curve), RestoreKey()}) {
        std::vector<std::byte> bytes;
        append_undo(bytes, counts, outputs, restore);
        BlockUndo undo;
        ParseError error;
        ASSERT_TRUE(parse_undo(bytes, undo, error, restore)) << error.what;
        EXPECT_EQ(undo.counts, counts);
        ASSERT_EQ(undo.outputs.size(), outputs.size());
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            EXPECT_EQ(undo.outputs[i].value, outputs[i].value) << i;
            EXPECT_EQ(undo.outputs[i].height, outputs[i].height) << i;
            EXPECT_EQ(undo.outputs[i].coinbase, outputs[i].coinbase) << i;
            EXPECT_TRUE(std::ranges::equal(undo.outputs[i].script, outputs[i].script)) << i;
        }
    }
    // Short forms of uncompressed keys without anybody to restore them, and with a key that is on no curve.
    std::vector<std::byte> bytes;
    append_undo(bytes, counts, outputs, pretend_curve);
    BlockUndo undo;
    ParseError error;
    EXPECT_FALSE(parse_undo(bytes, undo, error, {}));
    EXPECT_NE(std::string(error.what).find("secp256k1"), std::string::npos);
    EXPECT_FALSE(parse_undo(bytes, undo, error, [](auto, auto) { return false; }));
}

TEST(Undo, MalformedData)
{
    const auto refuses = [](const char* hex, const char* words) {
        BlockUndo undo;
        ParseError error;
        const auto bytes = raw(hex);
        EXPECT_FALSE(parse_undo(bytes, undo, error, pretend_curve)) << hex;
        if (error.what == nullptr) return;
        EXPECT_NE(std::string(error.what).find(words), std::string::npos) << hex << ": " << error.what;
    };
    refuses("", "ends too early");
    refuses("fd0000", "shortest form");
    refuses("ff0000000001000000", "more transactions");
    refuses("0000", "follow");
    refuses("01fe00000001000000", "more outputs");
    refuses("0101ffffffff7f0000060606", "too large");
    refuses("010100" "ffffffffffffffffffff7f" "06", "too large");
    refuses("010100" "00" "cd97", "ends too early");           // a script that the data cuts off
    refuses("010100" "00" "cd97000000000000000000000000", "10000");
    refuses("010100" "00" "00" "0102", "ends too early");
    refuses("010100" "00" "04" "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", "no point");
}

TEST(Undo, RandomChangesNeverLeaveTheBytes)
{
    Rng rng(92);
    const test::GuardedPages pages(8192);
    std::size_t good = 0;
    for (int round = 0; round < (test::quick() ? 500 : 5000); ++round) {
        std::vector<std::vector<std::byte>> scripts(rng.below(20));
        std::vector<UndoOutput> outputs;
        for (auto& s : scripts) {
            s.resize(rng.below(60));
            rng.fill(s.data(), s.size());
            outputs.push_back({rng.below(100000), s, static_cast<std::uint32_t>(rng.below(1000)), false});
        }
        const std::uint32_t counts[] = {static_cast<std::uint32_t>(outputs.size())};
        std::vector<std::byte> bytes;
        append_undo(bytes, counts, outputs);
        for (std::size_t changes = rng.below(5); changes != 0; --changes) bytes[rng.below(bytes.size())] ^= static_cast<std::byte>(1 << rng.below(8));
        auto* const edge = reinterpret_cast<std::byte*>(pages.at_end(bytes.size()));
        std::copy(bytes.begin(), bytes.end(), edge);
        BlockUndo undo;
        ParseError error;
        if (!parse_undo({edge, bytes.size()}, undo, error, pretend_curve)) continue;
        ++good;
        std::size_t total = 0;
        for (const UndoOutput& o : undo.outputs)
            for (const std::byte b : o.script) total += std::to_integer<std::size_t>(b);
        EXPECT_LE(total, 255u * 67 * bytes.size());
    }
    EXPECT_GT(good, 100u);
}

// A rev file made of the real blocks' undo data, found block by block whatever the order of the records.
TEST(UndoFile, RealBlocksInAnyOrder)
{
    LANECRYPT_NEED_TESTDATA();
    const std::filesystem::path dir = std::filesystem::temp_directory_path() / ("lanecrypt-undo-test-" + std::to_string(::getpid()));
    std::filesystem::create_directory(dir);
    BlocksDirectory directory;
    directory.path = dir;
    directory.network = *network_by_text("testnet3");
    std::array<std::byte, 8> key;
    Rng(93).fill(key.data(), 8);
    directory.key = Obfuscation(key);

    std::vector<test::GoldenBlock> golden;
    for (auto& g : test::golden_blocks())
        if (g.values.contains("prevouts")) golden.push_back(std::move(g));
    ASSERT_EQ(golden.size(), 6u);
    std::vector<std::byte> file;
    for (std::size_t k = golden.size(); k-- > 0;) {
        Block block;
        ParseError error;
        ASSERT_TRUE(parse_block(golden[k].bytes, block, error));
        const auto spent = test::read_bcoin_undo(test::undo_name(golden[k].name));
        std::vector<UndoOutput> outputs;
        for (std::size_t i = 0; i < spent.scripts.size(); ++i) outputs.push_back({spent.values[i], spent.scripts[i], static_cast<std::uint32_t>(i), i % 7 == 0});
        std::vector<std::uint32_t> counts;
        for (std::size_t t = 1; t < block.transactions.size(); ++t) counts.push_back(block.transactions[t].input_count);
        std::vector<std::byte> undo(block.header.previous.begin(), block.header.previous.end());
        append_undo(undo, counts, outputs);
        const auto checksum = sha256d(undo);
        const std::size_t size = undo.size() - 32;
        file.insert(file.end(), directory.network.magic.begin(), directory.network.magic.end());
        for (int i = 0; i < 4; ++i) file.push_back(static_cast<std::byte>(size >> (8 * i)));
        file.insert(file.end(), undo.begin() + 32, undo.end());
        file.insert(file.end(), checksum.begin(), checksum.end());
    }
    directory.key(file);
    file.resize(file.size() + 100000);  // preallocated
    {
        std::ofstream out(undo_file_path(dir, 7), std::ios::binary);
        out.write(reinterpret_cast<const char*>(file.data()), static_cast<std::streamsize>(file.size()));
    }
    std::size_t problems = 0;
    const ProblemSink count = [&](const Problem&) { ++problems; };
    UndoFile undo_file(directory, 7, count);
    EXPECT_EQ(undo_file.records(), golden.size());
    EXPECT_EQ(problems, 0u);
    std::vector<std::byte> buffer;
    for (int pass = 0; pass < 2; ++pass)
        for (const auto& g : golden) {
            SCOPED_TRACE(g.name);
            Block block;
            ParseError error;
            ASSERT_TRUE(parse_block(g.bytes, block, error));
            const Bytes found = undo_file.find(block, buffer);
            ASSERT_FALSE(found.empty());
            BlockUndo undo;
            ASSERT_TRUE(parse_undo(found, undo, error, {})) << error.what;
            EXPECT_TRUE(fits(undo, block));
            const auto spent = test::read_bcoin_undo(test::undo_name(g.name));
            ASSERT_EQ(undo.outputs.size(), spent.scripts.size());
            for (std::size_t i = 0; i < spent.scripts.size(); ++i) {
                ASSERT_TRUE(std::ranges::equal(undo.outputs[i].script, spent.scripts[i]));
                ASSERT_EQ(undo.outputs[i].value, spent.values[i]);
            }
            block.transactions.pop_back();
            EXPECT_FALSE(fits(undo, block));
            block.header.previous[5] ^= std::byte{1};
            EXPECT_TRUE(undo_file.find(block, buffer).empty());
        }
    EXPECT_EQ(UndoFile(directory, 8, count).records(), 0u);

    // Damage inside a record: its checksum fails; damage of a magic: the rest is still found, one problem.
    for (const std::size_t at : {std::size_t{0}, std::size_t{5000}}) {
        auto damaged = file;
        damaged[at] ^= std::byte{0x10};
        std::ofstream(undo_file_path(dir, 9), std::ios::binary).write(reinterpret_cast<const char*>(damaged.data()), static_cast<std::streamsize>(damaged.size()));
        problems = 0;
        UndoFile other(directory, 9, count);
        EXPECT_EQ(problems, at == 0 ? 1u : 0u);
        std::size_t found = 0;
        for (const auto& g : golden) {
            Block block;
            ParseError error;
            ASSERT_TRUE(parse_block(g.bytes, block, error));
            found += !other.find(block, buffer).empty();
        }
        EXPECT_EQ(found, golden.size() - 1) << at;
    }
    std::filesystem::remove_all(dir);
}

}  // namespace
}  // namespace lanecrypt::node
