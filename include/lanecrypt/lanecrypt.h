/* lanecrypt's C interface (C99).
 *
 * Lengths are in bytes unless a comment says otherwise. No pointer needs any alignment. A null pointer is legal
 * wherever its length or count is 0, outputs included.
 *
 * Aliasing: an output may be the very range of its input (in place). Any other overlap of an output or a tag with an
 * input, associated data, a key, a nonce or another output is misuse, found before anything is written. Hash outputs
 * may lie inside their own input. Exceptions are named at the functions.
 *
 * Errors: functions that return lanecrypt_status never abort; misuse is status 2 and nothing is written. Void
 * functions call the misuse handler (default: message and abort); if it returns, nothing is written.
 *
 * Threads: functions without a state argument may be called from any number of threads at once, from the first call
 * of the process on. One state object belongs to one thread at a time.
 *
 * Timing: the ciphers, Poly1305, the AEAD and the hashes take a time that depends on lengths alone, never on keys,
 * nonces or contents.
 */
#ifndef LANECRYPT_LANECRYPT_H
#define LANECRYPT_LANECRYPT_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && defined(LANECRYPT_SHARED)
#define LANECRYPT_API __declspec(dllimport)
#elif defined(__GNUC__)
#define LANECRYPT_API __attribute__((visibility("default")))
#else
#define LANECRYPT_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lanecrypt_status {
    LANECRYPT_OK = 0,
    LANECRYPT_AUTHENTICATION_FAILED = 1,
    LANECRYPT_BAD_ARGUMENT = 2, /* null with non-zero length, overlap, limit exceeded */
    LANECRYPT_MALFORMED_DATA = 3,
    LANECRYPT_OUT_OF_MEMORY = 4
} lanecrypt_status;

/* ---- library and processor ---- */

/* "0.1.0" */
LANECRYPT_API const char *lanecrypt_version(void);

/* Writes the report on features and implementations to buf, cut to len - 1 bytes and always terminated (nothing is
 * written when len is 0 or buf is null). Returns the length of the whole report without the terminator. */
LANECRYPT_API size_t lanecrypt_cpu_report(char *buf, size_t len);

/* Limits the instruction sets in use: "avx2" allows that set and what it builds on, "-avx512,-shani" takes sets away
 * with everything built on them; the same language as the environment variable LANECRYPT_CPU. NULL goes back to the
 * environment's. Every primitive chooses anew at once. An unknown word, or "-portable", is status 2 and changes
 * nothing. */
LANECRYPT_API lanecrypt_status lanecrypt_cpu_limit(const char *spec);

/* Replaces the handler for misuse of void functions; NULL restores the default. */
LANECRYPT_API void lanecrypt_set_misuse_handler(void (*f)(const char *what, void *arg), void *arg);

/* ---- ChaCha20 (RFC 8439), XChaCha20 and HChaCha20 (draft-irtf-cfrg-xchacha-03) ---- */

/* out = in XOR keystream of (key, nonce), starting at block `counter`. Words 12 and 13 of the state are one 64-bit
 * counter: past block 2^32 - 1 the carry goes into the first four nonce bytes, as in Bitcoin Core. Nonce and key may
 * not repeat. Status 2 only for misuse of pointers. */
LANECRYPT_API lanecrypt_status lanecrypt_chacha20_xor(uint8_t *out, const uint8_t *in, size_t len, const uint8_t nonce[12], uint32_t counter, const uint8_t key[32]);

/* The same with a 24-byte nonce and a 64-bit counter. Status 2 past block 2^64 - 1. */
LANECRYPT_API lanecrypt_status lanecrypt_xchacha20_xor(uint8_t *out, const uint8_t *in, size_t len, const uint8_t nonce[24], uint64_t counter, const uint8_t key[32]);

LANECRYPT_API void lanecrypt_hchacha20(uint8_t out[32], const uint8_t nonce[16], const uint8_t key[32]);

/* ---- Poly1305 (RFC 8439 section 2.5). The key authenticates one message only. ---- */

LANECRYPT_API void lanecrypt_poly1305(uint8_t tag[16], const uint8_t *msg, size_t len, const uint8_t key[32]);

typedef struct { uint64_t opaque[64]; } lanecrypt_poly1305_state;
LANECRYPT_API void lanecrypt_poly1305_init(lanecrypt_poly1305_state *state, const uint8_t key[32]);
LANECRYPT_API void lanecrypt_poly1305_update(lanecrypt_poly1305_state *state, const uint8_t *in, size_t len);
/* Writes the tag and wipes the state. */
LANECRYPT_API void lanecrypt_poly1305_final(lanecrypt_poly1305_state *state, uint8_t tag[16]);

