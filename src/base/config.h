// Facts about the compiler and the target; the only place that spells compiler extensions for functions.
#pragma once

#if defined(_MSC_VER) && !defined(__GNUC__)
// MSVC, and clang-cl standing in for it.
#define LANECRYPT_FN static __forceinline
#define LANECRYPT_MEMBER __forceinline
#define LANECRYPT_NOINLINE __declspec(noinline)
#define LANECRYPT_UNROLL
#define LANECRYPT_NO_UNROLL
#define LANECRYPT_KEEP(x) ((void)(x))
#define LANECRYPT_KEEP_WORD(x) ((void)(x))
#define LANECRYPT_KEEP_VECTOR(x) ((void)(x))
#define LANECRYPT_MEMORY_ORDER() ((void)0)
#else
// A function that exists only inside its callers: internal linkage, never a symbol of its own.
#define LANECRYPT_FN __attribute__((always_inline, unused)) static inline
#define LANECRYPT_MEMBER __attribute__((always_inline)) inline
#if defined(__clang__)
#define LANECRYPT_NOINLINE __attribute__((noinline))
#else
#define LANECRYPT_NOINLINE __attribute__((noinline, noclone))  // a copy for each constant argument is inlining too
#endif
#if defined(__clang__)
#define LANECRYPT_UNROLL _Pragma("clang loop unroll(full)")
#define LANECRYPT_NO_UNROLL _Pragma("clang loop unroll(disable)")
#else
#define LANECRYPT_UNROLL _Pragma("GCC unroll 32")
#define LANECRYPT_NO_UNROLL _Pragma("GCC unroll 1")
#endif
// Makes the compiler forget what it knows about a value (empty constraint, no instruction).
#define LANECRYPT_KEEP(x) __asm__("" : "+m"(x))
// The same for an integer that is to stay in an ordinary register (and out of a vector made by the compiler).
#define LANECRYPT_KEEP_WORD(x) __asm__("" : "+r"(x))
// The same for a native vector, which stays in its register; compilers then leave the order of the operations alone.
#if defined(__x86_64__)
#define LANECRYPT_KEEP_VECTOR(x) __asm__("" : "+v"(x))
#elif defined(__aarch64__)
#define LANECRYPT_KEEP_VECTOR(x) __asm__("" : "+w"(x))
#else
#define LANECRYPT_KEEP_VECTOR(x) ((void)(x))
#endif
// Loads and stores of the source stay on their side of it; values loaded before are not carried past it but loaded again.
#define LANECRYPT_MEMORY_ORDER() __asm__ volatile("" ::: "memory")
#endif

#if defined(__x86_64__) || defined(_M_X64)
#define LANECRYPT_ARCH_X86_64 1
#elif defined(__aarch64__) || defined(_M_ARM64)
#define LANECRYPT_ARCH_AARCH64 1
#endif

#if defined(__BYTE_ORDER__) && defined(__ORDER_BIG_ENDIAN__)
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define LANECRYPT_BIG_ENDIAN 1
#endif
#endif
#ifndef LANECRYPT_BIG_ENDIAN
#define LANECRYPT_BIG_ENDIAN 0
#endif
