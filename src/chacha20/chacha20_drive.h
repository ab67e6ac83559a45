// From groups to the functions of the table: cuts runs into groups by the plan, handles ends that are no whole group,
// and packs the blocks of many runs into lanes. A kernel file names its shapes:
//     LANECRYPT_CHACHA20_TABLE(Vertical<…>, Horizontal<…>, …)
#pragma once
#include "base/relaxed.h"
#include "base/wipe.h"
#include "chacha20/chacha20_kernel.h"
#include "chacha20/chacha20_ops.h"
#include "chacha20/chacha20_xor.h"
#include "tuning/chacha20_tuning.h"

LANECRYPT_BEGIN_ISA

constexpr int max_group = 32;  // blocks
constexpr int shape_names = ChaCha20Plan::one_scalar + 1;

alignas(64) constexpr std::uint8_t zeros[64] = {};

// The lanes of a group that blocks of different runs share. Whole blocks are XORed in their place (keystream: with
// zeros); a shorter end is computed in `end` first.
struct Batch {
    static constexpr int room = 2 * max_group;  // the last shape may be wider than what is left
    const std::uint8_t* key[room];
    alignas(16) std::uint32_t position[room][4];
    std::uint8_t* out[room];
    const std::uint8_t* in[room];
    int count;
    bool one_key;

    struct End {
        std::uint8_t* out;
        const std::uint8_t* in;
        std::size_t len;  // 1 … 63
    };
    End ends[room];
    alignas(64) std::uint8_t end[room][64];
    int end_count;
};

// One shape's compiled functions.
struct ShapeFunctions {
    int blocks;
    // XORs, or writes, `groups` whole groups.
    void (*xor_groups)(std::uint8_t* out, const std::uint8_t* in, const std::uint8_t* key, std::uint64_t counter, std::uint64_t nonce, std::size_t groups);
    // XORs the first `len` bytes of a run, at most one group (see XorEnd); returns where `rest` belongs, or len. Null for
    // narrow vectors, where so many decisions cost more than a copy of the keystream in memory.
    std::size_t (*xor_end)(const ChaCha20Run& run, std::size_t len, std::uint8_t* head, std::uint8_t rest[64]);
    void (*write_groups)(std::uint8_t* out, const std::uint8_t* key, std::uint64_t counter, std::uint64_t nonce, std::size_t groups);
    // XORs `blocks` lanes, 64 bytes each at their own places; [1] when all have one key.
    void (*xor_lanes[2])(std::uint8_t* const* out, const std::uint8_t* const* in, const std::uint8_t* const* key, const std::uint32_t (*position)[4]);
};

template <class Shape>
void xor_groups(std::uint8_t* out, const std::uint8_t* in, const std::uint8_t* key, std::uint64_t counter, std::uint64_t nonce, std::size_t groups)
{
    for (; groups != 0; --groups) {
        Shape::group(Stream{key, counter, nonce}, XorInto{out, in});
        out += 64 * Shape::blocks;
        in += 64 * Shape::blocks;
        counter += Shape::blocks;
    }
}
template <class Shape>
void write_groups(std::uint8_t* out, const std::uint8_t* key, std::uint64_t counter, std::uint64_t nonce, std::size_t groups)
{
    for (; groups != 0; --groups) {
        Shape::group(Stream{key, counter, nonce}, WriteTo{out});
        out += 64 * Shape::blocks;
        counter += Shape::blocks;
    }
}
template <class Shape, class Source>
void xor_lanes(std::uint8_t* const* out, const std::uint8_t* const* in, const std::uint8_t* const* key, const std::uint32_t (*position)[4])
{
    Shape::group(Source(key, position), XorLanes{out, in});
}
template <class Shape>
std::size_t xor_end(const ChaCha20Run& run, std::size_t len, std::uint8_t* head, std::uint8_t rest[64])
{
    std::size_t rest_at = len;
    // Through ordinary registers: callers have just written the two words one by one, and a load of both at once would
    // wait until they are in the cache.
    std::uint64_t counter = run.counter, nonce = run.nonce;
    LANECRYPT_KEEP_WORD(counter);
    LANECRYPT_KEEP_WORD(nonce);
    Shape::group(Stream{run.key, counter, nonce}, XorEnd{head, run.out, run.in, len, rest, &rest_at});
    return rest_at;
}
template <class Shape>
constexpr auto xor_end_of()
{
    using Function = decltype(ShapeFunctions::xor_end);
    if constexpr (Shape::vector_bytes == 64) return Function{xor_end<Shape>};
    else return Function{nullptr};
}
template <class Shape>
constexpr ShapeFunctions functions_of = {Shape::blocks, xor_groups<Shape>, xor_end_of<Shape>(), write_groups<Shape>, {xor_lanes<Shape, Lanes>, xor_lanes<Shape, OneKeyLanes>}};

