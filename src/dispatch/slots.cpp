#include "dispatch/slots.h"

#include "aead/aead_ops.h"
#include "chacha20/chacha20_ops.h"
#include "obfuscation/xor_ops.h"
#include "poly1305/poly1305_ops.h"
#include "sha256/sha256_ops.h"
#include "siphash/siphash_ops.h"

namespace lanecrypt::dispatch {
namespace {
constinit SlotCore* const slots[] = {
    &chacha20_slot,
    &poly1305_slot,
    &aead_slot,
    &sha256_slot,
    &sha256_lanes_slot,
    &siphash_slot,
    &xor_slot,
};
}  // namespace

SlotCore* const* all_slots() noexcept { return slots; }
std::size_t slot_count() noexcept { return sizeof slots / sizeof slots[0]; }

}  // namespace lanecrypt::dispatch
