// ChaCha20: four blocks in 128-bit registers of any other architecture.
#define LANECRYPT_ISA gnu128
#include "simd/gnu.h"
#include "chacha20/chacha20_drive.h"

LANECRYPT_CHACHA20_TABLE(U32x4, OneScalar, Horizontal<U32x4, 1>, Horizontal<U32x4, 2>, Vertical<U32x4, 1, CRows::in_registers>)
