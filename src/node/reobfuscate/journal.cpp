#include "node/reobfuscate/journal.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <string_view>

#include "lanecrypt/sha256.hpp"
#include "node/directory.h"
#include "node/hash.h"
#include "node/problem.h"
#include "node/reobfuscate/files.h"

namespace lanecrypt::node {
namespace {

constexpr std::string_view first_entry = "lanecrypt-xor-journal 1";

// "ENTRY #xxxxxxxx\n": the first four bytes of its SHA-256.
std::string seal(const std::string& entry)
{
    const auto digest = sha256(std::as_bytes(std::span(entry)));
    return entry + " #" + hex(std::span(digest).first(4)) + "\n";
}

// The entry of a whole and undamaged line.
std::optional<std::string> unseal(std::string_view line)
{
    const std::size_t mark = line.rfind(" #");
    if (mark == std::string_view::npos) return std::nullopt;
    std::string entry(line.substr(0, mark));
    if (seal(entry) != std::string(line) + "\n") return std::nullopt;
    return entry;
}

std::vector<std::string_view> words_of(std::string_view entry)
{
    std::vector<std::string_view> words;
    while (!entry.empty()) {
        const std::size_t blank = std::min(entry.find(' '), entry.size());
        words.push_back(entry.substr(0, blank));
        entry.remove_prefix(std::min(entry.size(), blank + 1));
    }
    return words;
}

template <class T>
T number(std::string_view text)
{
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) throw std::invalid_argument("number");
    return value;
}

std::string key_word(const std::optional<Obfuscation>& key) { return key ? key->hex_key() : "absent"; }

Obfuscation key_of(std::string_view word)
{
    const std::optional<Obfuscation> key = obfuscation_from_hex(word);
    if (!key) throw std::invalid_argument("key");
    return *key;
}

JournalFile* find(JournalContent& content, std::string_view name)
{
    for (JournalFile& f : content.files)
        if (f.name == name) return &f;
    throw std::invalid_argument("name");
}

void take_entry(JournalContent& content, const std::string& entry)
{
    const std::vector<std::string_view> w = words_of(entry);
    if (w.size() == 2 && w[0] == "base") {
        if (w[1] != "absent") content.base = key_of(w[1]);
    } else if (w.size() == 2 && w[0] == "target") {
        content.target = key_of(w[1]);
    } else if (w.size() == 7 && w[0] == "file") {
        content.files.push_back({std::string(w[6]), key_of(w[1]), number<std::uint64_t>(w[2]), number<std::uint64_t>(w[3]), number<std::int64_t>(w[4]),
                                 w[5] == "done" ? JournalFile::State::done : JournalFile::State::planned});
    } else if (w.size() == 2 && w[0] == "ready") {
        find(content, w[1])->state = JournalFile::State::ready;
    } else if (w.size() == 2 && w[0] == "done") {
        find(content, w[1])->state = JournalFile::State::done;
    } else {
        throw std::invalid_argument("entry");
    }
}

}  // namespace

std::optional<JournalContent> read_journal(const std::filesystem::path& dir)
{
    const std::filesystem::path path = dir / journal_name;
    std::error_code ignored;
    if (!std::filesystem::exists(std::filesystem::symlink_status(path, ignored))) return std::nullopt;
    const Descriptor file = open_to_read(path);
    std::string text;
    std::array<std::byte, 65536> part;
    while (const std::size_t n = read_at(file, path, text.size(), part)) text.append(reinterpret_cast<const char*>(part.data()), n);

    JournalContent content;
    bool first = true, planned = false;
    std::string_view rest = text;
    try {
        while (!rest.empty()) {
            const std::size_t end = rest.find('\n');
            if (end == std::string_view::npos) break;  // torn by a crash: the entry never took effect
            const std::optional<std::string> entry = unseal(rest.substr(0, end));
            rest.remove_prefix(end + 1);
            if (!entry) {
                if (rest.empty() && planned) break;  // likewise
                throw std::invalid_argument("checksum");
            }
            if (first && *entry != first_entry) throw std::invalid_argument("first line");
            if (*entry == "planned") planned = true;
            else if (!first) take_entry(content, *entry);
            first = false;
        }
        if (!planned) throw std::invalid_argument("plan");
    } catch (const std::invalid_argument&) {
        throw ProblemError({path.string(), "damaged, or not a journal of this tool", text.size() - rest.size()});
    }
    return content;
}

JournalWriter::JournalWriter(const std::filesystem::path& dir, const JournalContent& content) : dir_(dir)
{
    std::string text = seal(std::string(first_entry)) + seal("base " + key_word(content.base)) + seal("target " + content.target.hex_key());
    for (const JournalFile& f : content.files)
        text += seal("file " + f.from.hex_key() + " " + std::to_string(f.size) + " " + std::to_string(f.tail) + " " + std::to_string(f.modified) +
                     (f.state == JournalFile::State::done ? " done " : " planned ") + f.name);
    text += seal("planned");
    replace_file(dir / journal_name, text);
    file_ = open_to_append(dir / journal_name);
}

void JournalWriter::append(const std::string& entry)
{
    const std::lock_guard lock(mutex_);
    write_all(file_, dir_ / journal_name, seal(entry));
    flush(file_, dir_ / journal_name);
}

void JournalWriter::remove()
{
    remove_file(dir_ / journal_name);
    flush_directory(dir_);
}

}  // namespace lanecrypt::node
