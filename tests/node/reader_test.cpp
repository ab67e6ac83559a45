// Reading block files: with and without a key, in windows of every size, with everything between the records that a
// node, a crash, a tool or an enemy leaves there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "golden.h"
#include "node/block_file_reader.h"
#include "node/block_file_writer.h"
#include "node/block_hashes.h"
#include "node/synthetic_directory.h"
#include "node/writer.h"
#include "support/rng.h"
#include "temporary_directory.h"

namespace {

using namespace lanecrypt::node;
using lanecrypt::Obfuscation;
using lanecrypt::test::TemporaryDirectory;

const Obfuscation test_key = *obfuscation_from_hex("0123456789abcdef");

// Small blocks without witness; the same number makes the same block.
std::vector<std::byte> small_block(unsigned number, std::size_t script = 40)
{
    std::vector<std::byte> out;
    Writer w(out);
    w.u32(1);
    w.bytes(Hash{});
    w.bytes(Hash{std::byte(number)});
    w.u32(1300000000 + number);
    w.u32(0x207fffff);
    w.u32(number);
    w.compact_size(1);
    w.u32(1);
    w.compact_size(1);
    w.bytes(Hash{});
    w.u32(0xffffffff);
    w.compact_size(script);
    for (std::size_t i = 0; i < script; ++i) w.u8(static_cast<unsigned>(number + i) & 0x7f);
    w.u32(0xffffffff);
    w.compact_size(1);
    w.u64(50);
    w.compact_size(2);
    w.u8(0x51), w.u8(number & 0xff);
    w.u32(0);
    return out;
}

// The content of one block file, before obfuscation.
class Image {
public:
    explicit Image(const char* network = "regtest") : magic_(network_by_text(network)->magic) {}

