// The table of one implementation of XOR obfuscation.
#pragma once
#include <cstddef>
#include <cstdint>

#include "cpu/isa.h"
#ifndef LANECRYPT_ISA
#include "dispatch/slot.h"
#endif

namespace lanecrypt {

struct XorOps {
    Isa isa;
    // XORs `len` bytes at `data` with the eight bytes of `key` repeated; the first byte of data meets the first
    // byte of `key` in memory. Any length and alignment.
    void (*apply)(std::uint8_t* data, std::size_t len, std::uint64_t key);
};

#ifndef LANECRYPT_ISA
namespace dispatch {
extern constinit Slot<XorOps> xor_slot;
}
bool xor_self_test(const XorOps& ops);
#endif

}  // namespace lanecrypt
