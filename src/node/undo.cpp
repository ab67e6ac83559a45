#include "node/undo.h"

#include <algorithm>
#include <array>

#include "base/compact_size.h"

namespace lanecrypt::node {
namespace {

constexpr std::byte op_dup{0x76}, op_hash160{0xa9}, op_equal{0x87}, op_equalverify{0x88}, op_checksig{0xac};

// The short forms by their first number: 0 P2PKH, 1 P2SH, 2 and 3 P2PK of a compressed key, 4 and 5 of an uncompressed
// one. Numbers from here on are 6 more than the length of a script stored as it is.
constexpr std::uint64_t short_forms = 6;

// The smallest entry: height, amount and the number of an empty script, a byte each.
constexpr std::size_t least_entry = 3;
// A short form of 33 bytes grows to at most 67.
constexpr std::size_t growth(std::size_t bytes) { return 67 * (bytes / 21 + 1); }

// Base 128, most significant group first, one added for each further group so that every number has one form.
bool varint(Cursor& in, std::uint64_t& out, std::uint64_t most)
{
    std::uint64_t n = 0;
    for (;;) {
        std::uint8_t b = 0;
        if (!in.u8(b)) return false;
        if (n > most >> 7) return in.fail("a number is too large");
        n = n << 7 | (b & 0x7f);
        if ((b & 0x80) == 0) break;
        if (n >= most) return in.fail("a number is too large");
        ++n;
    }
    out = n;
    return n <= most || in.fail("a number is too large");
}

void append_varint(std::vector<std::byte>& out, std::uint64_t n)
{
    std::byte groups[10];
    std::size_t count = 0;
    for (;; n = (n >> 7) - 1) {
        groups[count] = static_cast<std::byte>((n & 0x7f) | (count == 0 ? 0 : 0x80));
        ++count;
        if (n < 0x80) break;
    }
    while (count != 0) out.push_back(groups[--count]);
}

class UndoParser {
public:
    UndoParser(Bytes bytes, BlockUndo& out, const RestoreKey& restore) : in_(bytes), out_(out), restore_(restore)
    {
        out.counts.clear();
        out.outputs.clear();
        const std::size_t room = growth(bytes.size());
        if (out.restored_capacity < room) {
            out.restored = std::make_unique_for_overwrite<std::byte[]>(room);
            out.restored_capacity = room;
        }
        free_ = out.restored.get();
    }

    bool run(ParseError& error)
    {
        std::uint64_t transactions = 0;
        bool ok = in_.count(transactions, 1 + least_entry, "more transactions than the data can hold");
        for (; ok && transactions != 0; --transactions) ok = transaction();
        if (ok && in_.remaining() != 0) ok = in_.fail("bytes follow the last entry");
        if (!ok) error = {in_.error(), in_.offset()};
        return ok;
    }

private:
    bool transaction()
    {
        std::uint64_t count = 0;
        if (!in_.count(count, least_entry, "more outputs than the data can hold")) return false;
        if (count == 0) return in_.fail("a transaction that spends nothing");
        out_.counts.push_back(static_cast<std::uint32_t>(count));
        for (; count != 0; --count)
            if (!entry()) return false;
        return true;
    }
    bool entry()
    {
        std::uint64_t code = 0, version = 0, amount = 0;
        UndoOutput o;
        if (!varint(in_, code, 0xffffffff)) return false;
        o.height = static_cast<std::uint32_t>(code >> 1);
        o.coinbase = (code & 1) != 0;
        if (o.height > 0 && !varint(in_, version, 0xffffffff)) return false;  // once the version of the transaction
        if (!varint(in_, amount, ~std::uint64_t{0}) || !script(o.script)) return false;
        o.value = decompress_amount(amount);
        out_.outputs.push_back(o);
        return true;
    }
    bool script(Bytes& out)
    {
        std::uint64_t number = 0;
        if (!varint(in_, number, 0xffffffff)) return false;
        if (number >= short_forms) {
            const std::uint64_t length = number - short_forms;
            return length <= max_script_size ? in_.take(out, length) : in_.fail("a script is longer than 10000 bytes");
        }
        Bytes stored;
        if (!in_.take(stored, number < 2 ? 20 : 32)) return false;
        std::byte* const begin = free_;
        if (number == 0) {
            put(op_dup), put(op_hash160), put(std::byte{20}), put(stored), put(op_equalverify), put(op_checksig);
        } else if (number == 1) {
            put(op_hash160), put(std::byte{20}), put(stored), put(op_equal);
        } else if (number < 4) {
            put(std::byte{33}), put(static_cast<std::byte>(number)), put(stored), put(op_checksig);
        } else {
            if (!restore_) return in_.fail("an uncompressed public key, which this build cannot restore (it lacks libsecp256k1)");
            std::array<std::byte, 33> compressed;
            compressed[0] = static_cast<std::byte>(number - 2);
            std::copy(stored.begin(), stored.end(), compressed.begin() + 1);
            put(std::byte{65});
            if (!restore_(std::span<std::byte, 65>(free_, 65), compressed)) return in_.fail("a public key that is no point on the curve");
            free_ += 65;
            put(op_checksig);
        }
        out = {begin, static_cast<std::size_t>(free_ - begin)};
        return true;
    }
    void put(std::byte b) { *free_++ = b; }
    void put(Bytes b) { free_ = std::copy(b.begin(), b.end(), free_); }

