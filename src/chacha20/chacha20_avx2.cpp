// ChaCha20: eight blocks in 256-bit registers, a ninth in ordinary ones.
#define LANECRYPT_ISA avx2
#include "simd/x86_128.h"
#include "simd/x86_256.h"
#include "chacha20/chacha20_drive.h"

LANECRYPT_CHACHA20_TABLE(U32x4, OneScalar, Horizontal<U32x4, 1>, Horizontal<U32x8, 1>, Horizontal<U32x8, 2>, Horizontal<U32x8, 3>,
                         Vertical<U32x8, 1, CRows::parked>, VerticalAndOne<U32x8, CRows::parked>)
