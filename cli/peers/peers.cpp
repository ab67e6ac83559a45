#include "peers/peers.h"

#include <vector>

// Each peer_<name>.cpp defines `Peer peer_<name>()`. One line for each library; CMake sets LANECRYPT_PEER_<name> to 1
// where it found it.
#define LANECRYPT_PEERS(X) \
    X(openssl)             \
    X(libsodium)           \
    X(libgcrypt)           \
    X(nettle)              \
    X(botan)               \
    X(cryptopp)            \
    X(wolfssl)             \
    X(mbedtls)             \
    X(ipsecmb)

namespace lanecrypt::cli {

#define LANECRYPT_DECLARE(name) Peer peer_##name();
LANECRYPT_PEERS(LANECRYPT_DECLARE)
#undef LANECRYPT_DECLARE

std::span<const Peer> peers()
{
    static const std::vector<Peer> list = [] {
        std::vector<Peer> found;
#define LANECRYPT_ADD(name) \
    if constexpr (LANECRYPT_PEER_##name) found.push_back(peer_##name());
        LANECRYPT_PEERS(LANECRYPT_ADD)
#undef LANECRYPT_ADD
        return found;
    }();
    return list;
}

}  // namespace lanecrypt::cli
