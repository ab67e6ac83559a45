/* filter_scan_c: makes a filter of three scripts and asks it for two others and one of them. */
#include <lanecrypt/lanecrypt.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* BIP158's basic filter: the key is the first 16 bytes of the block hash, as serialised. */
#define BASIC_P 19u
#define BASIC_M 784931u

static uint64_t little_endian(const uint8_t *p)
{
    uint64_t x = 0;
    for (int i = 7; i >= 0; --i) x = x << 8 | p[i];
    return x;
}

/* 1: the block may concern the wallet, 0: it does not, -1: the filter is malformed, -2: something else. */
static int ask(const uint8_t block_hash[32], const uint8_t *filter, size_t filter_len, const uint8_t *const *scripts, const size_t *len, size_t n)
{
    int matched = 0;
    switch (lanecrypt_gcs_match_any(&matched, filter, filter_len, scripts, len, n, little_endian(block_hash), little_endian(block_hash + 8),
                                    BASIC_P, BASIC_M)) {
    case LANECRYPT_OK: return matched;
    case LANECRYPT_MALFORMED_DATA: return -1;
    default: return -2;
    }
}

/* The filter of n scripts, to be freed; its length goes to *filter_len. */
static uint8_t *build(const uint8_t block_hash[32], size_t *filter_len, const uint8_t *const *scripts, const size_t *len, size_t n)
{
    const uint64_t k0 = little_endian(block_hash), k1 = little_endian(block_hash + 8);
    /* With no room the size is told. */
    if (lanecrypt_gcs_build(NULL, 0, filter_len, scripts, len, n, k0, k1, BASIC_P, BASIC_M) != LANECRYPT_OK) return NULL;
    const size_t cap = *filter_len;
    uint8_t *filter = malloc(cap);
    if (filter == NULL) return NULL;
    if (lanecrypt_gcs_build(filter, cap, filter_len, scripts, len, n, k0, k1, BASIC_P, BASIC_M) != LANECRYPT_OK || *filter_len > cap) {
        free(filter);
        return NULL;
    }
    return filter;
}

int main(void)
{
    uint8_t block_hash[32], a[22] = {0x00, 0x14, 1}, b[22] = {0x00, 0x14, 2}, c[34] = {0x51, 0x20, 3}, other[22] = {0x00, 0x14, 4};
    for (int i = 0; i < 32; ++i) block_hash[i] = (uint8_t)(3 * i);
    const uint8_t *inside[3] = {a, b, c}, *asked[2] = {other, c};
    const size_t inside_len[3] = {sizeof a, sizeof b, sizeof c}, asked_len[2] = {sizeof other, sizeof c};
    size_t filter_len = 0;
    uint8_t *filter = build(block_hash, &filter_len, inside, inside_len, 3);
    if (filter == NULL) return 1;
    const int none = ask(block_hash, filter, filter_len, asked, asked_len, 1);
    const int some = ask(block_hash, filter, filter_len, asked, asked_len, 2);
    const int cut = ask(block_hash, filter, filter_len - 1, asked, asked_len, 2);
    printf("%zu bytes; a stranger: %d; with one of the scripts: %d; cut off: %d\n", filter_len, none, some, cut);
    free(filter);
    return none == 0 && some == 1 && cut == -1 ? 0 : 1;
}
