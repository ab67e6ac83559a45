// C functions about the library itself.
#include <algorithm>
#include <cstring>
#include <new>

#include "lanecrypt/cpu.hpp"
#include "lanecrypt/lanecrypt.h"
#include "lanecrypt/misuse.hpp"
#include "lanecrypt/version.hpp"

extern "C" {

const char* lanecrypt_version(void) { return lanecrypt::version(); }

size_t lanecrypt_cpu_report(char* buf, size_t len)
{
    if (buf == nullptr) len = 0;
    try {
        const std::string text = lanecrypt::cpu::report();
        if (len != 0) {
            const std::size_t n = std::min(len - 1, text.size());
            std::memcpy(buf, text.data(), n);
            buf[n] = '\0';
        }
        return text.size();
    } catch (const std::bad_alloc&) {
        if (len != 0) buf[0] = '\0';
        return 0;
    }
}

lanecrypt_status lanecrypt_cpu_limit(const char* spec)
{
    return lanecrypt::cpu::limit(spec) ? LANECRYPT_OK : LANECRYPT_BAD_ARGUMENT;
}

void lanecrypt_set_misuse_handler(void (*f)(const char* what, void* arg), void* arg) { lanecrypt::set_misuse_handler(f, arg); }

}  // extern "C"
