#include "node/recover/recover_key.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <utility>

#include "node/block.h"
#include "node/directory.h"
#include "node/file_window.h"

namespace lanecrypt::node {
namespace {

using KeyBytes = std::array<std::byte, Obfuscation::key_size>;

constexpr std::size_t head_size = 8;  // magic and size
constexpr std::uint32_t genesis_size = 285;
// Of a record: header, the longest transaction count, version, segwit marker, input count, previous output.
constexpr std::size_t probe_size = head_size + header_size + 5 + 4 + 2 + 1 + 36;
constexpr std::size_t transactions_at = head_size + header_size;

// Offsets of the first input's previous output from the start of a record: the transaction count takes 1, 3 or 5 bytes,
// the segwit marker 0 or 2.
constexpr std::array<std::size_t, 6> prevout_offsets = {
    transactions_at + 1 + 4 + 1, transactions_at + 1 + 4 + 2 + 1, transactions_at + 3 + 4 + 1,
    transactions_at + 3 + 4 + 2 + 1, transactions_at + 5 + 4 + 1, transactions_at + 5 + 4 + 2 + 1};

struct Source {
    BlockFile file;
    std::unique_ptr<InputFile> input;
    std::vector<std::byte> head;  // the first raw bytes
};

bool zero(Bytes bytes) { return std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{0}; }); }

// The key that `raw` shows when its plain bytes are zero; raw[0] is at file offset `offset`.
KeyBytes key_shown_by(Bytes raw, std::uint64_t offset)
{
    KeyBytes key{};
    for (std::size_t i = 0; i < key.size(); ++i) key[(offset + i) % key.size()] = raw[i];
    return key;
}

// True when `bytes` repeat every eight bytes.
bool periodic(Bytes bytes)
{
    return bytes.size() > 8 && std::equal(bytes.begin() + 8, bytes.end(), bytes.begin());
}

// The last bytes of a file when they repeat and are not zero: a tool XORed the unwritten tail.
std::optional<KeyBytes> tail_key(const InputFile& input)
{
    constexpr std::size_t length = 4096;
    if (input.size() < 2 * length) return std::nullopt;
    std::vector<std::byte> tail(length);
    const std::uint64_t at = input.size() - length;
    if (input.read(at, tail) != length || !periodic(tail) || zero(tail)) return std::nullopt;
    return key_shown_by(tail, at);
}

// How often each key is suggested. A null previous output counts for more than the other places, which any data suggests.
using Candidates = std::map<KeyBytes, std::uint64_t>;
constexpr std::uint64_t strong = 1000, weak = 1;
// Only the most suggested keys are compared with the whole directory.
constexpr std::size_t most_candidates = 16;

// The keys that the start and the end of one file suggest.
void collect_candidates(const Source& s, const std::optional<Network>& network, Candidates& keys)
{
    const Bytes head = s.head;
    if (head.empty() || zero(head)) return;
    if (head.size() >= head_size && s.file.number == 0) {
        const auto try_genesis = [&](const Network& n) {
            KeyBytes key;
            std::array<std::byte, head_size> plain{n.magic[0], n.magic[1], n.magic[2], n.magic[3]};
            store32_le(plain.data() + 4, genesis_size);
            for (std::size_t i = 0; i < key.size(); ++i) key[i] = head[i] ^ plain[i];
            keys[key] += strong;
        };
        if (network) try_genesis(*network);
        else
            for (const Network& n : networks()) try_genesis(n);
    }
    for (const std::size_t at : prevout_offsets)
        if (head.size() >= at + 32 && periodic(head.subspan(at, 32))) keys[key_shown_by(head.subspan(at, 8), at)] += strong;
    constexpr std::size_t previous_end = head_size + 4 + 32 - 8;
    if (head.size() >= previous_end + 8) keys[key_shown_by(head.subspan(previous_end, 8), previous_end)] += weak;
    if (const auto key = tail_key(*s.input)) keys[*key] += weak;
}

// Position of the null previous output of the first transaction in a plain record; false without one.
bool has_null_prevout(Bytes record)
{
    static constexpr std::byte index{0xff};
    Cursor in(record.subspan(head_size + header_size));
    std::uint64_t count = 0, inputs = 0;
    std::uint32_t version = 0;
    Bytes prevout;
    std::uint8_t next = 0;
    if (!in.compact_size(count) || count == 0 || !in.u32(version) || !in.peek(next)) return false;
    if (next == 0 && !in.skip(2)) return false;  // segwit marker and flag
    if (!in.compact_size(inputs) || inputs != 1 || !in.take(prevout, 36)) return false;
    return zero(prevout.first(32)) && std::all_of(prevout.begin() + 32, prevout.end(), [](std::byte b) { return b == index; });
}

