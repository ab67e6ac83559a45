// The packets and the key schedule that BIP324 publishes, through the C++ and the C interface.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "bip324/model.h"
#include "lanecrypt/bip324.hpp"
#include "lanecrypt/lanecrypt.h"
#include "support/csv.h"
#include "support/hex.h"

namespace lanecrypt::test {
namespace {

struct Row {
    Bytes length_key, packet_key, contents, aad, ciphertext, tail;
    bool ignore;
    int index;

    explicit Row(const Record& r)
        : aad(r.bytes("in_aad")), ciphertext(r.bytes("out_ciphertext")), tail(r.bytes("out_ciphertext_endswith")), ignore(r.text("in_ignore") == "1"),
          index(std::stoi(r.text("in_idx")))
    {
        const std::string side = r.text("in_initiating") == "1" ? "mid_initiator_" : "mid_responder_";
        length_key = r.bytes(side + "l");
        packet_key = r.bytes(side + "p");
        const Bytes part = r.bytes("in_contents");
        for (int i = std::stoi(r.text("in_multiply")); i > 0; --i) contents.insert(contents.end(), part.begin(), part.end());
    }
    void check(const Bytes& packet) const
    {
        ASSERT_FALSE(ciphertext.empty() && tail.empty());
        if (!ciphertext.empty()) {
            EXPECT_EQ(packet, ciphertext);
        }
        ASSERT_GE(packet.size(), tail.size());
        EXPECT_TRUE(std::equal(tail.begin(), tail.end(), packet.end() - static_cast<long>(tail.size())));
    }
};

TEST(Bip324Vectors, Packets)
{
    LANECRYPT_NEED_TESTDATA();
    int rows = 0;
    for (const Record& record : read_csv("bip324-packet_encoding_test_vectors.csv")) {
        const Row row(record);
        Bip324Cipher sender(as_key(row.length_key), as_key(row.packet_key)), receiver(as_key(row.length_key), as_key(row.packet_key));
        bool ignore = false;
        for (int i = 0; i < row.index; ++i) {
            Bytes empty(20);
            sender.seal(as_bytes(empty), {});
            ASSERT_EQ(receiver.open_length(std::span<const std::byte>(as_bytes(empty)).first<3>()), 0u);
            ASSERT_TRUE(receiver.open({}, ignore, as_bytes(empty).subspan(3)));
            ASSERT_FALSE(ignore);
        }
        Bytes packet(row.contents.size() + 20);
        sender.seal(as_bytes(packet), as_bytes(row.contents), as_bytes(row.aad), row.ignore);
        row.check(packet);
        // Byte by byte, as a slow peer sends it.
        EXPECT_FALSE(receiver.open_length(std::byte{packet[0]}));
        EXPECT_FALSE(receiver.open_length(std::byte{packet[1]}));
        EXPECT_EQ(receiver.open_length(std::byte{packet[2]}), row.contents.size());
        Bytes back(row.contents.size());
        ASSERT_TRUE(receiver.open(as_bytes(back), ignore, as_bytes(packet).subspan(3), as_bytes(row.aad)));
        EXPECT_TRUE(back == row.contents);
        EXPECT_EQ(ignore, row.ignore);
        ++rows;
    }
    EXPECT_EQ(rows, 7);
}

// In place with both natural shifts.
TEST(Bip324Vectors, PacketsInC)
{
    LANECRYPT_NEED_TESTDATA();
    int rows = 0;
    for (const Record& record : read_csv("bip324-packet_encoding_test_vectors.csv")) {
        const Row row(record);
        const std::size_t len = row.contents.size();
        const auto sender = std::make_unique<lanecrypt_bip324_cipher>(), receiver = std::make_unique<lanecrypt_bip324_cipher>();
        lanecrypt_bip324_init(sender.get(), row.length_key.data(), row.packet_key.data());
        lanecrypt_bip324_init(receiver.get(), row.length_key.data(), row.packet_key.data());
        for (int i = 0; i < row.index; ++i) {
            std::uint8_t empty[20];
            int ignore = 7;
            lanecrypt_bip324_seal(sender.get(), empty, nullptr, 0, nullptr, 0, 1);
            ASSERT_EQ(lanecrypt_bip324_open_length(receiver.get(), empty), 0u);
            ASSERT_EQ(lanecrypt_bip324_open(receiver.get(), nullptr, &ignore, empty + 3, 0, nullptr, 0), LANECRYPT_OK);
            ASSERT_EQ(ignore, 1);
        }
        Bytes packet(len + 20);
        std::copy(row.contents.begin(), row.contents.end(), packet.begin() + 4);
        lanecrypt_bip324_seal(sender.get(), packet.data(), packet.data() + 4, len, row.aad.data(), row.aad.size(), row.ignore);
        row.check(packet);
        EXPECT_EQ(lanecrypt_bip324_open_length(receiver.get(), packet.data()), len);
        ASSERT_EQ(lanecrypt_bip324_open(receiver.get(), packet.data() + 4, nullptr, packet.data() + 3, len, row.aad.data(), row.aad.size()), LANECRYPT_OK);
        EXPECT_TRUE(std::equal(row.contents.begin(), row.contents.end(), packet.begin() + 4));
        lanecrypt_bip324_wipe(sender.get());
        lanecrypt_bip324_wipe(receiver.get());
        EXPECT_TRUE(all_zero(sender.get(), sizeof(Bip324Cipher)));
        ++rows;
    }
    EXPECT_EQ(rows, 7);
}

TEST(Bip324Vectors, KeySchedule)
{
    LANECRYPT_NEED_TESTDATA();
    const Bytes magic = from_hex("f9beb4d9");
    int rows = 0;
    for (const Record& r : read_csv("bip324-packet_encoding_test_vectors.csv")) {
        const Bytes secret = r.bytes("mid_shared_secret");
        const Bip324Keys keys(as_key(secret), as_bytes(magic).first<4>());
        EXPECT_EQ(to_hex(keys.initiator_length), r.text("mid_initiator_l"));
        EXPECT_EQ(to_hex(keys.initiator_packet), r.text("mid_initiator_p"));
        EXPECT_EQ(to_hex(keys.responder_length), r.text("mid_responder_l"));
        EXPECT_EQ(to_hex(keys.responder_packet), r.text("mid_responder_p"));
        EXPECT_EQ(to_hex(keys.session_id), r.text("out_session_id"));
        const bool initiating = r.text("in_initiating") == "1";
        const auto& ours = initiating ? keys.initiator_garbage_terminator : keys.responder_garbage_terminator;
        const auto& theirs = initiating ? keys.responder_garbage_terminator : keys.initiator_garbage_terminator;
        EXPECT_EQ(to_hex(ours), r.text("mid_send_garbage_terminator"));
        EXPECT_EQ(to_hex(theirs), r.text("mid_recv_garbage_terminator"));
        ++rows;
    }
    EXPECT_EQ(rows, 7);
}

}  // namespace
}  // namespace lanecrypt::test
