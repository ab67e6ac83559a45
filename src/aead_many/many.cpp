// The planner: a group of messages becomes two lists, runs of ChaCha20 blocks (key blocks included) and messages to
// authenticate, each of which the kernels spread over their lanes. Long messages fill the lanes alone and go through
// the one-message path.
#include "aead_many/many.h"

#include <algorithm>
#include <cstring>

#include "aead/aead_core.h"
#include "aead_many/overlap.h"
#include "base/equal.h"
#include "base/erase.h"
#include "lanecrypt/aead_many.hpp"
#include "tuning/numbers.h"

namespace lanecrypt::many {
namespace {

bool is_complete(const lanecrypt_aead_item& item)
{
    if (item.tag == nullptr || item.nonce == nullptr || item.key == nullptr) return false;
    if (item.len != 0 && (item.out == nullptr || item.in == nullptr)) return false;
    if (item.aad_len != 0 && item.aad == nullptr) return false;
    return item.len <= aead_max_len && item.aad_len <= PTRDIFF_MAX;
}

// The items of the group that can be worked on; the others have their status.
Mask usable_items(lanecrypt_aead_item* items, std::size_t n, Direction direction)
{
    Mask usable = 0;
    for (std::size_t i = 0; i < n; ++i) {
        items[i].status = LANECRYPT_BAD_ARGUMENT;
        if (is_complete(items[i])) usable |= Mask{1} << i;
    }
    if (outputs_are_apart(items, n, usable, direction)) return usable;
    for (std::size_t i = 0; i < n; ++i)
        if ((usable >> i & 1) != 0 && overlaps_itself(items[i], direction)) usable &= ~(Mask{1} << i);
    return outputs_are_apart(items, n, usable, direction) ? usable : 0;
}

// One group at work. Secret are the one-time keys, and the right tags of messages that carry another.
struct Group {
    std::uint8_t keys[group_size][32];
    std::uint8_t tags[group_size][16];
    ChaCha20Run runs[2 * group_size];
    Poly1305Message messages[group_size];
    std::uint8_t short_items[group_size];  // indices of the items that share lanes
    std::size_t short_count, run_count;

    void add_run(std::uint8_t* out, const std::uint8_t* in, std::size_t len, const lanecrypt_aead_item& item, std::uint64_t block)
    {
        const AeadPosition at = aead_position(item.nonce, item.key);
        runs[run_count++] = {out, in, len, at.key, at.counter + block, at.nonce};
    }
    void add_message(std::size_t slot, const lanecrypt_aead_item& item, const std::uint8_t* ciphertext, std::uint8_t* tag)
    {
        messages[slot] = {keys[slot], item.aad, item.aad_len, ciphertext, item.len, tag};
    }
    void wipe_keys() { erase(keys, short_count * sizeof keys[0]); }
    void wipe_tags() { erase(tags, short_count * sizeof tags[0]); }
};

bool is_long(const lanecrypt_aead_item& item) { return item.len > tuning::number(tuning::Tuned::packets_shared_lanes_limit); }

std::size_t seal_group(Group& group, lanecrypt_aead_item* items, std::size_t n, const AeadOps& ops)
{
    const Mask usable = usable_items(items, n, Direction::seal);
    std::size_t sealed = 0;
    group.short_count = group.run_count = 0;
    for (std::size_t i = 0; i < n; ++i) {
        if ((usable >> i & 1) == 0) continue;
        lanecrypt_aead_item& item = items[i];
        item.status = LANECRYPT_OK;
        ++sealed;
        if (is_long(item)) {
            aead_seal(ops, item.out, item.tag, item.in, item.len, item.aad, item.aad_len, aead_position(item.nonce, item.key));
            continue;
        }
        const std::size_t slot = group.short_count++;
        group.add_run(group.keys[slot], nullptr, sizeof group.keys[slot], item, 0);
        if (item.len != 0) group.add_run(item.out, item.in, item.len, item, 1);
        group.add_message(slot, item, item.out, item.tag);
    }
    ops.chacha20->runs(group.runs, group.run_count);
    ops.poly1305->aead_tags(group.messages, group.short_count);
    group.wipe_keys();
    return sealed;
}

std::size_t open_group(Group& group, lanecrypt_aead_item* items, std::size_t n, const AeadOps& ops)
{
    const Mask usable = usable_items(items, n, Direction::open);
    std::size_t opened = 0;
    group.short_count = group.run_count = 0;
    for (std::size_t i = 0; i < n; ++i) {
        if ((usable >> i & 1) == 0) continue;
        lanecrypt_aead_item& item = items[i];
        if (is_long(item)) {
            const bool good = aead_open(ops, item.out, item.in, item.len, item.tag, item.aad, item.aad_len, aead_position(item.nonce, item.key));
            item.status = good ? LANECRYPT_OK : LANECRYPT_AUTHENTICATION_FAILED;
            opened += good;
            continue;
        }
        const std::size_t slot = group.short_count++;
        group.short_items[slot] = static_cast<std::uint8_t>(i);
        group.add_run(group.keys[slot], nullptr, sizeof group.keys[slot], item, 0);
        group.add_message(slot, item, item.in, group.tags[slot]);
    }
    ops.chacha20->runs(group.runs, group.run_count);
    ops.poly1305->aead_tags(group.messages, group.short_count);
    // All tags are checked; only now is anything decrypted.
    group.run_count = 0;
    for (std::size_t slot = 0; slot < group.short_count; ++slot) {
        lanecrypt_aead_item& item = items[group.short_items[slot]];
        if (equal16(group.tags[slot], item.tag)) {
            item.status = LANECRYPT_OK;
            ++opened;
            if (item.len != 0) group.add_run(item.out, item.in, item.len, item, 1);
        } else {
            item.status = LANECRYPT_AUTHENTICATION_FAILED;
            if (item.len != 0) std::memset(item.out, 0, item.len);
        }
    }
    ops.chacha20->runs(group.runs, group.run_count);
    group.wipe_keys();
    group.wipe_tags();
    return opened;
}

template <auto GroupFunction>
std::size_t by_groups(lanecrypt_aead_item* items, std::size_t n, const AeadOps& ops)
{
    if (items == nullptr) return 0;
    Group group;  // not initialised: only what was written is read
    std::size_t good = 0;
    for (std::size_t at = 0; at < n; at += group_size) good += GroupFunction(group, items + at, std::min(group_size, n - at), ops);
    return good;
}

}  // namespace

std::size_t seal(lanecrypt_aead_item* items, std::size_t n, const AeadOps& ops) noexcept
{
    return by_groups<seal_group>(items, n, ops);
}

std::size_t open(lanecrypt_aead_item* items, std::size_t n, const AeadOps& ops) noexcept
{
    return by_groups<open_group>(items, n, ops);
}

}  // namespace lanecrypt::many

namespace lanecrypt {

std::size_t seal_many(std::span<AeadItem> items) noexcept { return many::seal(items.data(), items.size(), dispatch::aead_slot.get()); }
std::size_t open_many(std::span<AeadItem> items) noexcept { return many::open(items.data(), items.size(), dispatch::aead_slot.get()); }

}  // namespace lanecrypt

extern "C" size_t lanecrypt_aead_seal_many(lanecrypt_aead_item* items, size_t n)
{
    using namespace lanecrypt;
    return many::seal(items, n, dispatch::aead_slot.get());
}

extern "C" size_t lanecrypt_aead_open_many(lanecrypt_aead_item* items, size_t n)
{
    using namespace lanecrypt;
    return many::open(items, n, dispatch::aead_slot.get());
}
