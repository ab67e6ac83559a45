// Opens the namespace of the instruction set a kernel file is compiled for, and refuses compiler flags that
// exceed its row. A kernel file starts with:  #define LANECRYPT_ISA avx2
#pragma once

#ifndef LANECRYPT_ISA
#error "define LANECRYPT_ISA to the name of a row of isa.def before including this header"
#endif

#include "base/bytes.h"
#include "base/config.h"

// What each row contains. MSVC defines no macro for SSSE3 or SSE4.1, so the rows decide, not the compiler.
#define LANECRYPT_LEVEL_portable 0
#define LANECRYPT_LEVEL_array 0
#define LANECRYPT_LEVEL_gnu128 1
#define LANECRYPT_LEVEL_neon 1
#define LANECRYPT_LEVEL_armsha2 2
#define LANECRYPT_LEVEL_sse2 1
#define LANECRYPT_LEVEL_ssse3 2
#define LANECRYPT_LEVEL_sse41 3
#define LANECRYPT_LEVEL_shani 3
#define LANECRYPT_LEVEL_avx2 4
#define LANECRYPT_LEVEL_avx512vl 5
#define LANECRYPT_LEVEL_avx512ifma256 6
#define LANECRYPT_LEVEL_avx512 5
#define LANECRYPT_LEVEL_avx512ifma 6

#define LANECRYPT_JOIN_(a, b) a##b
#define LANECRYPT_JOIN(a, b) LANECRYPT_JOIN_(a, b)
#define LANECRYPT_LEVEL LANECRYPT_JOIN(LANECRYPT_LEVEL_, LANECRYPT_ISA)

#if defined(LANECRYPT_ARCH_X86_64)
#if LANECRYPT_LEVEL < 2 && defined(__SSSE3__)
#error "this file is compiled for more than its row allows (SSSE3)"
#endif
#if LANECRYPT_LEVEL < 3 && defined(__SSE4_1__)
#error "this file is compiled for more than its row allows (SSE4.1)"
#endif
#if LANECRYPT_LEVEL < 4 && defined(__AVX__)
#error "this file is compiled for more than its row allows (AVX)"
#endif
#if LANECRYPT_LEVEL < 5 && defined(__AVX512F__)
#error "this file is compiled for more than its row allows (AVX-512)"
#endif
#if LANECRYPT_LEVEL < 6 && defined(__AVX512IFMA__)
#error "this file is compiled for more than its row allows (AVX-512 IFMA)"
#endif
// (/arch:AVX2 and /arch:AVX512 stand for whole processors and define more than their rows; nothing here uses that.)
#if (!defined(_MSC_VER) || defined(__GNUC__)) && \
    (defined(__AES__) || defined(__PCLMUL__) || defined(__AVXVNNI__) || defined(__AVX512VBMI__) || (defined(__FMA__) && LANECRYPT_LEVEL < 4))
#error "this file is compiled with instruction sets that no row has"
#endif
#endif

// Every kernel file's code lives in lanecrypt::<isa>::(anonymous): no symbol of it can be merged with that of
// another instruction set.
#define LANECRYPT_BEGIN_ISA       \
    namespace lanecrypt {         \
    namespace LANECRYPT_ISA {     \
    namespace {
#define LANECRYPT_END_ISA \
    }                     \
    }                     \
    }

// lanecrypt_<primitive>_<isa>_ops
#define LANECRYPT_OPS_NAME_(primitive, isa) lanecrypt_##primitive##_##isa##_ops
#define LANECRYPT_OPS_NAME_2(primitive, isa) LANECRYPT_OPS_NAME_(primitive, isa)
#define LANECRYPT_OPS_NAME(primitive) LANECRYPT_OPS_NAME_2(primitive, LANECRYPT_ISA)
#define LANECRYPT_TEXT_(x) #x
#define LANECRYPT_TEXT(x) LANECRYPT_TEXT_(x)
#define LANECRYPT_ISA_NAME LANECRYPT_TEXT(LANECRYPT_ISA)