/* ---- ChaCha20-Poly1305 (RFC 8439 section 2.8) and XChaCha20-Poly1305 ---- */

/* Status 2 past 2^38 - 64 bytes. */
LANECRYPT_API lanecrypt_status lanecrypt_aead_seal(uint8_t *ct, uint8_t tag[16], const uint8_t *pt, size_t len, const uint8_t *aad, size_t aad_len, const uint8_t nonce[12], const uint8_t key[32]);

/* Checks the tag before it writes any plaintext. Status 1: the tag is wrong, pt is all zero (opening in place
 * therefore destroys the ciphertext). The comparison takes constant time. */
LANECRYPT_API lanecrypt_status lanecrypt_aead_open(uint8_t *pt, const uint8_t *ct, size_t len, const uint8_t tag[16], const uint8_t *aad, size_t aad_len, const uint8_t nonce[12], const uint8_t key[32]);

LANECRYPT_API lanecrypt_status lanecrypt_xaead_seal(uint8_t *ct, uint8_t tag[16], const uint8_t *pt, size_t len, const uint8_t *aad, size_t aad_len, const uint8_t nonce[24], const uint8_t key[32]);
LANECRYPT_API lanecrypt_status lanecrypt_xaead_open(uint8_t *pt, const uint8_t *ct, size_t len, const uint8_t tag[16], const uint8_t *aad, size_t aad_len, const uint8_t nonce[24], const uint8_t key[32]);

/* One message of many: out and in are len bytes, tag 16, nonce 12, key 32. Sealing writes out and tag; opening
 * reads in and tag and writes out. */
typedef struct {
    uint8_t *out;
    const uint8_t *in;
    size_t len;
    const uint8_t *aad;
    size_t aad_len;
    uint8_t *tag;
    const uint8_t *nonce;
    const uint8_t *key;
    lanecrypt_status status;
} lanecrypt_aead_item;

/* Seals or opens n messages, each with its own key, nonce and length, and sets each item's status. Returns how many
 * have status 0 (0 when items is null). A bad item costs the others nothing. Inputs may be shared; an output that overlaps any other item's
 * memory is misuse, found within each planning group (64 items in a row, all of which then get status 2). Groups
 * behave as if run in order. */
LANECRYPT_API size_t lanecrypt_aead_seal_many(lanecrypt_aead_item *items, size_t n);
LANECRYPT_API size_t lanecrypt_aead_open_many(lanecrypt_aead_item *items, size_t n);

/* ---- SHA-256 (FIPS 180-4) ---- */

LANECRYPT_API void lanecrypt_sha256(uint8_t out[32], const uint8_t *in, size_t len);
/* SHA-256 of the SHA-256. */
LANECRYPT_API void lanecrypt_sha256d(uint8_t out[32], const uint8_t *in, size_t len);
/* n messages at once: out[32 i] is the hash of in[i], len[i] bytes. out: 32 n bytes. */
LANECRYPT_API void lanecrypt_sha256_many(uint8_t *out, const uint8_t *const *in, const size_t *len, size_t n);
LANECRYPT_API void lanecrypt_sha256d_many(uint8_t *out, const uint8_t *const *in, const size_t *len, size_t n);
/* n double hashes of 64 bytes each: in 64 n bytes, out 32 n bytes; out == in is allowed. */
LANECRYPT_API void lanecrypt_sha256d64(uint8_t *out, const uint8_t *in, size_t n);
/* Merkle root of n leaves of 32 bytes, as Bitcoin computes it; 0 leaves give 32 zero bytes. *mutated (may be null)
 * becomes 1 when on any level the two hashes of a pair are equal (CVE-2012-2459), else 0. */
LANECRYPT_API void lanecrypt_merkle_root(uint8_t root[32], const uint8_t *leaves, size_t n, int *mutated);

typedef struct { uint64_t opaque[16]; } lanecrypt_sha256_state;
LANECRYPT_API void lanecrypt_sha256_init(lanecrypt_sha256_state *state);
LANECRYPT_API void lanecrypt_sha256_update(lanecrypt_sha256_state *state, const uint8_t *in, size_t len);
/* Writes the hash and makes the state ready for another message. */
LANECRYPT_API void lanecrypt_sha256_final(lanecrypt_sha256_state *state, uint8_t out[32]);

