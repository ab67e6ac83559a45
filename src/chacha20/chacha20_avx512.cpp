// ChaCha20: sixteen or twice sixteen blocks in 512-bit registers.
#define LANECRYPT_ISA avx512
#include "simd/x86_512.h"
#include "simd/x86_128.h"
#include "simd/x86_256.h"
#include "chacha20/chacha20_drive.h"

LANECRYPT_CHACHA20_TABLE(U32x4, OneScalar, Horizontal<U32x4, 1>, Horizontal<U32x8, 1>, Horizontal<U32x16, 1>, Horizontal<U32x16, 2>, Vertical<U32x16, 1, CRows::in_registers>, Vertical<U32x16, 2, CRows::in_registers>)