// The functions of each shape by its name.
struct ShapeTable {
    ShapeFunctions of[shape_names];
    std::uint8_t names[shape_names];
};
template <class... Shapes>
constexpr ShapeTable shape_table()
{
    ShapeTable t{};
    int n = 0;
    ((t.of[Shapes::name] = functions_of<Shapes>, t.names[n++] = static_cast<std::uint8_t>(Shapes::name)), ...);
    return t;
}

// Words 12 … 15 of a lane; in one store where possible, so that the load of all four follows at once.
template <class Row>
LANECRYPT_FN void put_position(std::uint32_t (&position)[4], std::uint64_t counter, std::uint64_t nonce)
{
    if constexpr (Row::lanes == 4) {
        store(position, Row::counting_groups(counter, nonce));
    } else {
        position[0] = static_cast<std::uint32_t>(counter);
        position[1] = static_cast<std::uint32_t>(counter >> 32);
        position[2] = static_cast<std::uint32_t>(nonce);
        position[3] = static_cast<std::uint32_t>(nonce >> 32);
    }
}

// Every entry of the plan is a shape of the file.
constexpr bool plan_is_valid(const std::uint8_t* names, const ChaCha20Plan& plan)
{
    for (const std::uint8_t shape : plan.next) {
        bool found = false;
        for (const std::uint8_t* s = names; *s != 0; ++s) found = found || *s == shape;
        if (!found) return false;
    }
    return plan.batch >= 1 && plan.batch <= max_group;
}

LANECRYPT_FN const ShapeFunctions& pick(const ShapeTable& table, const ChaCha20Plan& plan, std::size_t blocks)
{
    return table.of[load_relaxed(plan.next[blocks < ChaCha20Plan::limit ? blocks : ChaCha20Plan::limit])];
}

// `len` bytes of a run that end inside a group, perhaps with a head before them.
template <class Row>
LANECRYPT_FN void finish(const ShapeFunctions& shape, const ChaCha20Run& run, std::size_t len, std::uint8_t* head)
{
    alignas(64) std::uint8_t rest[64];
    const std::size_t at = shape.xor_end(run, len, head, rest);
    if (at == len) return;
    xor_bytes<Row>(run.out + at, run.in + at, rest, len - at);
    wipe(rest, 64);
}

template <class Row>
LANECRYPT_FN void run_planned_with(const ShapeTable& table, const ChaCha20Run& run, const ChaCha20Plan& plan)
{
    std::uint8_t* out = run.out;
    const std::uint8_t* in = run.in;
    std::size_t len = run.len;
    std::uint64_t counter = run.counter;
    while (len != 0) {
        const std::size_t blocks = len / 64 + (len % 64 != 0 ? 1 : 0);
        const ShapeFunctions& shape = pick(table, plan, blocks);
        const auto size = static_cast<std::size_t>(shape.blocks);
        if (len < 64 * size) {
            if (in != nullptr && shape.xor_end != nullptr) return finish<Row>(shape, {out, in, len, run.key, counter, run.nonce}, len, nullptr);
            alignas(64) std::uint8_t keystream[64 * max_group];
            shape.write_groups(keystream, run.key, counter, run.nonce, 1);
            use_keystream<Row>(out, in, keystream, len);
            wipe(keystream, 64 * size);
            return;
        }
        std::size_t groups = 1;
        if (blocks > ChaCha20Plan::limit) groups = (blocks - ChaCha20Plan::limit + size - 1) / size;
        if (in != nullptr) {
            shape.xor_groups(out, in, run.key, counter, run.nonce, groups);
            in += 64 * size * groups;
        } else {
            shape.write_groups(out, run.key, counter, run.nonce, groups);
        }
        out += 64 * size * groups;
        len -= 64 * size * groups;
        counter += size * groups;
    }
}

