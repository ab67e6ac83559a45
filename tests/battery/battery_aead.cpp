// ChaCha20-Poly1305 against the textbook: seal, open, and a tag that is wrong.
#include <algorithm>

#include "aead/aead_core.h"
#include "battery/parts.h"
#include "ref/aead_ref.h"

namespace lanecrypt::battery {
namespace {

constexpr std::size_t longest = 6000;  // long messages take a path of their own

void run(const void* table, const char* isa)
{
    const AeadOps& ops = *static_cast<const AeadOps*>(table);
    Group group("aead", isa, "differential");
    const Bytes key = pattern(32, 31), nonce = pattern(12, 32), plain = pattern(longest, 33), aads = pattern(100, 34);
    // One pass over the longest text gives the ciphertext of every length.
    const Bytes stream = ref::chacha20_keystream(key.data(), nonce.data(), 1, longest);
    const AeadPosition at = aead_position(nonce.data(), key.data());
    for (std::size_t len = 0; len <= longest; len += len < max_length ? 1 : 257) {
        const Offsets& place = offset_pairs[len % 2];
        const Bytes aad(aads.begin(), aads.begin() + static_cast<std::ptrdiff_t>(len % 41));
        Bytes want(stream.begin(), stream.begin() + static_cast<std::ptrdiff_t>(len));
        for (std::size_t i = 0; i < len; ++i) want[i] = static_cast<std::uint8_t>(want[i] ^ plain[i]);
        const auto tag = ref::aead_tag(want, aad, nonce.data(), key.data());

        Canary in(len, place.in), out(len, place.out);
        std::copy_n(plain.begin(), len, in.data());
        std::uint8_t* const ct = len % 3 == 0 ? in.data() : out.data();
        std::uint8_t got[16];
        aead_seal(ops, ct, got, in.data(), len, aad.data(), aad.size(), at);
        group.check_bytes(ct, want.data(), len, "seal, length", static_cast<long>(len));
        group.check_bytes(got, tag.data(), 16, "tag, length", static_cast<long>(len));

        Canary back(len, place.in);
        group.check(aead_open(ops, back.data(), ct, len, got, aad.data(), aad.size(), at), "open refuses, length", static_cast<long>(len));
        group.check_bytes(back.data(), plain.data(), len, "open, length", static_cast<long>(len));
        got[len % 16] = static_cast<std::uint8_t>(got[len % 16] ^ 1 << len % 8);
        group.check(!aead_open(ops, back.data(), ct, len, got, aad.data(), aad.size(), at), "open accepts a wrong tag, length", static_cast<long>(len));
        group.check(std::all_of(back.data(), back.data() + len, [](std::uint8_t b) { return b == 0; }), "plaintext left, length", static_cast<long>(len));
        group.check(in.intact() && out.intact() && back.intact(), "wrote outside, length", static_cast<long>(len));
    }
    group.finish("lengths 0-1100, to 6000; aad 0-40; seal, open, wrong tag");
}

}  // namespace

const Part aead_part{&dispatch::aead_slot, run};

}  // namespace lanecrypt::battery
