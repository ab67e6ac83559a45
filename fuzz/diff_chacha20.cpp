// Every implementation against the textbook: one run of up to 100 blocks and a tail, any plan, any alignment, and the
// same blocks as lanes.
#include <algorithm>

#include "chacha20_tables.h"
#include "ref/chacha20_ref.h"

using namespace lanecrypt;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzz::Input input(data, size);
    std::uint8_t key[32], n[12] = {};
    input.take(key, 32);
    input.take(n + 4, 8);
    std::uint64_t nonce = 0;
    for (int i = 7; i >= 0; --i) nonce = nonce << 8 | n[4 + i];
    // Near the edges of the counter's halves more often than not.
    std::uint64_t counter = input.number();
    if (const std::size_t where = input.below(4); where != 0) counter = (where == 1 ? 0 : where == 2 ? std::uint64_t{1} << 32 : counter << 32) - input.below(128);
    const std::size_t len = fuzz::blocks_and_tail(input), in_at = input.below(64), out_at = input.below(64);
    const bool in_place = input.below(2) != 0;
    const std::size_t cut = len == 0 ? 0 : input.below(len / 64 + 1) * 64;  // where the lanes are split in two runs
    std::uint8_t choices[41];
    input.take(choices, sizeof choices);
    const auto text = input.text(len);
    auto want = ref::chacha20_keystream(key, n, counter, len);
    for (std::size_t i = 0; i < len; ++i) want[i] ^= text[i];

    fuzz::for_each_chacha20([&](const ChaCha20Ops& ops, const char* name) {
        std::vector<std::uint8_t> in(in_at + len + 1), out(out_at + len + 64, 0xee);
        std::copy(text.begin(), text.end(), in.begin() + static_cast<std::ptrdiff_t>(in_at));
        const auto fresh = [&] {
            std::fill(out.begin(), out.end(), std::uint8_t{0xee});
            if (in_place) std::copy(text.begin(), text.end(), out.begin() + static_cast<std::ptrdiff_t>(out_at));
        };
        const auto check = [&](const char* what) {
            const auto begin = out.begin() + static_cast<std::ptrdiff_t>(out_at), end = begin + static_cast<std::ptrdiff_t>(len);
            fuzz::require_that(std::equal(want.begin(), want.end(), begin), what, name);
            fuzz::require_that(std::all_of(out.begin(), begin, [](std::uint8_t b) { return b == 0xee; }) &&
                                   std::all_of(end, out.end(), [](std::uint8_t b) { return b == 0xee; }),
                               "wrote outside", name);
        };
        const ChaCha20Run run = {out.data() + out_at, in_place ? out.data() + out_at : in.data() + in_at, len, key, counter, nonce};
        fresh();
        ops.run(run);
        check("run");

        std::size_t shapes = 0;
        while (ops.shapes[shapes] != 0) ++shapes;
        ChaCha20Plan plan = *ops.plan;
        for (std::size_t i = 0; i <= ChaCha20Plan::limit; ++i) plan.next[i] = ops.shapes[choices[i] % shapes];
        fresh();
        ops.run_planned(run, plan);
        check("run with a random plan");

        ChaCha20Run parts[2] = {run, run};
        parts[0].len = cut;
        parts[1] = {run.out + cut, run.in + cut, len - cut, key, counter + cut / 64, nonce};
        fresh();
        ops.runs(parts, 2);
        check("lanes");

        std::uint8_t head[64];
        fresh();
        ops.head_and_run(head, {run.out, run.in, len, key, counter - 1, nonce});
        check("head and run");
    });
    return 0;
}
