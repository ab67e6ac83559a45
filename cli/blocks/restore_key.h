// Public-key decompression for undo data: the only use of an elliptic curve in the tool.
#pragma once
#include "node/undo.h"

namespace lanecrypt::cli {

// By libsecp256k1. Empty where the tool was built without it.
node::RestoreKey restore_key();

}  // namespace lanecrypt::cli
