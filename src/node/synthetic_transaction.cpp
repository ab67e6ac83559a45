#include "node/synthetic_transaction.h"

#include <algorithm>
#include <array>

namespace lanecrypt::node {
namespace {

enum class Kind { p2wpkh, p2pkh, p2sh_p2wpkh, p2tr, p2wsh, inscription };

Kind choose(Random& random, std::array<unsigned, 5> percent)
{
    std::uint64_t at = random.below(100);
    for (std::size_t i = 0; i < percent.size(); ++i) {
        if (at < percent[i]) return static_cast<Kind>(i);
        at -= percent[i];
    }
    return Kind::p2wsh;
}

void random_bytes(Random& random, Writer& w, std::size_t count) { random.fill(w.extend(count), count); }

// A push of `count` random bytes (at most 75), the first of which is given.
void push(Random& random, Writer& w, std::size_t count, unsigned first)
{
    w.u8(static_cast<unsigned>(count));
    w.u8(first);
    random_bytes(random, w, count - 1);
}

void append_script(Kind kind, Random& random, Writer& w)
{
    switch (kind) {
    case Kind::p2wpkh:
        w.u8(0x00), w.u8(20);
        return random_bytes(random, w, 20);
    case Kind::p2pkh:
        w.u8(0x76), w.u8(0xa9), w.u8(20);
        random_bytes(random, w, 20);
        w.u8(0x88), w.u8(0xac);
        return;
    case Kind::p2sh_p2wpkh:
        w.u8(0xa9), w.u8(20);
        random_bytes(random, w, 20);
        return w.u8(0x87);
    case Kind::p2tr:
    case Kind::inscription:
        w.u8(0x51), w.u8(32);
        return random_bytes(random, w, 32);
    case Kind::p2wsh:
        w.u8(0x00), w.u8(32);
        return random_bytes(random, w, 32);
    }
}

unsigned key_prefix(Random& random) { return static_cast<unsigned>(2 + random.below(2)); }
std::size_t signature_size(Random& random) { return 71 + random.below(2); }

void append_script_signature(Kind kind, Random& random, Writer& w)
{
    if (kind == Kind::p2pkh) {
        const std::size_t size = signature_size(random);
        w.compact_size(1 + size + 34);
        push(random, w, size, 0x30);
        push(random, w, 33, key_prefix(random));
    } else if (kind == Kind::p2sh_p2wpkh) {
        w.compact_size(23);
        w.u8(22), w.u8(0x00), w.u8(20);
        random_bytes(random, w, 20);
    } else {
        w.compact_size(0);
    }
}

// The stack of an input; legacy inputs of a transaction with witness have an empty one.
void append_witness(Kind kind, Random& random, Writer& w)
{
    switch (kind) {
    case Kind::p2pkh: return w.compact_size(0);
    case Kind::p2wpkh:
    case Kind::p2sh_p2wpkh:
        w.compact_size(2);
        push(random, w, signature_size(random), 0x30);
        return push(random, w, 33, key_prefix(random));
    case Kind::p2tr:
        w.compact_size(1);
        w.compact_size(64);
        return random_bytes(random, w, 64);
    case Kind::p2wsh:  // two of three
        w.compact_size(4);
        w.compact_size(0);
        push(random, w, signature_size(random), 0x30);
        push(random, w, signature_size(random), 0x30);
        w.compact_size(105);
        w.u8(0x52);
        for (int i = 0; i < 3; ++i) push(random, w, 33, key_prefix(random));
        w.u8(0x53), w.u8(0xae);
        return;
    case Kind::inscription: {
        const std::size_t size = random.percent(80) ? random.between(200, 4000) : random.between(4000, 100'000);
        w.compact_size(3);
        w.compact_size(64);
        random_bytes(random, w, 64);
        w.compact_size(size);
        random_bytes(random, w, size);
        w.compact_size(33);
        return random_bytes(random, w, 33);
    }
    }
}

// How many inputs or outputs: mostly the usual number, now and then many.
std::size_t many(Random& random, std::size_t usual)
{
    const std::uint64_t p = random.below(1000);
    if (p < 780) return usual;
    if (p < 950) return usual + random.between(1, 3);
    if (p < 994) return random.between(4, 25);
    return random.between(26, 300);
}

}  // namespace

void append_payment_script(Random& random, std::vector<std::byte>& out)
{
    Writer w(out);
    append_script(choose(random, {40, 24, 18, 12, 6}), random, w);
}

std::size_t append_transaction(Random& random, std::uint32_t height, std::vector<std::byte>& out, std::vector<SpentOutput>& spent)
{
    Writer w(out);
    const std::size_t begin = w.size();
    const bool inscription = random.below(400) == 0;
    const Kind kind = inscription ? Kind::inscription : choose(random, {44, 20, 18, 10, 8});
    const std::size_t inputs = inscription ? 1 : many(random, 1), outputs = inscription ? 1 : many(random, 2);
    const bool witness = kind != Kind::p2pkh;

    w.u32(random.percent(70) ? 2 : 1);
    if (witness) w.u8(0x00), w.u8(0x01);
    w.compact_size(inputs);
    for (std::size_t i = 0; i < inputs; ++i) {
        random_bytes(random, w, 32);
        w.u32(static_cast<std::uint32_t>(random.below(4)));
        append_script_signature(kind, random, w);
        w.u32(random.percent(60) ? 0xfffffffd : 0xffffffff);

        SpentOutput from{random.between(1000, 5'000'000'000), {}, static_cast<std::uint32_t>(random.between(1, std::max<std::uint32_t>(height, 2) - 1)), random.percent(1)};
        Writer script(from.script);
        append_script(kind, random, script);
        spent.push_back(std::move(from));
    }
    w.compact_size(outputs);
    for (std::size_t i = 0; i < outputs; ++i) {
        const bool data = outputs > 1 && i == outputs - 1 && random.percent(5);
        w.u64(data ? 0 : random.between(546, 5'000'000'000));
        std::byte* const length = w.extend(1);  // all scripts here are shorter than 253 bytes
        const auto at = static_cast<std::size_t>(length - out.data());
        if (data) {
            const std::size_t size = random.between(20, 75);
            w.u8(0x6a), w.u8(static_cast<unsigned>(size));
            random_bytes(random, w, size);
        } else {
            append_payment_script(random, out);
        }
        out[at] = static_cast<std::byte>(w.size() - at - 1);
    }
    const std::size_t before_witness = w.size();
    if (witness)
        for (std::size_t i = 0; i < inputs; ++i) append_witness(kind, random, w);
    const std::size_t stripped = before_witness - begin - (witness ? 2 : 0) + 4;
    w.u32(random.percent(30) ? height : 0);
    return stripped;
}

}  // namespace lanecrypt::node