// Counts what agrees with one key in all the files.
class Examiner {
public:
    Examiner(const KeyBytes& key, const std::optional<Network>& network) : network_(network) { evidence_.key = Obfuscation(key); }

    KeyEvidence run(const std::vector<Source>& sources)
    {
        for (const Source& s : sources) examine(s);
        if (network_) evidence_.network = *network_;
        return evidence_;
    }

private:
    // The plain start of the record at `at`; empty at the end of the file.
    Bytes probe(const InputFile& input, std::uint64_t at)
    {
        const std::size_t n = at < input.size() ? input.read(at, buffer_) : 0;
        evidence_.key(std::span(buffer_).first(n), at);
        return std::span(buffer_).first(n);
    }

    bool magic_fits(Bytes plain)
    {
        if (plain.size() < head_size) return false;
        if (network_) return std::equal(network_->magic.begin(), network_->magic.end(), plain.begin());
        if ((network_ = network_by_magic(plain))) return true;
        // An unknown magic is taken from a record that shows its coinbase; every other record must then share it.
        if (plain.size() < probe_size || zero(plain.first(4)) || !has_null_prevout(plain)) return false;
        network_ = Network{"custom", {plain[0], plain[1], plain[2], plain[3]}, 0, false};
        evidence_.custom_magic = true;
        return true;
    }

    void examine(const Source& s)
    {
        const InputFile& input = *s.input;
        if (s.head.empty() || zero(s.head)) return;  // nothing written yet
        std::uint64_t at = 0, found = 0;
        for (;;) {
            const Bytes plain = probe(input, at);
            if (!magic_fits(plain)) break;
            const std::uint32_t size = load32_le(plain.data() + 4);
            if (size < min_block_size || size > max_block_size || at + head_size + size > input.size()) break;
            ++found;
            ++evidence_.records;
            if (at == 0 && s.file.number == 0 && size == genesis_size) ++evidence_.genesis;
            if (plain.size() >= head_size + 4 + 32 && zero(plain.subspan(head_size + 4 + 24, 8))) ++evidence_.previous_zeros;
            if (plain.size() >= head_size + header_size && has_null_prevout(plain)) ++evidence_.null_prevouts;
            at += head_size + size;
        }
        if (found == 0) {
            evidence_.files_against.push_back(s.file.path.string());
            return;
        }
        ++evidence_.files_agreeing;
        const auto tail = tail_key(input);
        if (tail && Obfuscation(*tail) == evidence_.key) ++evidence_.tails;
    }

    std::optional<Network> network_;
    KeyEvidence evidence_;
    std::array<std::byte, probe_size> buffer_{};
};

}  // namespace

std::vector<KeyEvidence> recover_keys(const std::filesystem::path& dir, const std::optional<Network>& network, const ProblemSink& sink)
{
    std::vector<Source> sources;
    std::vector<BlockFile> files = list_block_files(dir);
    if (files.empty()) throw ProblemError({dir.string(), "no blkNNNNN.dat in it", {}});
    for (BlockFile& f : files) {
        try {
            Source s{f, std::make_unique<InputFile>(f.path), std::vector<std::byte>(probe_size)};
            s.head.resize(s.input->read(0, s.head));
            sources.push_back(std::move(s));
        } catch (const ProblemError& e) {
            sink(e.problem);
        }
    }
    Candidates suggested;
    for (const Source& s : sources) collect_candidates(s, network, suggested);
    std::vector<std::pair<KeyBytes, std::uint64_t>> candidates(suggested.begin(), suggested.end());
    std::sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    candidates.resize(std::min(candidates.size(), most_candidates));

    std::vector<KeyEvidence> found;
    for (const auto& [key, votes] : candidates) {
        KeyEvidence e = Examiner(key, network).run(sources);
        if (e.convincing()) found.push_back(std::move(e));
    }
    std::sort(found.begin(), found.end(), [](const KeyEvidence& a, const KeyEvidence& b) { return a.null_prevouts > b.null_prevouts; });
    return found;
}

}  // namespace lanecrypt::node
