// Helpers for the ordered lists in <primitive>_impls.cpp. cmake/IsaTable.cmake defines LANECRYPT_HAVE_<isa> as 1 or
// 0 for every row, by architecture and compiler.
#pragma once
#include "dispatch/slot.h"

// Declares the table that a kernel file exports.
#define LANECRYPT_DECLARE_OPS(Ops, primitive, isa) extern "C" const lanecrypt::Ops lanecrypt_##primitive##_##isa##_ops;
// An entry of the list.
#define LANECRYPT_IMPL(primitive, isa) {&lanecrypt_##primitive##_##isa##_ops, lanecrypt::Isa::isa},
