// ChaCha20: one block at a time, any machine.
#define LANECRYPT_ISA portable
#include "simd/scalar.h"
#include "chacha20/chacha20_drive.h"

LANECRYPT_CHACHA20_TABLE(U32x1, Vertical<U32x1, 1, CRows::in_registers>)
