// XOR obfuscation against its definition, byte by byte.
#include <cstring>

#include "battery/parts.h"
#include "obfuscation/xor_ops.h"

namespace lanecrypt::battery {
namespace {

constexpr std::uint8_t key_bytes[8] = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef};

void run(const void* table, const char* isa)
{
    const XorOps& ops = *static_cast<const XorOps*>(table);
    Group differential("xor", isa, "differential");
    std::uint64_t key;
    std::memcpy(&key, key_bytes, 8);
    const Bytes plain = pattern(max_length, 1);
    for (const Offsets& at : offset_pairs)
        for (std::size_t len = 0; len <= max_length; ++len) {
            Canary buffer(len, at.out);
            Bytes want(plain.begin(), plain.begin() + static_cast<std::ptrdiff_t>(len));
            if (len != 0) std::memcpy(buffer.data(), want.data(), len);
            for (std::size_t i = 0; i < len; ++i) want[i] = static_cast<std::uint8_t>(want[i] ^ key_bytes[i % 8]);
            ops.apply(buffer.data(), len, key);
            differential.check_bytes(buffer.data(), want.data(), len, "length, offset", static_cast<long>(len), static_cast<long>(at.out));
            differential.check(buffer.intact(), "wrote outside: length, offset", static_cast<long>(len), static_cast<long>(at.out));
        }
    differential.finish("lengths 0-1100 at 2 offsets");
}

}  // namespace

const Part xor_part{&dispatch::xor_slot, run};

}  // namespace lanecrypt::battery
