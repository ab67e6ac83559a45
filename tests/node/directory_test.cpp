// What a directory is: files, network, key, and every way in which they do not fit.
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <cstring>
#include <functional>

#include "node/block_file_reader.h"
#include "node/block_file_writer.h"
#include "node/directory.h"
#include "node/synthetic_chain.h"
#include "node/synthetic_directory.h"
#include "temporary_directory.h"

namespace {

using namespace lanecrypt::node;
using lanecrypt::Obfuscation;
using lanecrypt::test::TemporaryDirectory;
namespace fs = std::filesystem;

const Obfuscation test_key = *obfuscation_from_hex("0123456789abcdef");

// The first blocks of a synthetic chain in three files, for the network and key given.
void fill(const fs::path& dir, const Obfuscation& key, const char* network = "regtest")
{
    SyntheticChain chain(3);
    for (unsigned number = 0; number < 3; ++number) {
        const SyntheticBlock block = chain.next();
        TemporaryDirectory scratch;
        BlockFileWriter writer(scratch.path(), *network_by_text(network), key);
        writer.append(block.bytes);
        writer.finish();
        fs::copy_file(writer.path_of(0), dir / ("blk0000" + std::to_string(number) + ".dat"), fs::copy_options::overwrite_existing);
    }
}

struct Outcome {
    std::string error;               // of open_blocks_directory
    std::vector<std::string> lines;  // problems while opening and reading
    KeyFile key_file = KeyFile::none;
    std::string network;
    std::size_t blocks = 0;
};

Outcome read(const fs::path& dir, const std::optional<Network>& network = {})
{
    Outcome out;
    const std::string prefix = dir.string();
    const auto shorten = [&](std::string text) {
        for (std::size_t at; (at = text.find(prefix)) != std::string::npos;) text.replace(at, prefix.size(), "DIR");
        return text;
    };
    const ProblemSink sink = [&](const Problem& p) { out.lines.push_back(shorten(p.text())); };
    try {
        const BlocksDirectory directory = open_blocks_directory(dir, network, sink);
        out.key_file = directory.key_file;
        out.network = directory.network.name;
        for_each_batch(directory, {}, sink, [&](const BlockFile&, std::span<const StoredBlock> b, std::uint64_t) { out.blocks += b.size(); });
    } catch (const ProblemError& e) {
        out.error = shorten(e.what());
    }
    return out;
}

using Lines = std::vector<std::string>;

TEST(Directory, EveryNetworkPlainAndKeyed)
{
    for (const Network& n : networks())
        for (const bool keyed : {false, true}) {
            TemporaryDirectory dir;
            const Obfuscation key = keyed ? test_key : Obfuscation{};
            fill(dir.path(), key, n.name);
            if (keyed) dir.write("xor.dat", key.key());
            const Outcome got = read(dir.path());
            EXPECT_EQ(got.error, "");
            EXPECT_EQ(got.lines, Lines{});
            EXPECT_EQ(got.network, n.name);
            EXPECT_EQ(got.key_file, keyed ? KeyFile::present : KeyFile::none);
            EXPECT_EQ(got.blocks, 3u);
            if (!keyed) {
                dir.write("xor.dat", key.key());
                EXPECT_EQ(read(dir.path()).key_file, KeyFile::zero);
                EXPECT_EQ(read(dir.path()).blocks, 3u);
            }
        }
}

TEST(Directory, CustomSignet)
{
    TemporaryDirectory dir;
    fill(dir.path(), test_key, "01020304");
    dir.write("xor.dat", test_key.key());
    EXPECT_NE(read(dir.path()).error, "");
    const Outcome got = read(dir.path(), network_by_text("01020304"));
    EXPECT_EQ(got.error, "");
    EXPECT_EQ(got.network, "custom");
    EXPECT_EQ(got.blocks, 3u);
    EXPECT_FALSE(network_by_text("0102030"));
    EXPECT_FALSE(network_by_text("mainnet?"));
    EXPECT_STREQ(network_by_text("f9beb4d9")->name, "main");
}

TEST(Directory, MissingAndEmpty)
{
    TemporaryDirectory dir;
    EXPECT_EQ(read(dir.path() / "nothing").error, "DIR: cannot read the directory: No such file or directory");
    EXPECT_EQ(read(dir.path()).error, "DIR: no blkNNNNN.dat in it");
    dir.write("xor.dat", test_key.key());
    dir.write("blk0000.dat", {});
    dir.write("blk00000.dat.old", {});
    dir.write("blkabcde.dat", {});
    dir.write("rev00000.dat", {});
    EXPECT_EQ(read(dir.path()).error, "DIR: no blkNNNNN.dat in it");
    fs::create_directory(dir.path() / "blocks");
    EXPECT_EQ(read(dir.path()).error, "DIR: no blkNNNNN.dat in it; its subdirectory blocks may be meant");
    dir.write("file", {});
    EXPECT_EQ(read(dir.path() / "file").error, "DIR: cannot read the directory: Not a directory");
}

TEST(Directory, PrunedStartAndHoles)
{
    TemporaryDirectory dir;
    fill(dir.path(), test_key);
    dir.write("xor.dat", test_key.key());
    fs::rename(dir.path() / "blk00002.dat", dir.path() / "blk123456.dat");
    fs::rename(dir.path() / "blk00001.dat", dir.path() / "blk04711.dat");
    fs::remove(dir.path() / "blk00000.dat");
    const BlocksDirectory directory = open_blocks_directory(dir.path(), {}, {});
    ASSERT_EQ(directory.files.size(), 2u);
    EXPECT_EQ(directory.files[0].number, 4711u);
    EXPECT_EQ(directory.files[1].number, 123456u);
    EXPECT_EQ(read(dir.path()).blocks, 2u);
}

TEST(Directory, LostKey)
{
    TemporaryDirectory dir;
    fill(dir.path(), test_key);
    // regtest fabfb5da under 01234567
    EXPECT_EQ(read(dir.path()).error, "DIR/blk00000.dat: begins with fb9cf0bd, which is no network's magic, and there is no xor.dat: the key is lost, or this is no block file at offset 0");
    dir.write("xor.dat", Obfuscation{}.key());
    EXPECT_EQ(read(dir.path()).error, "DIR/blk00000.dat: begins with fb9cf0bd, which is no network's magic, and the key in xor.dat is all zero: the key is lost, or this is no block file at offset 0");
    dir.write("xor.dat", obfuscation_from_hex("1111111111111111")->key());
    EXPECT_EQ(read(dir.path()).error, "DIR/blk00000.dat: begins with fb9cf0bd, which is no network's magic, neither as it is nor under the key 1111111111111111 of xor.dat: a wrong key, or no block file at offset 0");
}

TEST(Directory, KeyFileOfAnotherLength)
{
    for (const std::size_t size : {0u, 1u, 7u, 9u, 16u, 4096u}) {
        TemporaryDirectory dir;
        fill(dir.path(), test_key);
        const std::vector<std::byte> bytes(size, std::byte{1});
        dir.write("xor.dat", bytes);
        const std::string line = "DIR/xor.dat: a key file of " + std::to_string(size) + " bytes instead of 8 at offset " + std::to_string(std::min<std::size_t>(size, 8));
        EXPECT_EQ(read(dir.path()).error, line);
        // Plain data can be read nevertheless.
        fill(dir.path(), Obfuscation{});
        const Outcome got = read(dir.path());
        EXPECT_EQ(got.lines, Lines{line});
        EXPECT_EQ(got.key_file, KeyFile::unusable);
        EXPECT_EQ(got.blocks, 3u);
    }
}

TEST(Directory, KeyOfPlainData)
{
    TemporaryDirectory dir;
    fill(dir.path(), Obfuscation{});
    dir.write("xor.dat", test_key.key());
    const Outcome got = read(dir.path());
    EXPECT_EQ(got.lines, Lines{"DIR/blk00000.dat: not obfuscated, but xor.dat holds the key 0123456789abcdef at offset 0"});
    EXPECT_EQ(got.key_file, KeyFile::unneeded);
    EXPECT_EQ(got.blocks, 3u);
}

TEST(Directory, HalfConverted)
{
    TemporaryDirectory plain, keyed;
    fill(plain.path(), Obfuscation{});
    fill(keyed.path(), test_key);
    keyed.write("xor.dat", test_key.key());
    keyed.write("blk00001.dat", plain.read("blk00001.dat"));
    const Outcome got = read(keyed.path());
    EXPECT_EQ(got.lines, Lines{"DIR/blk00001.dat: not obfuscated, unlike the rest of the directory at offset 0"});
    EXPECT_EQ(got.blocks, 3u);
}

// One file in the middle is bad: one line, and the others are read.
TEST(Directory, BadFileInTheMiddle)
{
    const auto expect = [](const std::function<void(const fs::path&)>& spoil, const std::string& line) {
        for (const char* victim : {"blk00000.dat", "blk00001.dat", "blk00002.dat"}) {
            TemporaryDirectory dir;
            fill(dir.path(), test_key);
            dir.write("xor.dat", test_key.key());
            fs::remove(dir.path() / victim);
            spoil(dir.path() / victim);
            const Outcome got = read(dir.path());
            EXPECT_EQ(got.error, "");
            EXPECT_EQ(got.lines, Lines{std::string("DIR/") + victim + ": " + line});
            EXPECT_EQ(got.blocks, 2u);
        }
    };
    const auto write = [](const fs::path& p, std::size_t size, char fill_with) { std::ofstream(p, std::ios::binary) << std::string(size, fill_with); };
    expect([](const fs::path& p) { fs::create_directory(p); }, "not a regular file at offset 0");
    expect([](const fs::path& p) { ASSERT_EQ(::mkfifo(p.c_str(), 0600), 0); }, "not a regular file at offset 0");
    expect([](const fs::path& p) { fs::create_symlink("nowhere", p); }, "cannot open: No such file or directory at offset 0");
    expect([](const fs::path& p) { fs::create_symlink(p.filename(), p); }, "cannot open: Too many levels of symbolic links at offset 0");
    expect([&](const fs::path& p) { write(p, 0, 0); }, "an empty file at offset 0");
    expect([&](const fs::path& p) { write(p, 100'000, 0); }, "no block in it, only unwritten bytes at offset 0");
    expect([&](const fs::path& p) { write(p, 5, 'x'); }, "no block file: the magic fabfb5da (regtest) is nowhere in it; expected at offset 0");
    expect([&](const fs::path& p) { write(p, 3'000'000, 'x'); }, "no block file: the magic fabfb5da (regtest) is nowhere in it; expected at offset 0");
}

TEST(Directory, OnlyUnreadableFiles)
{
    TemporaryDirectory dir;
    fs::create_directory(dir.path() / "blk00000.dat");
    EXPECT_EQ(read(dir.path()).error, "DIR/blk00000.dat: not a regular file at offset 0");
    fs::remove(dir.path() / "blk00000.dat");
    dir.write("blk00000.dat", {});
    EXPECT_EQ(read(dir.path()).error, "DIR/blk00000.dat: no block in it at offset 0");
}

TEST(Directory, GarbageBeforeTheFirstBlock)
{
    TemporaryDirectory whole, dir;
    fill(whole.path(), Obfuscation{});
    for (const bool keyed : {false, true}) {
        std::vector<std::byte> bytes(13, std::byte{0x77});
        const std::vector<std::byte> block = whole.read("blk00000.dat");
        bytes.insert(bytes.end(), block.begin(), block.begin() + 293);
        if (keyed) {
            test_key(bytes, 0);
            dir.write("xor.dat", test_key.key());
        }
        dir.write("blk00000.dat", bytes);
        const Outcome got = read(dir.path());
        EXPECT_EQ(got.lines, Lines{"DIR/blk00000.dat: 13 bytes that belong to no block at offset 0"});
        EXPECT_EQ(got.blocks, 1u);
    }
}

TEST(Synthetic, DirectoriesDependOnTheSeedAlone)
{
    TemporaryDirectory dir;
    SyntheticOptions options;
    options.size = 5 << 20;
    options.file_limit = 2 << 20;
    options.seed = 42;
    const SyntheticSummary made = write_synthetic_directory(dir.path() / "a", options);
    write_synthetic_directory(dir.path() / "b", options);
    EXPECT_GE(made.files, 3u);
    for (std::uint32_t i = 0; i < made.files; ++i) {
        const std::string name = "blk0000" + std::to_string(i) + ".dat";
        EXPECT_EQ(dir.read("a/" + name), dir.read("b/" + name));
    }
    EXPECT_EQ(fs::file_size(dir.path() / "a" / ("blk0000" + std::to_string(made.files - 1) + ".dat")) % preallocated_chunk, 0u);
    const Outcome got = read(dir.path() / "a");
    EXPECT_EQ(got.lines, Lines{});
    EXPECT_EQ(got.blocks, made.blocks);

    EXPECT_THROW(write_synthetic_directory(dir.path() / "a", options), ProblemError) << "nothing is overwritten";
    EXPECT_EQ(read(dir.path() / "a").blocks, made.blocks);
    EXPECT_THROW(write_synthetic_directory(dir.path() / "no" / "parent", options), ProblemError);
    options.progress = [](std::uint64_t done) { return done < 1'000'000; };
    EXPECT_TRUE(write_synthetic_directory(dir.path() / "c", options).stopped);
    EXPECT_FALSE(fs::exists(dir.path() / "c")) << "a stopped run leaves nothing behind";
    options.progress = {};
    options.key = Obfuscation{};
    write_synthetic_directory(dir.path() / "plain", options);
    EXPECT_EQ(read(dir.path() / "plain").key_file, KeyFile::zero);
}

}  // namespace
