#include "node/network.h"

#include <algorithm>

namespace lanecrypt::node {
namespace {

constexpr Magic magic(unsigned a, unsigned b, unsigned c, unsigned d)
{
    return {std::byte(a), std::byte(b), std::byte(c), std::byte(d)};
}

constexpr Network table[] = {
    {"main", magic(0xf9, 0xbe, 0xb4, 0xd9), 0x1d00ffff, true},
    {"testnet3", magic(0x0b, 0x11, 0x09, 0x07), 0x1d00ffff, true},
    {"testnet4", magic(0x1c, 0x16, 0x3f, 0x28), 0x1d00ffff, true},
    {"signet", magic(0x0a, 0x03, 0xcf, 0x40), 0x1e0377ae, true},
    {"regtest", magic(0xfa, 0xbf, 0xb5, 0xda), 0x207fffff, false},
};

}  // namespace

std::span<const Network> networks() noexcept { return table; }

std::optional<Network> network_by_magic(Bytes bytes) noexcept
{
    if (bytes.size() < sizeof(Magic)) return std::nullopt;
    for (const Network& n : table)
        if (std::equal(n.magic.begin(), n.magic.end(), bytes.begin())) return n;
    return std::nullopt;
}

std::optional<Network> network_by_text(std::string_view text)
{
    for (const Network& n : table)
        if (text == n.name) return n;
    Network custom{"custom", {}, 0, true};
    if (!from_hex(text, custom.magic)) return std::nullopt;
    return network_by_magic(custom.magic).value_or(custom);
}

}  // namespace lanecrypt::node
