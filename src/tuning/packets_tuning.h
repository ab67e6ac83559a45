// Many messages in one call, and look-ahead in the BIP324 ciphers.
#pragma once
#include <cstddef>
#include <cstdint>

namespace lanecrypt {

struct PacketsTuning {
    // Messages up to this length (bytes) share lanes with others; longer ones fill the lanes alone.
    std::size_t shared_lanes_limit;
    // Look-ahead of the BIP324 packet cipher: packets per refill at most, and at the first refill of a connection
    // (each refill doubles it, so that a connection of few packets computes little in vain).
    static constexpr std::size_t depth_limit = 32;
    std::uint32_t first_depth;
    // Packets of more blocks than this are encrypted on the spot.
    std::size_t slot_blocks_limit;
    // Blocks of the widest usual group of lanes: refills are whole groups where that is possible.
    std::size_t group;
    // How fast the estimate of a packet's blocks moves, in eighths of a block per packet: with 3 up and 1 down it
    // settles where one packet in four is longer.
    std::uint32_t step_up, step_down;
};

inline constexpr PacketsTuning packets_tuning{2048, 8, 12, 16, 3, 1};

}  // namespace lanecrypt
