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
    // How fast the estimate of a packet's blocks moves, in eighths of a block per packet: with 3 up and 8 down it
    // follows short packets at once and one long packet among them little. The node mix took 0.92 (avx2) and 0.97
    // (avx512) of the time with 3 up and 1 down (EPYC Zen 5).
    std::uint32_t step_up, step_down;
};

inline constexpr PacketsTuning packets_tuning{2048, 8, 12, 3, 8};

// Blocks of the widest usual group of lanes, where the cipher's plan gathers `batch`: refills are whole groups where that
// is possible. Groups of 32 took 0.95 to 0.98 of the time of groups of 16 (avx512, EPYC Zen 5).
constexpr std::size_t packets_group(int batch) { return batch >= 32 ? 32 : 16; }

}  // namespace lanecrypt