    std::size_t size() const { return bytes_.size(); }
    Image& record(const std::vector<std::byte>& block) { return record(block, static_cast<std::uint32_t>(block.size())); }
    Image& record(const std::vector<std::byte>& block, std::uint32_t claimed_size)
    {
        raw(magic_);
        Writer(bytes_).u32(claimed_size);
        return raw(block);
    }
    Image& raw(Bytes b)
    {
        Writer(bytes_).bytes(b);
        written_.resize(bytes_.size(), true);
        return *this;
    }
    Image& text(const char* s) { return raw(std::as_bytes(std::span(s, std::strlen(s)))); }
    // Never written: zeros on the disk under any key.
    Image& unwritten(std::size_t count)
    {
        bytes_.resize(bytes_.size() + count);
        written_.resize(bytes_.size(), false);
        return *this;
    }
    std::vector<std::byte> on_disk(const Obfuscation& key) const
    {
        std::vector<std::byte> out = bytes_;
        key(out, 0);
        for (std::size_t i = 0; i < out.size(); ++i)
            if (!written_[i]) out[i] = std::byte{0};
        return out;
    }

private:
    Magic magic_;
    std::vector<std::byte> bytes_;
    std::vector<bool> written_;
};

struct Found {
    std::vector<std::uint64_t> offsets;
    std::vector<std::vector<std::byte>> blocks;
    std::vector<std::string> problems;
    FileSummary summary;
};

Found read_all(const BlocksDirectory& directory, std::size_t window = std::size_t{16} << 20, bool headers_only = false)
{
    Found out;
    ReaderOptions options;
    options.window = window;
    options.headers_only = headers_only;
    for_each_batch(
        directory, options, [&](const Problem& p) { out.problems.push_back(std::filesystem::path(p.file).filename().string() + ": " + p.message + "@" + std::to_string(p.offset.value_or(0))); },
        [&](const BlockFile&, std::span<const StoredBlock> batch, std::uint64_t) {
            for (const StoredBlock& b : batch) {
                out.offsets.push_back(b.offset);
                out.blocks.emplace_back(b.block.bytes.begin(), b.block.bytes.end());
            }
        },
        [&](const BlockFile&, const FileSummary& s) { out.summary = s; });
    return out;
}

// Writes the image under a key and without, reads it with several windows; all must see the same.
Found read_image(const Image& image)
{
    Found first;
    bool have = false;
    for (const bool keyed : {false, true}) {
        const Obfuscation key = keyed ? test_key : Obfuscation{};
        TemporaryDirectory dir;
        dir.write("blk00000.dat", image.on_disk(key));
        if (keyed) dir.write("xor.dat", key.key());
        BlocksDirectory directory = open_blocks_directory(dir.path(), network_by_text("regtest"), [](const Problem& p) { ADD_FAILURE() << p.text(); });
        EXPECT_EQ(directory.key_file, keyed ? KeyFile::present : KeyFile::none);
        for (const std::size_t window : {std::size_t{64}, std::size_t{300}, std::size_t{4096}, std::size_t{1} << 20}) {
            SCOPED_TRACE("keyed " + std::to_string(keyed) + ", window " + std::to_string(window));
            const Found found = read_all(directory, window);
            if (!have) first = found;
            have = true;
            EXPECT_EQ(found.offsets, first.offsets);
            EXPECT_EQ(found.blocks, first.blocks);
            EXPECT_EQ(found.problems, first.problems);
            EXPECT_EQ(found.summary.gap_bytes, first.summary.gap_bytes);
            EXPECT_EQ(found.summary.tail_bytes, first.summary.tail_bytes);
            EXPECT_EQ(found.summary.end_of_records, first.summary.end_of_records);
        }
    }
    return first;
}

using Lines = std::vector<std::string>;

TEST(Reader, GapsTailsAndAbortedRecordsAreNoProblems)
{
    Image image;
    image.record(small_block(1)).unwritten(1).record(small_block(2)).unwritten(9).record(small_block(3)).unwritten(100'000);
    image.record(small_block(4)).record({}, 500).record(small_block(5)).unwritten(1 << 20);
    const Found found = read_image(image);
    EXPECT_EQ(found.problems, Lines{});
    ASSERT_EQ(found.blocks.size(), 5u);
    for (unsigned i = 0; i < 5; ++i) EXPECT_EQ(found.blocks[i], small_block(i + 1));
    EXPECT_EQ(found.summary.gaps, 3u);
    EXPECT_EQ(found.summary.gap_bytes, 100'010u);
    EXPECT_EQ(found.summary.tail_bytes, 1u << 20);
    EXPECT_EQ(found.summary.aborted_headers, 1u);
}

TEST(Reader, EverySizeOfGapAndTail)
{
    for (std::size_t gap = 0; gap < 40; ++gap) {
        Image image;
        image.record(small_block(1)).unwritten(gap).record(small_block(2)).unwritten(gap);
        const Found found = read_image(image);
        EXPECT_EQ(found.problems, Lines{}) << gap;
        EXPECT_EQ(found.blocks.size(), 2u) << gap;
        EXPECT_EQ(found.summary.tail_bytes, gap);
    }
}

// A key whose bytes equal the magic makes records begin with zeros on the disk.
TEST(Reader, KeysThatHideTheMagic)
{
    for (const char* hex : {"fabfb5da00000000", "dafabfb5da01fabf", "00000000fabfb5da", "fafafafafafafafa"}) {
        const Obfuscation key = *obfuscation_from_hex(hex);
        for (std::size_t gap = 0; gap < 24; ++gap) {
            Image image;
            image.record(small_block(1)).unwritten(gap).record(small_block(2)).unwritten(1000);
            TemporaryDirectory dir;
            dir.write("blk00000.dat", image.on_disk(key));
            dir.write("xor.dat", key.key());
            const Found found = read_all(open_blocks_directory(dir.path(), {}, {}));
            EXPECT_EQ(found.problems, Lines{}) << hex << " " << gap;
            EXPECT_EQ(found.blocks.size(), 2u) << hex << " " << gap;
        }
    }
}

TEST(Reader, SizesThatLie)
{
    const std::size_t each = small_block(1).size() + 8;
    for (const std::uint32_t size : {0u, 79u, 4'000'001u, 0xffffffffu}) {
        Image image;
        image.record(small_block(1)).record(small_block(2), size).record(small_block(3));
        const Found found = read_image(image);
        EXPECT_EQ(found.problems, Lines{"blk00000.dat: a block of " + std::to_string(size) + " bytes, outside 80 to 4000000,@" + std::to_string(each)});
        EXPECT_EQ(found.offsets, (std::vector<std::uint64_t>{0, 2 * each}));
    }
    for (const int wrong : {-20, -1, 1, 7, 8, 30}) {
        Image image;
        image.record(small_block(1)).record(small_block(2), static_cast<std::uint32_t>(static_cast<int>(small_block(2).size()) + wrong)).record(small_block(3)).record(small_block(4));
        const Found found = read_image(image);
        ASSERT_EQ(found.problems.size(), 1u) << wrong;
        EXPECT_TRUE(found.problems[0].starts_with("blk00000.dat: no valid block: ")) << found.problems[0];
        EXPECT_TRUE(found.problems[0].ends_with("@" + std::to_string(each)));
        EXPECT_EQ(found.offsets, (std::vector<std::uint64_t>{0, 2 * each, 3 * each})) << wrong;
    }
}

TEST(Reader, TruncatedAtEveryByte)
{
    Image image;
    image.record(small_block(1)).record(small_block(2));
    const std::vector<std::byte> whole = image.on_disk({});
    const std::size_t each = whole.size() / 2;
    for (std::size_t size = each + 1; size < whole.size(); ++size) {
        TemporaryDirectory dir;
        dir.write("blk00000.dat", Bytes(whole).first(size));
        const Found found = read_all(open_blocks_directory(dir.path(), {}, {}));
        ASSERT_EQ(found.problems.size(), 1u) << size;
        EXPECT_EQ(found.offsets, std::vector<std::uint64_t>{0});
        if (size >= each + 8) {
            EXPECT_EQ(found.problems[0], "blk00000.dat: a block of " + std::to_string(each - 8) + " bytes that the end of the file cuts off after " + std::to_string(size - each - 8) + "@" + std::to_string(each));
        } else {
            EXPECT_EQ(found.problems[0], "blk00000.dat: " + std::to_string(size - each) + " bytes that belong to no block@" + std::to_string(each));
        }
    }
}

// The size of a block in the middle reaches beyond the end of the file: what follows it is still found.
TEST(Reader, CutOffButNotTheLast)
{
    Image image;
    image.record(small_block(1)).record(small_block(2), 3'999'999).record(small_block(3));
    const Found found = read_image(image);
    EXPECT_EQ(found.problems.size(), 1u);
    EXPECT_EQ(found.blocks.size(), 2u);
}

TEST(Reader, GarbageAndOtherNetworks)
{
    const std::size_t each = small_block(1).size() + 8;
    Image image;
    image.text("garbage at the start").record(small_block(1)).unwritten(20).text("lost").record(small_block(2)).text("\xfa\xbf\xb5").record(small_block(3));
    Found found = read_image(image);
    EXPECT_EQ(found.problems, (Lines{"blk00000.dat: 20 bytes that belong to no block@0", "blk00000.dat: 4 bytes that belong to no block@" + std::to_string(20 + each + 20),
                                     "blk00000.dat: 3 bytes that belong to no block@" + std::to_string(20 + each + 24 + each)}));
    EXPECT_EQ(found.blocks.size(), 3u);

    Image foreign;
    foreign.record(small_block(1)).raw(Image("main").record(small_block(2)).on_disk({})).record(small_block(3));
    found = read_image(foreign);
    EXPECT_EQ(found.problems, Lines{"blk00000.dat: a block of another network (magic f9beb4d9, main)@" + std::to_string(each)});
    EXPECT_EQ(found.blocks.size(), 2u);
}

TEST(Reader, HostileFilesEndAndSaySo)
{
    Image magics;
    magics.record(small_block(1));
    for (int i = 0; i < 50'000; ++i) magics.record({}, 0);
    Found found = read_all([&] {
        static TemporaryDirectory dir;
        dir.write("blk00000.dat", magics.on_disk({}));
        return open_blocks_directory(dir.path(), {}, {});
    }());
    EXPECT_EQ(found.summary.aborted_headers, 49'999u);
    EXPECT_EQ(found.problems.size(), 1u) << "the last one has size 0";

    Image sizes;
    sizes.record(small_block(1));
    for (int i = 0; i < 5'000; ++i) sizes.record(std::vector<std::byte>(5), 79);
    found = read_image(sizes);
    EXPECT_EQ(found.problems.size(), 51u);
    EXPECT_TRUE(found.problems.back().starts_with("blk00000.dat: more problems, not shown@"));
    EXPECT_EQ(found.summary.problems, 5'000u);
}

TEST(Reader, RandomDamageNeverCrashesNorHangs)
{
    Image image;
    for (unsigned i = 0; i < 30; ++i) image.record(small_block(i, 20 + 13 * i)).unwritten(i % 3 == 0 ? i : 0);
    const std::vector<std::byte> whole = image.on_disk(test_key);
    lanecrypt::test::Rng rng(2);
    std::size_t blocks = 0;
    for (int round = 0; round < 300; ++round) {
        TemporaryDirectory dir;
        std::vector<std::byte> damaged = whole;
        for (std::uint64_t n = rng.between(1, 6); n != 0 && damaged.size() > 100; --n) {
            const std::size_t at = static_cast<std::size_t>(rng.between(8, damaged.size() - 1));
            switch (rng.below(3)) {
            case 0: damaged[at] = static_cast<std::byte>(rng.below(256)); break;
            case 1: damaged.erase(damaged.begin() + static_cast<std::ptrdiff_t>(at), damaged.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(damaged.size(), at + rng.below(40)))); break;
            default: damaged.resize(at + 1); break;
            }
        }
        dir.write("blk00000.dat", damaged);
        dir.write("xor.dat", test_key.key());
        const Found found = read_all(open_blocks_directory(dir.path(), network_by_text("regtest"), {}), 64 + rng.below(2000));
        for (const std::vector<std::byte>& b : found.blocks) {
            Block block;
            ParseError error;
            ASSERT_TRUE(parse_block(b, block, error));
        }
        blocks += found.blocks.size();
    }
    EXPECT_GT(blocks, 1000u);
}

TEST(Reader, HeadersOnlySeesTheSameRecords)
{
    TemporaryDirectory dir;
    SyntheticOptions options;
    options.size = 6 << 20;
    options.file_limit = 3 << 20;
    write_synthetic_directory(dir.path() / "blocks", options);
    const BlocksDirectory directory = open_blocks_directory(dir.path() / "blocks", {}, {});
    const Found whole = read_all(directory), headers = read_all(directory, 0, true);
    EXPECT_GT(whole.blocks.size(), 3u);
    EXPECT_EQ(whole.offsets, headers.offsets);
    EXPECT_EQ(headers.problems, Lines{});
    EXPECT_EQ(whole.summary.block_bytes, headers.summary.block_bytes);
    for (std::size_t i = 0; i < whole.blocks.size(); ++i)
        EXPECT_TRUE(std::equal(headers.blocks[i].begin(), headers.blocks[i].begin() + 80, whole.blocks[i].begin()));
}

// 255 real blocks of the main network in node framing.
TEST(Reader, RealBlockFile)
{
    LANECRYPT_NEED_TESTDATA();
    TemporaryDirectory dir;
    const std::string command = "bzip2 -dc '" + (lanecrypt::test::testdata_dir() / "btcd-blocks1-256.bz2").string() + "' > '" + (dir.path() / "blk00000.dat").string() + "'";
    ASSERT_EQ(std::system(command.c_str()), 0) << "the program bzip2 is needed";
    const std::vector<std::byte> plain = dir.read("blk00000.dat");
    ASSERT_EQ(plain.size(), 58'731u);
    for (const bool keyed : {false, true}) {
        if (keyed) {
            std::vector<std::byte> raw = plain;
            test_key(raw, 0);
            dir.write("blk00000.dat", raw);
            dir.write("xor.dat", test_key.key());
        }
        const BlocksDirectory directory = open_blocks_directory(dir.path(), {}, {});
        EXPECT_STREQ(directory.network.name, "main");
        const Found found = read_all(directory);
        EXPECT_EQ(found.problems, Lines{});
        EXPECT_EQ(found.blocks.size(), 255u);
        EXPECT_EQ(found.summary.end_of_records, plain.size());
    }
}

}  // namespace