template <class Row>
LANECRYPT_FN void head_and_run_with(const ShapeTable& table, std::uint8_t head[64], const ChaCha20Run& run, const ChaCha20Plan& plan)
{
    const std::size_t blocks = 1 + run.len / 64 + (run.len % 64 != 0 ? 1 : 0);
    const ShapeFunctions& shape = pick(table, plan, blocks);
    const auto size = static_cast<std::size_t>(shape.blocks);
    const std::size_t here = run.len < 64 * (size - 1) ? run.len : 64 * (size - 1);
    if (run.in != nullptr && shape.xor_end != nullptr) {
        finish<Row>(shape, run, here, head);
    } else {
        alignas(64) std::uint8_t keystream[64 * max_group];
        shape.write_groups(keystream, run.key, run.counter, run.nonce, 1);
        std::memcpy(head, keystream, 64);
        use_keystream<Row>(run.out, run.in, keystream + 64, here);
        wipe(keystream, 64 * size);
    }
    if (here == run.len) return;
    const ChaCha20Run rest = {run.out + here, run.in != nullptr ? run.in + here : nullptr, run.len - here, run.key, run.counter + size, run.nonce};
    run_planned_with<Row>(table, rest, plan);
}

// Computes the lanes gathered so far. Lanes that the last shape has too many repeat lane 0 and go nowhere.
template <class Row>
LANECRYPT_FN void flush(const ShapeTable& table, Batch& batch, const ChaCha20Plan& plan)
{
    int done = 0, ends = batch.end_count;
    while (done < batch.count) {
        const int left = batch.count - done;
        const ShapeFunctions& shape = pick(table, plan, static_cast<std::size_t>(left));
        for (int i = batch.count; i < done + shape.blocks; ++i) {
            batch.key[i] = batch.key[0];
            std::memcpy(batch.position[i], batch.position[0], 16);
            batch.in[i] = zeros;
            batch.out[i] = batch.end[batch.end_count];
            ends = batch.end_count + 1;
        }
        shape.xor_lanes[batch.one_key ? 1 : 0](batch.out + done, batch.in + done, batch.key + done, batch.position + done);
        done += shape.blocks;
    }
    for (int i = 0; i < batch.end_count; ++i) {
        const Batch::End& e = batch.ends[i];
        use_keystream<Row>(e.out, e.in, batch.end[i], e.len);
    }
    wipe(batch.end, static_cast<std::size_t>(64 * ends));
    batch.count = batch.end_count = 0;
    batch.one_key = true;
}

template <class Row>
LANECRYPT_FN void runs_with(const ShapeTable& table, const ChaCha20Run* runs, std::size_t n, const ChaCha20Plan& plan)
{
    if (n == 1 || (n == 2 && load_relaxed(plan.next[2]) == ChaCha20Plan::one_scalar)) {  // nothing to share
        for (std::size_t i = 0; i < n; ++i) run_planned_with<Row>(table, runs[i], plan);
        return;
    }
    const int width = load_relaxed(plan.batch);
    const auto whole = static_cast<std::size_t>(64 * width);
    Batch batch;
    batch.count = batch.end_count = 0;
    batch.one_key = true;
    for (std::size_t i = 0; i < n; ++i) {
        // One field after the other, and position and places through ordinary registers: the caller may just have
        // written them, and a load of two at once would wait until they are in the cache.
        std::uint8_t* out = runs[i].out;
        const std::uint8_t *in = runs[i].in, *const key = runs[i].key;
        std::size_t len = runs[i].len;
        std::uint64_t counter = runs[i].counter, nonce = runs[i].nonce;
        LANECRYPT_KEEP_WORD(counter);
        LANECRYPT_KEEP_WORD(nonce);
        if (len >= whole) {  // fills its own groups; what is left joins the lanes
            const std::size_t bulk = len / whole * whole;
            run_planned_with<Row>(table, {out, in, bulk, key, counter, nonce}, plan);
            out += bulk;
            if (in != nullptr) in += bulk;
            len -= bulk;
            counter += bulk / 64;
        }
        while (len != 0) {
            const int at = batch.count++;
            batch.key[at] = key;
            batch.one_key = batch.one_key && key == batch.key[0];
            put_position<Row>(batch.position[at], counter, nonce);
            ++counter;
            if (len >= 64) {
                batch.out[at] = out;
                batch.in[at] = in != nullptr ? in : zeros;
                out += 64;
                if (in != nullptr) in += 64;
                len -= 64;
            } else {
                const int e = batch.end_count++;
                batch.ends[e] = {out, in, len};
                batch.out[at] = batch.end[e];
                batch.in[at] = zeros;
                len = 0;
            }
            if (batch.count == width) flush<Row>(table, batch, plan);
        }
    }
    if (batch.count != 0) flush<Row>(table, batch, plan);
}

