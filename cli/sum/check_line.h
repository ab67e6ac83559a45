// The lines of checksum files, in the formats that sha256sum writes and reads.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanecrypt::cli {

using Digest = std::array<std::uint8_t, 32>;

// How a line is printed.
struct LineStyle {
    bool tag = false;         // SHA256 (name) = digest
    bool binary = false;      // '*' instead of the second blank
    bool zero = false;        // ends in NUL, names are not escaped
    const char* algorithm = "SHA256";
};

// A name in which backslash, newline and carriage return are written as \\, \n and \r.
std::string escape_name(std::string_view name);
// True when escape_name() would change the name; its line then begins with a backslash.
bool needs_escape(std::string_view name);

// The line for one file, with its end.
std::string format_line(std::string_view name, const Digest& digest, const LineStyle& style);

struct CheckEntry {
    std::string name;
    Digest digest;
};

// Reads the lines of one or more checksum files. Whether the format with a single blank is meant is decided by the
// first line that tells, as sha256sum does.
class LineParser {
public:
    explicit LineParser(std::string_view algorithm) : algorithm_(algorithm) {}
    // `line` without its end. Nothing for a line that is not properly formatted.
    std::optional<CheckEntry> parse(std::string_view line);

private:
    std::string_view algorithm_;
    enum class SingleBlank { unknown, yes, no } single_blank_ = SingleBlank::unknown;
};

}  // namespace lanecrypt::cli
