// Every AEAD implementation against the textbook: seal, open, in place or apart, and one changed bit.
#include <algorithm>

#include "aead/aead_core.h"
#include "aead_tables.h"
#include "poly1305_tables.h"
#include "ref/aead_ref.h"

using namespace lanecrypt;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzz::Input input(data, size);
    std::uint8_t key[32], nonce[12];
    input.take(key, 32);
    input.take(nonce, 12);
    const std::size_t len = 64 * input.below(101) + input.below(64);
    const auto text = fuzz::biased_text(input, len);
    const auto aad = input.text(input.below(2) != 0 ? input.below(40) : input.below(2000));
    const std::size_t in_at = input.below(64), out_at = input.below(64), bit = input.below(128), flip = len != 0 ? input.below(8 * len) : 0;
    const bool in_place = input.below(2) != 0;
    const auto want = ref::aead_seal(text, aad, nonce, key);

    fuzz::for_each_aead([&](const AeadOps& ops, const char* name) {
        std::vector<std::uint8_t> in(in_at + len + 64, 0xee), out(out_at + len + 64, 0xee);
        std::uint8_t* const ct = out.data() + out_at;
        std::uint8_t* const pt = in_place ? ct : in.data() + in_at;
        std::copy(text.begin(), text.end(), pt);
        std::uint8_t tag[16];
        const AeadPosition at = aead_position(nonce, key);
        aead_seal(ops, ct, tag, pt, len, aad.data(), aad.size(), at);
        fuzz::require_that(std::equal(want.ciphertext.begin(), want.ciphertext.end(), ct), "ciphertext", name);
        fuzz::require_that(std::equal(want.tag.begin(), want.tag.end(), tag), "tag", name);
        fuzz::require_that(aead_open(ops, pt, ct, len, tag, aad.data(), aad.size(), at), "does not open", name);
        fuzz::require_that(std::equal(text.begin(), text.end(), pt), "text", name);
        // A bit of the tag, or of the ciphertext.
        std::vector<std::uint8_t> forged = want.ciphertext;
        if (bit % 2 == 0 || len == 0) tag[bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8);
        else forged[flip / 8] ^= static_cast<std::uint8_t>(1u << flip % 8);
        fuzz::require_that(!aead_open(ops, ct, forged.data(), len, tag, aad.data(), aad.size(), at), "opens a forgery", name);
        fuzz::require_that(std::all_of(ct, ct + len, [](std::uint8_t b) { return b == 0; }), "text of a forgery", name);
        fuzz::require_that(std::all_of(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(out_at), [](std::uint8_t b) { return b == 0xee; }) &&
                               std::all_of(ct + len, out.data() + out.size(), [](std::uint8_t b) { return b == 0xee; }),
                           "wrote outside", name);
    });
    return 0;
}
