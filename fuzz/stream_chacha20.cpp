// The streaming class under every implementation: random pieces, seeks and copies against one long keystream.
#include <algorithm>
#include <span>

#include "chacha20_tables.h"
#include "lanecrypt/chacha20.hpp"
#include "ref/chacha20_ref.h"

using namespace lanecrypt;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzz::Input start(data, size);
    std::uint8_t key[32], nonce[12];
    start.take(key, 32);
    start.take(nonce, 12);
    const auto first = static_cast<std::uint32_t>(start.below(2) != 0 ? 0u - start.below(128) : start.number(4));
    const std::size_t len = fuzz::blocks_and_tail(start);
    const auto text = start.text(len);
    auto want = ref::chacha20_keystream(key, nonce, first, len);
    for (std::size_t i = 0; i < len; ++i) want[i] ^= text[i];

    fuzz::for_each_chacha20([&](const ChaCha20Ops& ops, const char* name) {
        fuzz::require_that(cpu::set_limit(name), "limit", name);
        if (dispatch::chacha20_slot.resolve() != &ops) return;  // the variant that this processor does not use
        fuzz::Input input = start;
        ChaCha20 cipher(std::as_bytes(std::span<const std::uint8_t, 32>(key)), std::as_bytes(std::span<const std::uint8_t, 12>(nonce)), first);
        std::vector<std::uint8_t> out(len);
        std::size_t at = 0;
        for (int steps = 0; steps < 200 && !input.empty(); ++steps) {
            const std::size_t n = std::min(len - at, input.below(2) != 0 ? input.below(130) : fuzz::blocks_and_tail(input));
            const auto room = std::as_writable_bytes(std::span(out).subspan(at, n));
            const auto here = want.begin() + static_cast<std::ptrdiff_t>(at);
            switch (input.below(5)) {
            case 0:
                cipher.keystream(room);
                for (std::size_t i = 0; i < n; ++i) out[at + i] ^= text[at + i];
                break;
            case 1:
                std::copy_n(text.begin() + static_cast<std::ptrdiff_t>(at), n, out.begin() + static_cast<std::ptrdiff_t>(at));
                cipher.crypt(room);
                break;
            case 2: {
                ChaCha20 copy = cipher;
                copy.crypt(room, std::as_bytes(std::span(text).subspan(at, n)));
                cipher = copy;
                break;
            }
            case 3:
                at = input.below(len + 1);
                cipher.seek_bytes(std::uint64_t{first} * 64 + at);
                continue;
            default:
                at = at / 64 * 64;
                cipher.seek_blocks(std::uint64_t{first} + at / 64);
                continue;
            }
            fuzz::require_that(std::equal(here, here + static_cast<std::ptrdiff_t>(n), out.begin() + static_cast<std::ptrdiff_t>(at)), "stream", name);
            at += n;
        }
    });
    fuzz::require_that(cpu::set_limit(nullptr), "limit");
    dispatch::chacha20_slot.resolve();
    return 0;
}
