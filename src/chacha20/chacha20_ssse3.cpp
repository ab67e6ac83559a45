// ChaCha20: four blocks in 128-bit registers, rotations by byte shuffles.
#define LANECRYPT_ISA ssse3
#include "simd/x86_128.h"
#include "chacha20/chacha20_drive.h"

LANECRYPT_CHACHA20_TABLE(U32x4, OneScalar, Horizontal<U32x4, 1>, Horizontal<U32x4, 2>, Vertical<U32x4, 1, CRows::parked>)
