// Many runs in one call: keys, positions, places and lengths of their own.
#include "chacha20/chacha20_tables.h"

namespace lanecrypt::test {
namespace {

struct Message {
    Bytes key, text, out, want;
    std::uint64_t counter = 0, nonce = 0;
    bool keystream_only = false, in_place = false;
};

Message make(Rng& s, std::size_t len, std::uint64_t counter)
{
    Message m;
    m.key = s.bytes(32);
    m.text = s.bytes(len);
    m.counter = counter;
    m.nonce = s();
    m.keystream_only = s.below(3) == 0;
    m.in_place = s.below(2) == 0;
    m.want = ref_keystream(m.key.data(), m.counter, m.nonce, len);
    if (!m.keystream_only)
        for (std::size_t i = 0; i < len; ++i) m.want[i] = static_cast<std::uint8_t>(m.want[i] ^ m.text[i]);
    m.want.resize(len + 64, 0xee);
    m.out.assign(len + 64, 0xee);
    if (m.in_place) std::copy(m.text.begin(), m.text.end(), m.out.begin());
    return m;
}

void check(const ChaCha20Ops& ops, std::vector<Message>& messages)
{
    std::vector<ChaCha20Run> runs;
    for (Message& m : messages)
        runs.push_back({m.out.data(), m.keystream_only ? nullptr : m.in_place ? m.out.data() : m.text.data(), m.text.size(), m.key.data(), m.counter, m.nonce});
    ops.runs(runs.data(), runs.size());
    for (std::size_t i = 0; i < messages.size(); ++i)
        ASSERT_EQ(messages[i].out, messages[i].want) << "run " << i << " of " << messages.size() << ", " << messages[i].text.size() << " bytes";
}

// One block each, as many lanes as two of the widest groups, the counter wrapping in each lane in turn.
TEST(ChaCha20Lanes, OneBlockEach)
{
    for_each_table([](const ChaCha20Ops& ops, const std::string&) {
        Rng s(11);
        for (std::size_t n = 0; n <= (quick() ? 34u : 66u); ++n) {
            std::vector<Message> messages;
            for (std::size_t i = 0; i < n; ++i) messages.push_back(make(s, 64, 0xffffffffu - (i + n) % 3));
            check(ops, messages);
            if (::testing::Test::HasFatalFailure()) return;
        }
    });
}

TEST(ChaCha20Lanes, EveryLengthOfOneRunBesideOthers)
{
    for_each_table([](const ChaCha20Ops& ops, const std::string&) {
        Rng s(12);
        for (std::size_t len = 0; len <= 1100; len += quick() ? 5 : 1) {
            std::vector<Message> messages;
            messages.push_back(make(s, 40, 1));
            messages.push_back(make(s, len, 0xfffffffeu));
            messages.push_back(make(s, 64, 0));
            check(ops, messages);
            if (::testing::Test::HasFatalFailure()) return;
        }
    });
}

TEST(ChaCha20Lanes, RandomMixtures)
{
    for_each_table([](const ChaCha20Ops& ops, const std::string&) {
        Rng s(13);
        for (int round = 0; round < (quick() ? 20 : 200); ++round) {
            std::vector<Message> messages;
            const std::size_t n = 1 + s.below(40);
            for (std::size_t i = 0; i < n; ++i) {
                static constexpr std::size_t limits[] = {2, 65, 300, 1500, 5000};
                messages.push_back(make(s, s.below(limits[s.below(5)]), s.below(2) == 0 ? s() : 0xfffffff0u + s.below(32)));
            }
            check(ops, messages);
            if (::testing::Test::HasFatalFailure()) return;
        }
    });
}

// Inputs and keys may be shared.
TEST(ChaCha20Lanes, SharedInput)
{
    for_each_table([](const ChaCha20Ops& ops, const std::string&) {
        Rng s(14);
        const Bytes key = s.bytes(32), text = s.bytes(100);
        std::vector<Bytes> outs(20, Bytes(100));
        std::vector<ChaCha20Run> runs;
        for (std::size_t i = 0; i < outs.size(); ++i) runs.push_back({outs[i].data(), text.data(), 100, key.data(), 3, i});
        ops.runs(runs.data(), runs.size());
        for (std::size_t i = 0; i < outs.size(); ++i) {
            const Bytes k = ref_keystream(key.data(), 3, i, 100);
            for (std::size_t j = 0; j < 100; ++j) ASSERT_EQ(outs[i][j], text[j] ^ k[j]) << i << ' ' << j;
        }
    });
}

}  // namespace
}  // namespace lanecrypt::test
