// The instructions that the kernels execute are the same whatever the secrets: each implementation that this processor
// can run, AVX-512 included, is stepped through one instruction at a time under several keys, nonces and texts, and the
// sequences of addresses are compared. Sees branches, not the addresses of data; memcheck (ctime.cpp) sees those. All twelve
// bytes of a nonce vary, the upper half of the block counter among them.
#include <signal.h>
#include <ucontext.h>

#include <cstdio>
#include <cstring>

#include "aead/aead_core.h"
#include "aead_many/many.h"
#include "support/can_execute.h"

namespace {

using namespace lanecrypt;

struct Trace {
    std::uint64_t hash = 0xcbf29ce484222325u, count = 0;
    bool operator==(const Trace&) const = default;
};
Trace current;

void on_step(int, siginfo_t*, void* context)
{
    const auto at = static_cast<std::uint64_t>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
    current.hash = (current.hash ^ at) * 0x100000001b3u;
    ++current.count;
}

constexpr unsigned long long step_flag = 0x100;

template <class Work>
__attribute__((noinline)) Trace steps_of(Work& work)
{
    work();  // whatever is bound or filled on first use
    current = {};
    __builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() | step_flag);
    work();
    __builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() & ~step_flag);
    return current;
}

// All that is secret. The places stay the same, the bytes change.
struct Secrets {
    alignas(64) std::uint8_t key[32], nonce[24], aad[32], text[2048], ct[2048], tag[16], subkey[32];
    std::uint8_t tags[9][16];
};
Secrets s;

constexpr int variants = 3;

void fill(int variant)
{
    std::uint64_t x = 0x9e3779b97f4a7c15u * static_cast<std::uint64_t>(variant + 1);
    auto* const p = reinterpret_cast<std::uint8_t*>(&s);
    for (std::size_t i = 0; i < sizeof s; ++i) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        p[i] = variant == 0 ? 0x00 : variant == 1 ? 0xff : static_cast<std::uint8_t>(x >> 32);
    }
}

int checks = 0;
unsigned long long steps = 0;
bool ok = true;

// `prepare` sets what follows from the secrets, untraced; `work` is stepped through.
template <class Prepare, class Work>
void same_for_all(const char* what, const char* name, std::size_t len, Prepare prepare, Work work)
{
    Trace first;
    for (int variant = 0; variant < variants; ++variant) {
        fill(variant);
        prepare();
        const Trace trace = steps_of(work);
        if (variant == 0) first = trace;
        steps += trace.count;
        if (!(trace == first) || trace.count == 0) {
            std::printf("FAILED %s %s, %zu bytes: other instructions for other secrets (%llu and %llu)\n", what, name, len, static_cast<unsigned long long>(first.count),
                        static_cast<unsigned long long>(trace.count));
            ok = false;
            return;
        }
    }
    ++checks;
}

// `brief`: one length and no forgeries, for a second plan over the same kernels.
void aead(const AeadOps& ops, const char* name, bool brief)
{
    const auto nothing = [] {};
    // A text of every kind of group; the registers of AVX-512 hold sixteen blocks.
    const std::size_t longest = std::strncmp(name, "avx", 3) == 0 ? 1100 : 200;
    for (const std::size_t len : {std::size_t{17}, std::size_t{130}, longest}) {
        if (brief && len != longest) continue;
        bool good = false;
        const auto position = [] { return aead_position(s.nonce, s.key); };
        same_for_all("seal", name, len, nothing, [&] { aead_seal(ops, s.ct, s.tag, s.text, len, s.aad, 20, position()); });
        const auto sealed = [&] { aead_seal(ops, s.ct, s.tag, s.text, len, s.aad, 20, position()); };
        same_for_all("open", name, len, sealed, [&] { good = aead_open(ops, s.text, s.ct, len, s.tag, s.aad, 20, position()); });
        if (!good) std::printf("FAILED open %s, %zu bytes\n", name, len), ok = false;
        if (len != 130) continue;
        const auto forged = [&] { sealed(), s.tag[s.key[0] % 16] ^= static_cast<std::uint8_t>(1u << s.key[1] % 8); };  // any bit
        same_for_all("open a forgery", name, len, forged, [&] { good = aead_open(ops, s.text, s.ct, len, s.tag, s.aad, 20, position()); });
        if (good) std::printf("FAILED open a forgery %s, %zu bytes\n", name, len), ok = false;
    }
    if (brief) return;
    same_for_all("seal, long nonce", name, 200, nothing, [&] { aead_seal(ops, s.ct, s.tag, s.text, 200, s.aad, 20, xaead_position(ops, s.subkey, s.nonce, s.key)); });
    same_for_all("seal many", name, 100, nothing, [&] {
        lanecrypt_aead_item items[9];
        for (std::size_t i = 0; i < 9; ++i) items[i] = {s.ct + 200 * i, s.text, 90 + i, s.aad, i, s.tags[i], s.nonce, s.key, LANECRYPT_OK};
        many::seal(items, 9, ops);
    });
}

// A branch on a secret must show.
bool sees_a_branch()
{
    Trace traces[2];
    for (int bit = 0; bit < 2; ++bit) {
        s.key[3] = static_cast<std::uint8_t>(bit);
        volatile std::uint8_t* const secret = &s.key[3];
        volatile int sink = 0;
        auto work = [&] {
            if (*secret & 1) sink = sink + 1;
        };
        traces[bit] = steps_of(work);
    }
    return traces[0].count != 0 && !(traces[0] == traces[1]);
}

}  // namespace

int main()
{
    struct sigaction action = {};
    action.sa_sigaction = on_step;
    action.sa_flags = SA_SIGINFO;
    if (sigaction(SIGTRAP, &action, nullptr) != 0 || !sees_a_branch()) {
        std::printf("FAILED: a planted branch does not show\n");
        return 1;
    }
    for (std::size_t i = 0; i < dispatch::aead_slot.size(); ++i) {
        const char* const name = isa_rows[static_cast<int>(dispatch::aead_slot[i].isa)].name;
        if (!test::can_execute(dispatch::aead_slot[i].isa)) {
            std::printf("skip   %s: this machine lacks it\n", name);
            continue;
        }
        const auto& ops = *static_cast<const AeadOps*>(dispatch::aead_slot[i].ops);
        aead(ops, name, false);
        if (ops.chacha20->slow_vectors != nullptr) {
            AeadOps slow = ops;
            slow.chacha20 = ops.chacha20->slow_vectors;
            aead(slow, name, true);
        }
        std::printf("%s %s\n", ok ? "ok    " : "FAILED", name);
    }
    std::printf("%d comparisons of %d runs each, %llu instructions\n", checks, variants, steps);
    return ok ? 0 : 1;
}