    Cursor in_;
    BlockUndo& out_;
    const RestoreKey& restore_;
    std::byte* free_;
};

// Does `restore` bring this uncompressed key back?
bool restorable(Bytes key, const RestoreKey& restore)
{
    if (!restore) return false;
    std::array<std::byte, 33> compressed;
    std::array<std::byte, 65> back;
    compressed[0] = std::byte{2} | (key[64] & std::byte{1});
    std::copy(key.begin() + 1, key.begin() + 33, compressed.begin() + 1);
    return restore(back, compressed) && std::equal(back.begin(), back.end(), key.begin());
}

void append_script(std::vector<std::byte>& out, Bytes s, const RestoreKey& restore)
{
    const auto add = [&out](unsigned number, Bytes stored) {
        out.push_back(static_cast<std::byte>(number));
        out.insert(out.end(), stored.begin(), stored.end());
    };
    const auto at = [&s](std::size_t i) { return std::to_integer<unsigned>(s[i]); };
    if (s.size() == 25 && s[0] == op_dup && s[1] == op_hash160 && at(2) == 20 && s[23] == op_equalverify && s[24] == op_checksig)
        return add(0, s.subspan(3, 20));
    if (s.size() == 23 && s[0] == op_hash160 && at(1) == 20 && s[22] == op_equal) return add(1, s.subspan(2, 20));
    if (s.size() == 35 && at(0) == 33 && (at(1) == 2 || at(1) == 3) && s[34] == op_checksig) return add(at(1), s.subspan(2, 32));
    if (s.size() == 67 && at(0) == 65 && at(1) == 4 && s[66] == op_checksig && restorable(s.subspan(1, 65), restore))
        return add(4 + (at(65) & 1), s.subspan(2, 32));
    append_varint(out, s.size() + short_forms);
    out.insert(out.end(), s.begin(), s.end());
}

void append_compact_size(std::vector<std::byte>& out, std::uint64_t n)
{
    std::uint8_t bytes[max_compact_size];
    const auto* const p = reinterpret_cast<const std::byte*>(bytes);
    out.insert(out.end(), p, p + write_compact_size(bytes, n));
}

}  // namespace

bool parse_undo(Bytes bytes, BlockUndo& out, ParseError& error, const RestoreKey& restore)
{
    return UndoParser(bytes, out, restore).run(error);
}

void append_undo(std::vector<std::byte>& out, std::span<const std::uint32_t> counts, std::span<const UndoOutput> outputs, const RestoreKey& restore)
{
    append_compact_size(out, counts.size());
    std::size_t next = 0;
    for (const std::uint32_t count : counts) {
        append_compact_size(out, count);
        for (const std::size_t end = next + count; next != end; ++next) {
            const UndoOutput& o = outputs[next];
            append_varint(out, std::uint64_t{o.height} << 1 | (o.coinbase ? 1 : 0));
            if (o.height > 0) out.push_back(std::byte{0});
            append_varint(out, compress_amount(o.value));
            append_script(out, o.script, restore);
        }
    }
}

bool fits(const BlockUndo& undo, const Block& block) noexcept
{
    if (undo.counts.size() + 1 != block.transactions.size()) return false;
    for (std::size_t i = 0; i < undo.counts.size(); ++i)
        if (undo.counts[i] != block.transactions[i + 1].input_count) return false;
    return true;
}

// 0 stays 0. Otherwise e trailing zeros are cut, at most 9. With e < 9 the last digit d (1 … 9) is taken off the rest n:
// 1 + 10 (9 n + d - 1) + e. With e = 9: 1 + 10 (n - 1) + 9.
std::uint64_t compress_amount(std::uint64_t n) noexcept
{
    if (n == 0) return 0;
    unsigned e = 0;
    for (; n % 10 == 0 && e < 9; ++e) n /= 10;
    if (e == 9) return 1 + (n - 1) * 10 + 9;
    const std::uint64_t d = n % 10;
    return 1 + (n / 10 * 9 + d - 1) * 10 + e;
}

std::uint64_t decompress_amount(std::uint64_t x) noexcept
{
    if (x == 0) return 0;
    --x;
    unsigned e = static_cast<unsigned>(x % 10);
    x /= 10;
    std::uint64_t n = 0;
    if (e < 9) {
        const std::uint64_t d = x % 9 + 1;
        n = x / 9 * 10 + d;
    } else {
        n = x + 1;
    }
    for (; e != 0; --e) n *= 10;
    return n;
}

}  // namespace lanecrypt::node
