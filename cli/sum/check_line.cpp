#include "sum/check_line.h"

#include <span>

#include "node/hash.h"

namespace lanecrypt::cli {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

constexpr std::size_t digest_digits = 64;

std::optional<Digest> parse_digest(std::string_view digits)
{
    Digest out;
    if (!node::from_hex(digits, std::as_writable_bytes(std::span(out)))) return std::nullopt;
    return out;
}

std::string format_digest(const Digest& digest) { return node::hex(std::as_bytes(std::span(digest))); }

std::optional<std::string> unescape_name(std::string_view escaped)
{
    std::string out;
    for (std::size_t i = 0; i < escaped.size(); ++i) {
        if (escaped[i] == '\0') return std::nullopt;
        if (escaped[i] != '\\') {
            out += escaped[i];
            continue;
        }
        if (++i == escaped.size()) return std::nullopt;
        switch (escaped[i]) {
        case '\\': out += '\\'; break;
        case 'n': out += '\n'; break;
        case 'r': out += '\r'; break;
        default: return std::nullopt;
        }
    }
    return out;
}

std::optional<CheckEntry> make_entry(std::string_view name, bool escaped, std::optional<Digest> digest)
{
    if (!digest) return std::nullopt;
    if (!escaped) return CheckEntry{std::string(name.substr(0, name.find('\0'))), *digest};
    std::optional<std::string> plain = unescape_name(name);
    if (!plain) return std::nullopt;
    return CheckEntry{std::move(*plain), *digest};
}

// The rest of "SHA256 (name) = digest" after the bracket.
std::optional<CheckEntry> parse_tagged(std::string_view s, bool escaped)
{
    const std::size_t close = s.rfind(')');
    if (close == std::string_view::npos) return std::nullopt;
    const std::string_view name = s.substr(0, close);
    s.remove_prefix(close + 1);
    while (!s.empty() && is_blank(s.front())) s.remove_prefix(1);
    if (s.empty() || s.front() != '=') return std::nullopt;
    s.remove_prefix(1);
    while (!s.empty() && is_blank(s.front())) s.remove_prefix(1);
    return make_entry(name, escaped, parse_digest(s));
}

}  // namespace

bool needs_escape(std::string_view name) { return name.find_first_of("\\\n\r") != std::string_view::npos; }

std::string escape_name(std::string_view name)
{
    std::string out;
    for (const char c : name) {
        if (c == '\\') out += "\\\\";
        else if (c == '\n') out += "\\n";
        else if (c == '\r') out += "\\r";
        else out += c;
    }
    return out;
}

std::string format_line(std::string_view name, const Digest& digest, const LineStyle& style)
{
    const bool escape = !style.zero && needs_escape(name);
    const std::string shown = escape ? escape_name(name) : std::string(name);
    std::string line = escape ? "\\" : "";
    if (style.tag) line += std::string(style.algorithm) + " (" + shown + ") = " + format_digest(digest);
    else line += format_digest(digest) + (style.binary ? " *" : "  ") + shown;
    line += style.zero ? '\0' : '\n';
    return line;
}

std::optional<CheckEntry> LineParser::parse(std::string_view line)
{
    while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
    const bool escaped = !line.empty() && line.front() == '\\';
    if (escaped) line.remove_prefix(1);

    if (line.starts_with(algorithm_)) {
        line.remove_prefix(algorithm_.size());
        if (line.starts_with(' ')) line.remove_prefix(1);
        if (!line.starts_with('(')) return std::nullopt;
        return parse_tagged(line.substr(1), escaped);
    }

    // Digest, a blank, one more character of format or of the name.
    if (line.size() < digest_digits + 2 || !is_blank(line[digest_digits])) return std::nullopt;
    const std::optional<Digest> digest = parse_digest(line.substr(0, digest_digits));
    if (!digest) return std::nullopt;
    line.remove_prefix(digest_digits + 1);
    if (line.size() == 1 || (line[0] != ' ' && line[0] != '*')) {
        if (single_blank_ == SingleBlank::no) return std::nullopt;
        single_blank_ = SingleBlank::yes;
    } else if (single_blank_ != SingleBlank::yes) {
        single_blank_ = SingleBlank::no;
        line.remove_prefix(1);
    }
    return make_entry(line, escaped, digest);
}

}  // namespace lanecrypt::cli
