#include "blocks/restore_key.h"

#if LANECRYPT_HAVE_SECP256K1
#include <secp256k1.h>
#endif

namespace lanecrypt::cli {

node::RestoreKey restore_key()
{
#if LANECRYPT_HAVE_SECP256K1
    static secp256k1_context* const context = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    return [](std::span<std::byte, 65> out, std::span<const std::byte, 33> compressed) {
        secp256k1_pubkey key;
        std::size_t size = out.size();
        return secp256k1_ec_pubkey_parse(context, &key, reinterpret_cast<const unsigned char*>(compressed.data()), compressed.size()) == 1 &&
               secp256k1_ec_pubkey_serialize(context, reinterpret_cast<unsigned char*>(out.data()), &size, &key, SECP256K1_EC_UNCOMPRESSED) == 1;
    };
#else
    return {};
#endif
}

}  // namespace lanecrypt::cli
