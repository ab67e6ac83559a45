#include "peers/peers.h"

#include <vector>

namespace lanecrypt::cli {

// One line for each library; CMake defines LANECRYPT_PEER_<name> where it found it.
#define LANECRYPT_PEERS(X)

std::span<const Peer> peers()
{
    static const std::vector<Peer> list;
    return list;
}

}  // namespace lanecrypt::cli
