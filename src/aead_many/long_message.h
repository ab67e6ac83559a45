// One message that fills the lanes alone.
#pragma once
#include "aead_many/many.h"

namespace lanecrypt::many {

void seal_long(const lanecrypt_aead_item& item, const AeadKernels& kernels) noexcept;
// False when the tag is wrong; the output is then all zero.
bool open_long(const lanecrypt_aead_item& item, const AeadKernels& kernels) noexcept;

}  // namespace lanecrypt::many