/* ---- SipHash. The result is the integer; its bytes in the papers' order are its little-endian bytes. ---- */

LANECRYPT_API uint64_t lanecrypt_siphash24(const uint8_t *in, size_t len, uint64_t k0, uint64_t k1);
LANECRYPT_API uint64_t lanecrypt_siphash13(const uint8_t *in, size_t len, uint64_t k0, uint64_t k1);
/* n messages of any lengths under one key. */
LANECRYPT_API void lanecrypt_siphash24_many(uint64_t *out, const uint8_t *const *in, const size_t *len, size_t n, uint64_t k0, uint64_t k1);
/* n messages of item_len bytes each, one after another. */
LANECRYPT_API void lanecrypt_siphash24_items(uint64_t *out, const uint8_t *in, size_t item_len, size_t n, uint64_t k0, uint64_t k1);

typedef struct { uint64_t opaque[8]; } lanecrypt_siphash24_state;
LANECRYPT_API void lanecrypt_siphash24_init(lanecrypt_siphash24_state *state, uint64_t k0, uint64_t k1);
LANECRYPT_API void lanecrypt_siphash24_update(lanecrypt_siphash24_state *state, const uint8_t *in, size_t len);
/* Returns the hash; the state stays usable and goes on from where it was. */
LANECRYPT_API uint64_t lanecrypt_siphash24_final(const lanecrypt_siphash24_state *state);

/* ---- XOR obfuscation of block files ---- */

/* XORs data in place with the 8-byte key of a blocks directory; data[0] is at byte `offset` of its file. An all-zero
 * key changes nothing. */
LANECRYPT_API void lanecrypt_xor(uint8_t *data, size_t len, const uint8_t key[8], uint64_t offset);

/* ---- Golomb-coded sets (BIP158: p = 19, m = 784931) ---- */

/* *out_len becomes the encoded length; with cap below it nothing is written and the status is 0 (call with cap 0 to
 * learn the size). Equal items count once. Status 2: p over 32, n or n*m out of range; 4: no memory. */
LANECRYPT_API lanecrypt_status lanecrypt_gcs_build(uint8_t *out, size_t cap, size_t *out_len, const uint8_t *const *items, const size_t *len, size_t n, uint64_t k0, uint64_t k1, unsigned p, uint64_t m);
/* *matched becomes 1 when at least one item may be in the filter. Status 3: the filter is malformed. */
LANECRYPT_API lanecrypt_status lanecrypt_gcs_match_any(int *matched, const uint8_t *filter, size_t filter_len, const uint8_t *const *items, const size_t *len, size_t n, uint64_t k0, uint64_t k1, unsigned p, uint64_t m);

/* ---- BIP324 packet cipher, one direction ---- */

typedef struct { uint64_t opaque[704]; } lanecrypt_bip324_cipher;
LANECRYPT_API void lanecrypt_bip324_init(lanecrypt_bip324_cipher *c, const uint8_t length_key[32], const uint8_t packet_key[32]);
/* out: 3 + 1 + len + 16 bytes. contents == out + 4 is allowed. len above 16 777 215 is misuse. */
LANECRYPT_API void lanecrypt_bip324_seal(lanecrypt_bip324_cipher *c, uint8_t *out, const uint8_t *contents, size_t len, const uint8_t *aad, size_t aad_len, int ignore);
/* Decrypts the length of the next packet. Exactly once for each packet. */
LANECRYPT_API uint32_t lanecrypt_bip324_open_length(lanecrypt_bip324_cipher *c, const uint8_t in[3]);
/* in: 1 + len + 16 bytes, len the contents' length; contents == in + 1 is allowed. The state moves on to the next
 * packet with status 0 and with status 1, when contents becomes all zero; misuse (2) changes nothing. *ignore (may be
 * null) becomes 1 for a decoy, else 0, with status 0 only. */
LANECRYPT_API lanecrypt_status lanecrypt_bip324_open(lanecrypt_bip324_cipher *c, uint8_t *contents, int *ignore, const uint8_t *in, size_t len, const uint8_t *aad, size_t aad_len);
/* Erases the cipher; any later use but init is misuse. */
LANECRYPT_API void lanecrypt_bip324_wipe(lanecrypt_bip324_cipher *c);

#ifdef __cplusplus
}
#endif

#endif
