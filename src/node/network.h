// The networks whose block files can be told apart by their magic.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "node/hash.h"

namespace lanecrypt::node {

// The four bytes before the size of every record of a block file.
using Magic = std::array<std::byte, 4>;

struct Network {
    const char* name;  // "main", "testnet3", "testnet4", "signet", "regtest"; "custom" for a magic given by hand
    Magic magic;
    // Compact form of the easiest target that a header may claim; 0 where none is known.
    std::uint32_t easiest_target;
    // False where blocks need no work (regtest).
    bool needs_work;
};

std::span<const Network> networks() noexcept;

// The network that begins its records with the first four bytes of `bytes`.
std::optional<Network> network_by_magic(Bytes bytes) noexcept;

// A network by its name, or by the eight hexadecimal digits of its magic (custom signets).
std::optional<Network> network_by_text(std::string_view text);

}  // namespace lanecrypt::node
