// BIP324 transport: every block and, between the blocks, small messages of a node's sizes are sealed as packets and opened
// again.
#include <algorithm>
#include <array>
#include <cstring>
#include <random>

#include "base/bytes.h"
#include "lanecrypt/bip324.hpp"
#include "replay/stage.h"

namespace lanecrypt::cli {
namespace {

constexpr std::size_t small_messages = 30;  // after each block
constexpr std::array<std::byte, 32> length_key{std::byte{1}}, packet_key{std::byte{2}};

// Sizes of what nodes send besides blocks: inventories, pings, addresses, transactions.
std::size_t small_size(std::mt19937& random)
{
    const auto between = [&](std::size_t low, std::size_t high) { return low + random() % (high - low + 1); };
    const auto percent = random() % 100;
    return percent < 58 ? between(37, 73) : percent < 84 ? between(150, 400) : between(400, 1500);
}

// The packets of a connection by another library: its AEAD and its ChaCha20 under the keys that BIP324 prescribes.
class PeerPackets {
public:
    explicit PeerPackets(const Peer& peer) : peer_(peer)
    {
        std::memcpy(length_key_, length_key.data(), 32);
        std::memcpy(packet_key_, packet_key.data(), 32);
        fill_lengths();
    }

    // Seals into `packet` and opens into `opened`; false when the tag is refused.
    bool exchange(std::uint8_t* packet, std::uint8_t* opened, node::Bytes contents)
    {
        const std::size_t n = contents.size() + 1;
        plain_.resize(n);
        plain_[0] = 0;
        std::copy_n(reinterpret_cast<const std::uint8_t*>(contents.data()), contents.size(), plain_.begin() + 1);
        for (int i = 0; i < 3; ++i) packet[i] = static_cast<std::uint8_t>(contents.size() >> (8 * i) ^ lengths_[3 * packet_ + i]);
        std::uint8_t nonce[12];
        store32_le(nonce, packet_);
        store64_le(nonce + 4, rekeys_);
        peer_.seal(packet + 3, packet + 3 + n, plain_.data(), n, nullptr, 0, nonce, packet_key_);
        const bool ok = peer_.open(opened, packet + 3, n, packet + 3 + n, nullptr, 0, nonce, packet_key_);
        if (++packet_ == Bip324Cipher::rekey_interval) rekey();
        return ok;
    }

private:
    void fill_lengths()
    {
        std::uint8_t nonce[12] = {};
        store64_le(nonce + 4, rekeys_);
        const std::uint8_t zeros[sizeof lengths_] = {};
        peer_.chacha20(lengths_, zeros, sizeof lengths_, nonce, 0, length_key_);
    }
    void rekey()
    {
        std::uint8_t nonce[12] = {0xff, 0xff, 0xff, 0xff};
        store64_le(nonce + 4, rekeys_);
        const std::uint8_t zeros[32] = {};
        std::uint8_t next[32];
        peer_.chacha20(next, zeros, sizeof next, nonce, 1, packet_key_);
        std::memcpy(packet_key_, next, 32);
        std::memcpy(length_key_, lengths_ + 3 * Bip324Cipher::rekey_interval, 32);
        packet_ = 0;
        ++rekeys_;
        fill_lengths();
    }

    const Peer& peer_;
    std::uint8_t length_key_[32], packet_key_[32];
    std::uint8_t lengths_[3 * Bip324Cipher::rekey_interval + 32];  // keystream of an epoch, then the next key
    std::uint32_t packet_ = 0;
    std::uint64_t rekeys_ = 0;
    std::vector<std::uint8_t> plain_;
};

class TransportStage final : public Stage {
public:
    const char* name() const noexcept override { return "transport"; }

    // Also chooses the messages, so that all runs have the same ones.
    std::uint64_t bytes(const ReplayBatch& batch) override
    {
        std::mt19937 random(static_cast<std::uint32_t>(batch.blocks.size()));
        messages_.clear();
        std::uint64_t sum = 0;
        for (const node::StoredBlock& b : batch.blocks) {
            messages_.push_back(b.block.bytes);
            for (std::size_t i = 0; i < small_messages; ++i) {
                const std::size_t size = std::min(small_size(random), b.block.bytes.size());
                messages_.push_back(b.block.bytes.subspan(random() % (b.block.bytes.size() - size + 1), size));
            }
        }
        packets_size_ = 0;
        std::size_t largest = 0;
        for (const node::Bytes m : messages_) {
            sum += m.size();
            packets_size_ += m.size() + Bip324Cipher::expansion;
            largest = std::max(largest, m.size());
        }
        opened_.resize(largest + 1);
        return 2 * sum;
    }

    void run(const ReplayBatch&, StageResult& result) override
    {
        result.bytes.resize(packets_size_);
        Bip324Cipher sender(length_key, packet_key), receiver(length_key, packet_key);
        std::span<std::byte> rest(result.bytes);
        for (const node::Bytes m : messages_) {
            const std::span<std::byte> packet = take(rest, m.size() + Bip324Cipher::expansion);
            sender.seal(packet, m);
            bool ignore = false;
            const std::uint32_t length = receiver.open_length(packet.first<Bip324Cipher::length_size>());
            const std::span<std::byte> contents = std::span(opened_).first(std::min<std::size_t>(length, m.size()));
            if (length != m.size() || !receiver.open(contents, ignore, packet.subspan(Bip324Cipher::length_size)) || ignore) broken_ = true;
        }
        collect_tags(result);
    }

    bool run_peer(const ReplayBatch&, const Peer& peer, StageResult& result) override
    {
        if (peer.seal == nullptr || peer.open == nullptr || peer.chacha20 == nullptr) return false;
        result.bytes.resize(packets_size_);
        PeerPackets packets(peer);
        std::span<std::byte> rest(result.bytes);
        for (const node::Bytes m : messages_) {
            const std::span<std::byte> packet = take(rest, m.size() + Bip324Cipher::expansion);
            if (!packets.exchange(reinterpret_cast<std::uint8_t*>(packet.data()), reinterpret_cast<std::uint8_t*>(opened_.data()), m)) broken_ = true;
        }
        collect_tags(result);
        return true;
    }

    void finish(ReplayBatch&, const StageResult&, const BlockFailure& fail) override
    {
        if (broken_) fail(0, "a packet could not be opened again");
        broken_ = false;
    }

private:
    static std::span<std::byte> take(std::span<std::byte>& rest, std::size_t n)
    {
        const std::span<std::byte> part = rest.first(n);
        rest = rest.subspan(n);
        return part;
    }

    // For each packet its encrypted length and its tag, which depends on every byte.
    void collect_tags(StageResult& result) const
    {
        result.hashes.resize(messages_.size());
        std::size_t end = 0;
        for (std::size_t i = 0; i < messages_.size(); ++i) {
            const std::size_t begin = end;
            end += messages_[i].size() + Bip324Cipher::expansion;
            std::copy_n(result.bytes.begin() + static_cast<std::ptrdiff_t>(end - Bip324Cipher::tag_size), Bip324Cipher::tag_size, result.hashes[i].begin());
            std::copy_n(result.bytes.begin() + static_cast<std::ptrdiff_t>(begin), Bip324Cipher::length_size, result.hashes[i].begin() + Bip324Cipher::tag_size);
        }
    }

    std::vector<node::Bytes> messages_;
    std::size_t packets_size_ = 0;
    std::vector<std::byte> opened_;
    bool broken_ = false;
};

}  // namespace

std::unique_ptr<Stage> make_transport_stage() { return std::make_unique<TransportStage>(); }

}  // namespace lanecrypt::cli
