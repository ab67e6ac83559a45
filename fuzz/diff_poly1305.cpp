// Every Poly1305 implementation against long multiplication: up to 400 blocks and a tail in any split, and the same
// text cut into messages in lanes.
#include <algorithm>

#include "poly1305_tables.h"
#include "ref/aead_ref.h"

using namespace lanecrypt;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzz::Input start(data, size);
    std::uint8_t key[32];
    fuzz::take_key(start, key);
    const std::size_t len = 64 * start.below(101) + start.below(64);
    const auto text = fuzz::biased_text(start, len);
    const auto want = ref::poly1305(text, key);
    const std::size_t count = start.below(20);

    fuzz::for_each_poly1305([&](const Poly1305Ops& ops, const char* name) {
        fuzz::Input input = start;
        Poly1305State state;
        ops.init(state, key);
        std::size_t at = 0;
        while (len / 16 - at != 0) {
            const std::size_t n = std::min(len / 16 - at, 1 + input.below(input.below(2) != 0 ? 12 : 250));
            ops.blocks(state, text.data() + 16 * at, n);
            at += n;
        }
        std::uint8_t tag[16];
        ops.finish(state, text.data() + 16 * at, len % 16, tag);
        fuzz::require_that(std::equal(want.begin(), want.end(), tag), "tag", name);

        std::vector<Poly1305Message> messages(count);
        std::vector<std::uint8_t> tags(16 * count + 1);
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t from = input.below(len + 1), aad = std::min(input.below(60), len - from), ct = std::min(input.below(700), len - from);
            messages[i] = {key, text.data() + from, aad, text.data() + from, ct, tags.data() + 16 * i};
        }
        ops.aead_tags(messages.data(), count);
        for (const Poly1305Message& m : messages) {
            std::vector<std::uint8_t> all(m.aad, m.aad + m.aad_len);
            all.resize((all.size() + 15) / 16 * 16);
            all.insert(all.end(), m.ct, m.ct + m.ct_len);
            all.resize((all.size() + 15) / 16 * 16);
            for (const std::uint64_t n : {std::uint64_t{m.aad_len}, std::uint64_t{m.ct_len}})
                for (int b = 0; b < 8; ++b) all.push_back(static_cast<std::uint8_t>(n >> 8 * b));
            const auto lane = ref::poly1305(all, key);
            fuzz::require_that(std::equal(lane.begin(), lane.end(), m.tag), "tag in lanes", name);
        }
    });
    return 0;
}
