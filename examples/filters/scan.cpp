// filter_scan_cpp SCRIPTS FILTERS: which blocks may concern a wallet. SCRIPTS has an output script in hexadecimal on each
// line; FILTERS is a file of {block hash, CompactSize, filter} records as `lanecrypt blocks filters` writes them.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <lanecrypt/gcs.hpp>
#include <lanecrypt/siphash.hpp>

namespace {

std::vector<std::byte> from_hex(const std::string& text)
{
    std::vector<std::byte> out;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) out.push_back(static_cast<std::byte>(std::stoul(text.substr(i, 2), nullptr, 16)));
    return out;
}

class WalletScan {
public:
    explicit WalletScan(const std::vector<std::vector<std::byte>>& scripts)
    {
        // Once for all blocks: the scripts are put into columns, so that a block's key costs the hashing alone.
        const std::vector<std::span<const std::byte>> views(scripts.begin(), scripts.end());
        scripts_ = lanecrypt::SipHash24Messages(views);
        scratch_.resize(scripts_.size());
    }

    enum class Answer { no, maybe, malformed };
    Answer ask(std::span<const std::byte, 32> block_hash, std::span<const std::byte> encoded)
    {
        // decode() treats the filter as hostile; memory of the last one is used again.
        if (!filter_.decode(encoded, lanecrypt::bip158_basic_params(block_hash))) return Answer::malformed;
        return filter_.match_any(scripts_, scratch_) ? Answer::maybe : Answer::no;
    }

private:
    lanecrypt::SipHash24Messages scripts_;
    lanecrypt::GcsFilter filter_;
    std::vector<std::uint64_t> scratch_;
};

std::uint64_t compact_size(const std::vector<std::byte>& bytes, std::size_t& at)
{
    const auto byte = [&](std::size_t i) { return i < bytes.size() ? std::to_integer<std::uint64_t>(bytes[i]) : 0; };
    const std::uint64_t first = byte(at++);
    const int length = first < 0xfd ? 0 : first == 0xfd ? 2 : first == 0xfe ? 4 : 8;
    std::uint64_t n = length == 0 ? first : 0;
    for (int i = 0; i < length; ++i) n |= byte(at++) << (8 * i);
    return n;
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc != 3) return std::fprintf(stderr, "usage: filter_scan_cpp SCRIPTS FILTERS\n"), 2;
    std::vector<std::vector<std::byte>> scripts;
    std::ifstream list(argv[1]);
    for (std::string line; std::getline(list, line);) scripts.push_back(from_hex(line));
    std::ifstream file(argv[2], std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    std::vector<std::byte> bytes;
    for (const char c : text) bytes.push_back(static_cast<std::byte>(c));

    WalletScan scan(scripts);
    for (std::size_t at = 0; at + 33 <= bytes.size();) {
        const std::size_t hash = at;
        at += 32;
        const std::uint64_t length = compact_size(bytes, at);
        if (at > bytes.size() || length > bytes.size() - at) return std::fprintf(stderr, "the file ends inside a record\n"), 1;
        const std::span<const std::byte> encoded(bytes.data() + at, static_cast<std::size_t>(length));
        at += encoded.size();
        const WalletScan::Answer answer = scan.ask(std::span<const std::byte, 32>(bytes.data() + hash, 32), encoded);
        if (answer == WalletScan::Answer::no) continue;
        for (std::size_t i = 32; i-- > 0;) std::printf("%02x", std::to_integer<unsigned>(bytes[hash + i]));
        std::printf(answer == WalletScan::Answer::maybe ? "\n" : " malformed\n");
    }
    return 0;
}
