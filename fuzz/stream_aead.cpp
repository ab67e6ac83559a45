// Incremental sealing in random pieces under every implementation, beside the textbook in one go.
#include <algorithm>
#include <span>

#include "aead_tables.h"
#include "lanecrypt/aead.hpp"
#include "ref/aead_ref.h"

using namespace lanecrypt;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzz::Input start(data, size);
    std::uint8_t key[32], nonce[24];
    start.take(key, 32);
    start.take(nonce, 24);
    const bool extended = start.below(2) != 0, in_place = start.below(2) != 0;
    const auto text = start.text(64 * start.below(101) + start.below(64)), aad = start.text(start.below(60));
    const auto want = extended ? ref::xaead_seal(text, aad, nonce, key) : ref::aead_seal(text, aad, nonce, key);

    fuzz::for_each_aead([&](const AeadOps& ops, const char* name) {
        fuzz::require_that(cpu::set_limit(name), "limit", name);
        if (dispatch::aead_slot.resolve() != &ops) return;
        fuzz::Input input = start;
        std::vector<std::uint8_t> out = in_place ? text : std::vector<std::uint8_t>(text.size());
        std::byte tag[16];
        const auto run = [&](ChaCha20Poly1305Sealer& sealer) {
            for (std::size_t at = 0; at < text.size();) {
                const std::size_t n = std::min(text.size() - at, input.empty() ? text.size() : input.below(input.below(3) != 0 ? 100 : 2000));
                sealer.update(std::as_writable_bytes(std::span(out).subspan(at, n)), std::as_bytes(std::span(in_place ? out : text).subspan(at, n)));
                at += n;
            }
            sealer.finalize(tag);
        };
        const auto key_bytes = std::as_bytes(std::span<const std::uint8_t, 32>(key));
        const auto nonce_bytes = std::as_bytes(std::span<const std::uint8_t, 24>(nonce));
        if (extended) {
            ChaCha20Poly1305Sealer sealer(key_bytes, nonce_bytes, std::as_bytes(std::span(aad)));
            run(sealer);
        } else {
            ChaCha20Poly1305Sealer sealer(key_bytes, nonce_bytes.first<12>(), std::as_bytes(std::span(aad)));
            run(sealer);
        }
        fuzz::require_that(out == want.ciphertext, "ciphertext", name);
        fuzz::require_that(std::memcmp(tag, want.tag.data(), 16) == 0, "tag", name);
    });
    fuzz::require_that(cpu::set_limit(nullptr), "limit");
    dispatch::aead_slot.resolve();
    return 0;
}
