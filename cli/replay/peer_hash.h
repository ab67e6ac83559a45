// The hashes of blocks by another library's SHA-256, one message after the other, as programs without lanes do it.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "node/hash.h"
#include "peers/peers.h"

namespace lanecrypt::cli {

inline node::Hash peer_sha256d(const Peer& peer, node::Bytes message)
{
    node::Hash out;
    auto* const p = reinterpret_cast<std::uint8_t*>(out.data());
    peer.sha256(p, reinterpret_cast<const std::uint8_t*>(message.data()), message.size());
    peer.sha256(p, p, out.size());
    return out;
}

// Merkle root by levels, in place; `level` is used up. No leaves give zeros.
inline node::Hash peer_merkle_root(const Peer& peer, std::vector<node::Hash>& level)
{
    if (level.empty()) return node::zero_hash;
    while (level.size() > 1) {
        if (level.size() % 2 != 0) level.push_back(level.back());
        for (std::size_t i = 0; i < level.size() / 2; ++i) level[i] = peer_sha256d(peer, std::as_bytes(std::span(level).subspan(2 * i, 2)));
        level.resize(level.size() / 2);
    }
    return level.front();
}

}  // namespace lanecrypt::cli
