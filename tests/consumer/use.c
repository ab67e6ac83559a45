/* A C99 consumer: every kind of call of the C interface. */
#include <lanecrypt/lanecrypt.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    uint8_t key[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    uint8_t data[16];
    char report[64];
    memset(data, 0, sizeof data);
    lanecrypt_xor(data, sizeof data, key, 0);
    if (memcmp(data, key, 8) != 0 || memcmp(data + 8, key, 8) != 0) return 1;
    if (lanecrypt_cpu_report(report, sizeof report) < 20 || strlen(report) != sizeof report - 1) return 1;
    if (lanecrypt_cpu_limit("portable") != LANECRYPT_OK || lanecrypt_cpu_limit("nonsense") != LANECRYPT_BAD_ARGUMENT) return 1;
    if (lanecrypt_cpu_limit(NULL) != LANECRYPT_OK) return 1;
    printf("lanecrypt %s\n", lanecrypt_version());
    return 0;
}
