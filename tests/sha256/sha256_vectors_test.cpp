// Published values on every implementation.
#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>

#include "lanecrypt/sha256.hpp"
#include "sha256/sha256_support.h"
#include "support/key_value.h"

namespace lanecrypt::test {
namespace {

// Messages of FIPS 180-2 (appendix B) and of Bitcoin Core's crypto_tests.cpp.
struct Known {
    std::string message, hash;
};
const std::vector<Known>& known()
{
    static const std::vector<Known> list = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"message digest", "f7846f55cf23e14eebeab5b4e1550cad5b509e3348fbc4efa3a1413d393cb650"},
        {"secure hash algorithm", "f30ceb2bb2829e79e4ca9753d35a8ecc00262d164cc077080295381cbd643f0d"},
        {"SHA256 is considered to be safe", "6819d915c73f4d1e77e4e1b52d1fa0f9cf9beaead3939f15874bd988e2a23630"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
        {"For this sample, this 63-byte string will be used as input data", "f08a78cbbaee082b052ae0708f32fa1e50c5c421aa772ba5dbb406a2ea6be342"},
        {"This is exactly 64 bytes long, not counting the terminating byte", "ab64eff7e88e2e46165e29f2bce41826bd4c7b3552f6b382a9e7d3af47c245f8"},
        {"As Bitcoin relies on 80 byte header hashes, we want to have an example for that.",
         "7406e8de7d6e4fffc573daef05aefb8806e7790f55eab5576f31349743cca743"},
        {std::string(1000000, 'a'), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
    };
    return list;
}

TEST(Sha256Vectors, Known)
{
    for (const Known& k : known()) EXPECT_EQ(hex_of(sha256(as_span(text(k.message)))), k.hash);
    for (const Known& k : known())
        if (k.message.size() < 1000) {
            EXPECT_EQ(to_hex(ref::sha256(text(k.message))), k.hash) << "the oracle";
        }
    for_each_impl(dispatch::sha256_lanes_slot, [](const Sha256Ops& ops, const std::string&) {
        for (const Known& k : known()) ASSERT_EQ(to_hex(whole(ops, text(k.message))), k.hash);
    });
}

// SHA-256d of 64 equal bytes, from an independent program.
TEST(Sha256Vectors, Double64)
{
    const char* const want[4] = {"e2f61c3f71d1defd3fa999dfa36953755c690689799962b48bebd836974e8cf9",
                                 "61a088b4cf1f244e52e5e88fcd91b3b7d6135ebff53476ecc8436e23b5e7f095",
                                 "992e801453af893c1b687d0ba6fa4293e388ee710793e6564acff430c632291d",
                                 "643d4b7e3699d2b3d8c9374b3600bdf1f573b799d2a56886236551a016b42ddf"};
    Message data(4 * 64);
    for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::uint8_t>(i / 64);
    for_each_impl(dispatch::sha256_lanes_slot, [&](const Sha256Ops& ops, const std::string&) {
        Message out(4 * 32);
        ops.double64(out.data(), data.data(), 4);
        for (std::size_t i = 0; i < 4; ++i) {
            EXPECT_EQ(to_hex(out.data() + 32 * i, 32), want[i]);
            EXPECT_EQ(to_hex(whole(ops, std::span(data).subspan(64 * i, 64), true)), want[i]);
        }
    });
}

TEST(Sha256Vectors, NistFiles)
{
    LANECRYPT_NEED_TESTDATA();
    std::vector<Message> messages;
    std::vector<std::string> hashes;
    for (const char* const file : {"nist-SHA256ShortMsg.rsp", "nist-SHA256LongMsg.rsp"})
        for (const Record& r : read_records(file)) {
            messages.push_back(r.bytes("Msg"));
            messages.back().resize(std::stoul(r.text("Len")) / 8);
            hashes.push_back(r.text("MD"));
        }
    ASSERT_EQ(messages.size(), 65u + 64u);
    for_each_impl(dispatch::sha256_lanes_slot, [&](const Sha256Ops& ops, const std::string&) {
        Message all(32 * messages.size());
        sha256_run({&ops, &ops, 1}, all.data(), list_of(messages), 0, messages.size(), false);
        for (std::size_t i = 0; i < messages.size(); ++i) {
            EXPECT_EQ(to_hex(whole(ops, messages[i])), hashes[i]) << i;
            EXPECT_EQ(to_hex(all.data() + 32 * i, 32), hashes[i]) << i;
        }
    });
}

// The chain of NIST's SHA256Monte.rsp: seed and results 0, 1 and 99, each of 1000 hashes of the three before.
TEST(Sha256Vectors, MonteCarlo)
{
    for_each_impl(dispatch::sha256_lanes_slot, [](const Sha256Ops& ops, const std::string&) {
        Message seed = from_hex("6d1e72ad03ddeb5de891e572e2396f8da015d899ef0e79503152d6010a3fe691");
        const int counts = quick() ? 2 : 100;
        for (int count = 0; count < counts; ++count) {
            Message last;
            for (int i = 0; i < 3; ++i) last.insert(last.end(), seed.begin(), seed.end());
            for (int i = 0; i < 1000; ++i) {
                const auto next = whole(ops, last);
                last.erase(last.begin(), last.begin() + 32);
                last.insert(last.end(), next.begin(), next.end());
            }
            seed.assign(last.end() - 32, last.end());
            if (count == 0) {
                ASSERT_EQ(to_hex(seed), "e93c330ae5447738c8aa85d71a6c80f2a58381d05872d26bdd39f1fcd4f2b788");
            }
            if (count == 1) {
                ASSERT_EQ(to_hex(seed), "2e78f8c8772ea7c9331d41ed3f9cdf27d8f514a99342ee766ee3b8b0d0b121c0");
            }
            if (count == 99) {
                ASSERT_EQ(to_hex(seed), "6a912ba4188391a78e6f13d88ed2d14e13afce9db6f7dcbf4a48c24f3db02778");
            }
        }
    });
}

// Every length through several blocks, one misalignment each.
TEST(Sha256Vectors, EveryLength)
{
    Rng rng(6);
    const Message data = rng.bytes(64 + 520);
    std::vector<ref::Hash256> once, twice;
    for (std::size_t len = 0; len <= 520; ++len) {
        once.push_back(ref::sha256(std::span(data).subspan(len % 64, len)));
        twice.push_back(ref::sha256(once.back()));
    }
    for_each_impl(dispatch::sha256_lanes_slot, [&](const Sha256Ops& ops, const std::string&) {
        for (std::size_t len = 0; len <= 520; ++len) {
            ASSERT_EQ(whole(ops, std::span(data).subspan(len % 64, len)), once[len]) << len;
            ASSERT_EQ(whole(ops, std::span(data).subspan(len % 64, len), true), twice[len]) << len;
        }
    });
}

// Lengths whose number of bits does not fit 32 bits, from an independent program. As one update and as many. The 4 GiB
// ones take seconds, so they run where the choice in force hashes a GiB a second, or where LANECRYPT_LONG is set.
TEST(Sha256Vectors, LengthsBeyond32Bits)
{
    const std::vector<std::byte> zeros((std::size_t{1} << 29) + 1);
    const std::clock_t begin = std::clock();
    const auto just_below = sha256(std::span(zeros).first(zeros.size() - 2));
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    EXPECT_EQ(hex_of(just_below), "bf7f45d9df691bd277948d7f124b87a9f76e16ddb5d8fb25a49df939798f0a01");
    if (quick()) return;
    EXPECT_EQ(hex_of(sha256(std::span(zeros).first(zeros.size() - 1))), "9acca8e8c22201155389f65abbf6bc9723edc7384ead80503839f49dcc56d767");
    Sha256 stream;
    std::size_t at = 0;
    for (std::size_t piece = 1; at < zeros.size(); piece = piece % 1000003 * 2 + 1) {
        const std::size_t len = std::min(piece, zeros.size() - at);
        stream.update(std::span(zeros).subspan(at, len));
        at += len;
    }
    EXPECT_EQ(hex_of(stream.final()), "7c40fe5ce847740d0f0d0cdde3949d6585804cdec3ae61a15b923165699c8137");
    if (seconds > 0.5 && std::getenv("LANECRYPT_LONG") == nullptr) {
        std::printf("[ not run  ] 4 GiB: this machine is slow and LANECRYPT_LONG is not set\n");
        return;
    }
    for (int i = 0; i < 8; ++i) stream.update(std::span(zeros).first(std::size_t{1} << 29));
    Sha256 longer = stream;
    EXPECT_EQ(hex_of(stream.final()), "8479e43911dc45e89f934fe48d01297e16f51d17aa561d4d1c216b1ae0fcddca");
    longer.update(std::span(zeros).first(1));
    EXPECT_EQ(hex_of(longer.final()), "fbb82f7b353676bb562eb82157fcf0ea42c36492ca13ee56dbf82c08b6802c5c");
}

}  // namespace
}  // namespace lanecrypt::test