// HChaCha20: the rounds without the addition at the end, on one block of the narrowest kind.
template <class V>
LANECRYPT_FN void hchacha_with(std::uint8_t out[32], const std::uint8_t nonce[16], const std::uint8_t key[32])
{
    if constexpr (V::lanes == 1) {
        V a[4], b[4], c[4], d[4];
        LANECRYPT_UNROLL
        for (int i = 0; i < 4; ++i) {
            a[i] = V::splat(sigma[i]);
            b[i] = V::load_le(key + 4 * i);
            c[i] = V::load_le(key + 16 + 4 * i);
            d[i] = V::load_le(nonce + 4 * i);
        }
        NoHook none;
        vertical_rounds<CRows::in_registers, 1>(a, b, c, d, none, none);
        LANECRYPT_UNROLL
        for (int i = 0; i < 4; ++i) {
            store_le(out + 4 * i, a[i]);
            store_le(out + 16 + 4 * i, d[i]);
        }
    } else {
        V a[1] = {V::splat_group(sigma)}, b[1] = {V::splat_group_le(key)}, c[1] = {V::splat_group_le(key + 16)}, d[1] = {V::splat_group_le(nonce)};
        horizontal_rounds(a, b, c, d);
        store_le(out, a[0]);
        store_le(out + 16, d[0]);
    }
}

LANECRYPT_END_ISA

// The table of a kernel file: its row for HChaCha20, then its shapes from small to large.
#define LANECRYPT_CHACHA20_TABLE(Row, ...)                                                                            \
    LANECRYPT_BEGIN_ISA                                                                                               \
    constexpr ShapeTable shapes = shape_table<__VA_ARGS__>();                                 \
    constexpr const ChaCha20Plan& fast = tuning::LANECRYPT_JOIN(chacha20_plan_, LANECRYPT_ISA);                       \
    constexpr const ChaCha20Plan& slow = tuning::LANECRYPT_JOIN(chacha20_slow_plan_, LANECRYPT_ISA);                  \
    static_assert(plan_is_valid(shapes.names, fast) && plan_is_valid(shapes.names, slow), "no such shape here");     \
    void run_planned(const ChaCha20Run& r, const ChaCha20Plan& p) { run_planned_with<Row>(shapes, r, p); }                 \
    void head_planned(std::uint8_t* head, const ChaCha20Run& r, const ChaCha20Plan& p) { head_and_run_with<Row>(shapes, head, r, p); } \
    void runs_planned(const ChaCha20Run* r, std::size_t n, const ChaCha20Plan& p) { runs_with<Row>(shapes, r, n, p); }     \
    template <const ChaCha20Plan& Plan>                                                                               \
    void run(const ChaCha20Run& r) { run_planned(r, Plan); }                                                          \
    template <const ChaCha20Plan& Plan>                                                                               \
    void head_and_run(std::uint8_t head[64], const ChaCha20Run& r) { head_planned(head, r, Plan); }                   \
    template <const ChaCha20Plan& Plan>                                                                               \
    void runs(const ChaCha20Run* r, std::size_t n) { runs_planned(r, n, Plan); }                                      \
    void hchacha(std::uint8_t out[32], const std::uint8_t nonce[16], const std::uint8_t key[32])                      \
    {                                                                                                                 \
        hchacha_with<Row>(out, nonce, key);                                                                           \
    }                                                                                                                 \
    constinit ChaCha20Plan profile = fast;                                                                            \
    template <const ChaCha20Plan& Plan>                                                                               \
    constexpr ChaCha20Ops ops_with(const ChaCha20Ops* slow_vectors)                                                   \
    {                                                                                                                 \
        return {Isa::LANECRYPT_ISA, shapes.names, &Plan,   run<Plan>,    run_planned, head_and_run<Plan>,             \
                runs<Plan>,         hchacha,      slow_vectors, &profile};                                            \
    }                                                                                                                 \
    LANECRYPT_END_ISA                                                                                                 \
    extern "C" constinit const lanecrypt::ChaCha20Tables LANECRYPT_OPS_NAME(chacha20) = {                             \
        lanecrypt::LANECRYPT_ISA::ops_with<lanecrypt::LANECRYPT_ISA::fast>(&LANECRYPT_OPS_NAME(chacha20).slow),       \
        lanecrypt::LANECRYPT_ISA::ops_with<lanecrypt::LANECRYPT_ISA::slow>(nullptr),                                  \
        lanecrypt::LANECRYPT_ISA::ops_with<lanecrypt::LANECRYPT_ISA::profile>(nullptr)};
