// speed aead: ChaCha20-Poly1305 of one message, sealed and opened, with 12 bytes of associated data.
#include <cstring>
#include <memory>

#include "aead/aead_core.h"
#include "lanecrypt/lanecrypt.h"
#include "speed/rows.h"

namespace lanecrypt::cli {
namespace {

constexpr std::size_t tag_size = 16;
constexpr std::uint8_t key[32] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32};
constexpr std::uint8_t nonce[12] = {7, 0, 0, 0, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47}, aad[12] = {0x17, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 1};

const AeadOps& portable() { return dispatch::aead_slot.impl(dispatch::aead_slot.size() - 1); }

// Another library's code where there is one, else the portable implementation.
void seal_reference(std::uint8_t* ct, std::uint8_t* tag, const std::uint8_t* pt, std::size_t len)
{
    for (const Peer& p : peers())
        if (p.seal != nullptr) return p.seal(ct, tag, pt, len, aad, sizeof aad, nonce, key);
    aead_seal(portable(), ct, tag, pt, len, aad, sizeof aad, aead_position(nonce, key));
}

Work cell(const char* group, std::size_t len)
{
    Work work;
    work.primitive = "aead";
    work.group = group;
    work.label = size_label(len);
    work.len = work.in_size = work.bytes = work.x = len;
    return work;
}

// The tag follows the ciphertext.
void seal_cell(Rows& rows, std::size_t len)
{
    Work work = cell("seal, one message", len);
    work.out_size = len + tag_size;
    work.reference = [](const Call& c) { seal_reference(c.out, c.out + c.len, c.in, c.len); };
    add_implementations(work, dispatch::aead_slot, [](const AeadOps& ops) {
        return [&ops](const Call& c) { aead_seal(ops, c.out, c.out + c.len, c.in, c.len, aad, sizeof aad, aead_position(nonce, key)); };
    });
    add_library(work, [](const Call& c) { (void)lanecrypt_aead_seal(c.out, c.out + c.len, c.in, c.len, aad, sizeof aad, nonce, key); });
    add_peers(work, &Peer::seal,
              [](auto seal) { return [seal](const Call& c) { seal(c.out, c.out + c.len, c.in, c.len, aad, sizeof aad, nonce, key); }; });
    rows.add(std::move(work));
}

// One sealed message for all calls: a random one would not open.
struct Sealed {
    std::vector<std::uint8_t> plain, text;
    std::uint8_t tag[tag_size];

    explicit Sealed(std::size_t len) : plain(len), text(len)
    {
        for (std::size_t i = 0; i < len; ++i) plain[i] = static_cast<std::uint8_t>(i * 131 >> 3);
        seal_reference(text.data(), tag, plain.data(), len);
    }
};

void open_cell(Rows& rows, std::size_t len)
{
    const auto s = std::make_shared<const Sealed>(len);
    Work work = cell("open, one message", len);
    work.in_size = 0;
    work.chainable = false;
    // The plaintext and a byte that says that the tag was right.
    work.out_size = len + 1;
    work.reference = [s](const Call& c) {
        if (c.len != 0) std::memcpy(c.out, s->plain.data(), c.len);
        c.out[c.len] = 1;
    };
    add_implementations(work, dispatch::aead_slot, [s](const AeadOps& ops) {
        return [s, &ops](const Call& c) {
            c.out[c.len] = aead_open(ops, c.out, s->text.data(), c.len, s->tag, aad, sizeof aad, aead_position(nonce, key));
        };
    });
    add_library(work, [s](const Call& c) {
        c.out[c.len] = lanecrypt_aead_open(c.out, s->text.data(), c.len, s->tag, aad, sizeof aad, nonce, key) == LANECRYPT_OK;
    });
    add_peers(work, &Peer::open, [s](auto open) {
        return [s, open](const Call& c) { c.out[c.len] = open(c.out, s->text.data(), c.len, s->tag, aad, sizeof aad, nonce, key); };
    });
    rows.add(std::move(work));
}

}  // namespace

void speed_aead(Rows& rows)
{
    const auto sizes = rows.sizes(cipher_sizes());
    for (const std::size_t len : sizes) seal_cell(rows, len);
    for (const std::size_t len : sizes) open_cell(rows, len);
}

}  // namespace lanecrypt::cli
