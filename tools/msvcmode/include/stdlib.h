#pragma once
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
void* malloc(size_t);
void free(void*);
void* _aligned_malloc(size_t, size_t);
void _aligned_free(void*);
unsigned long _byteswap_ulong(unsigned long);
unsigned __int64 _byteswap_uint64(unsigned __int64);
#ifdef __cplusplus
}
#endif
