// Running a test for every ChaCha20 with every Poly1305 that this machine can run, by name.
#pragma once
#include <string>

#include "aead/aead_ops.h"
#include "support/impls.h"

namespace lanecrypt::test {

// Calls check(ops, name) for every pair. `all`: false takes each implementation with the first of the other kind only.
template <class Check>
void for_each_kernel_pair(Check check, bool all = true)
{
    int cipher_index = 0;
    for_each_impl(dispatch::chacha20_slot, [&](const ChaCha20Ops& cipher, const std::string& cipher_name) {
        int mac_index = 0;
        for_each_impl(dispatch::poly1305_slot, [&](const Poly1305Ops& mac, const std::string& mac_name) {
            const bool wanted = all || cipher_index == 0 || mac_index == 0;
            ++mac_index;
            if (wanted) check(AeadOps{cipher.isa, &cipher, &mac, nullptr, nullptr}, cipher_name + " with " + mac_name);
        });
        ++cipher_index;
    });
}

}  // namespace lanecrypt::test
