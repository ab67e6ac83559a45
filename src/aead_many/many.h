// Sealing and opening many messages with the implementation named by the caller.
#pragma once
#include <cstddef>

#include "aead/aead_ops.h"
#include "lanecrypt/lanecrypt.h"

namespace lanecrypt::many {

std::size_t seal(lanecrypt_aead_item* items, std::size_t n, const AeadOps& ops) noexcept;
std::size_t open(lanecrypt_aead_item* items, std::size_t n, const AeadOps& ops) noexcept;

}  // namespace lanecrypt::many
