// ChaCha20 against the textbook oracle: one run, a head with a run, lanes, the counter's edge in each shape.
#include <cstring>

#include "battery/parts.h"
#include "chacha20/chacha20_ops.h"
#include "ref/chacha20_ref.h"

namespace lanecrypt::battery {
namespace {

constexpr std::uint64_t nonce = 0x1716151413121110u;
constexpr std::uint64_t edge = 0x3ffffffffu;  // word 12 wraps after this block

Bytes keystream(const std::uint8_t* key, std::uint64_t counter, std::uint64_t n, std::size_t len)
{
    std::uint8_t bytes[12] = {};
    for (int i = 0; i < 8; ++i) bytes[4 + i] = static_cast<std::uint8_t>(n >> (8 * i));
    return ref::chacha20_keystream(key, bytes, counter, len);
}

void run_lengths(const ChaCha20Ops& ops, const char* isa)
{
    Group group("chacha20", isa, "differential");
    const Bytes key = pattern(32, 1), text = pattern(max_length + 8, 2);
    const Bytes stream = keystream(key.data(), edge - 2, nonce, max_length + 64);
    for (const Offsets& at : offset_pairs)
        for (std::size_t len = 0; len <= max_length; ++len) {
            Canary out(len, at.out), rest(len, at.out), head(64, at.out);
            const std::uint8_t* const in = text.data() + at.in;
            ops.run({out.data(), in, len, key.data(), edge - 2, nonce});
            ops.head_and_run(head.data(), {rest.data(), in, len, key.data(), edge - 2, nonce});
            Bytes want(len), after(len);
            for (std::size_t i = 0; i < len; ++i) {
                want[i] = static_cast<std::uint8_t>(in[i] ^ stream[i]);
                after[i] = static_cast<std::uint8_t>(in[i] ^ stream[64 + i]);
            }
            const auto n = static_cast<long>(len);
            group.check_bytes(out.data(), want.data(), len, "length", n);
            group.check_bytes(rest.data(), after.data(), len, "after a head: length", n);
            group.check_bytes(head.data(), stream.data(), 64, "head: length", n);
            group.check(out.intact() && rest.intact() && head.intact(), "wrote outside: length", n);
        }
    group.finish("lengths 0-1100 at 2 offset pairs");
}

void run_edges(const ChaCha20Ops& ops, const char* isa)
{
    Group group("chacha20", isa, "counter edges");
    const Bytes key = pattern(32, 3);
    Bytes out(64 * 33);
    for (const std::uint64_t last : {edge, ~std::uint64_t{0}})
        for (std::uint64_t before = 0; before <= 33; ++before) {
            const Bytes want = keystream(key.data(), last - before, nonce, out.size());
            for (const std::uint8_t* shape = ops.shapes; *shape != 0; ++shape) {
                ChaCha20Plan plan = *ops.plan;
                for (auto& n : plan.next) n = *shape;
                ops.run_planned({out.data(), nullptr, out.size(), key.data(), last - before, nonce}, plan);
                group.check_bytes(out.data(), want.data(), out.size(), "shape, lane", *shape, static_cast<long>(before));
            }
        }
    group.finish("each lane of each shape");
}

void run_lanes(const ChaCha20Ops& ops, const char* isa)
{
    constexpr std::size_t most = 66;
    Group group("chacha20", isa, "lanes");
    const Bytes keys = pattern(32 * most, 4), text = pattern(100 * most, 5);
    for (std::size_t n = 0; n <= most; ++n) {
        Bytes out(100 * most, 0x5a);
        ChaCha20Run runs[most];
        std::size_t at = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t len = (i * 37 + n) % 100;
            runs[i] = {out.data() + at, text.data() + at, len, keys.data() + 32 * i, edge - i % 3, nonce + i};
            at += len;
        }
        ops.runs(runs, n);
        for (std::size_t i = 0; i < n; ++i) {
            Bytes want = keystream(runs[i].key, runs[i].counter, runs[i].nonce, runs[i].len);
            for (std::size_t k = 0; k < want.size(); ++k) want[k] = static_cast<std::uint8_t>(want[k] ^ runs[i].in[k]);
            group.check_bytes(runs[i].out, want.data(), want.size(), "lanes, lane", static_cast<long>(n), static_cast<long>(i));
        }
        group.check(at == out.size() || out[at] == 0x5a, "wrote outside: lanes", static_cast<long>(n));
    }
    group.finish("0-66 runs of 0-99 bytes, each its own key");
}

void run(const void* table, const char* isa)
{
    const auto* ops = static_cast<const ChaCha20Ops*>(table);
    run_lengths(*ops, isa);
    run_edges(*ops, isa);
    run_lanes(*ops, isa);
    if (ops->slow_vectors != nullptr) {  // the same kernels put together in another way
        run_lengths(*ops->slow_vectors, isa);
        run_lanes(*ops->slow_vectors, isa);
    }
}

}  // namespace

const Part chacha20_part{&dispatch::chacha20_slot, run};

}  // namespace lanecrypt::battery
