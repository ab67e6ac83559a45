// ChaCha20: one block at a time, any machine.
#define LANECRYPT_ISA portable
#include "chacha20/chacha20_drive.h"

LANECRYPT_CHACHA20_TABLE(U32x1, OneScalar)
