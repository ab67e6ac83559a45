#include "ciphers.h"

#include <array>
#include <cstring>
#include <vector>

#include "lanecrypt/aead.hpp"
#include "lanecrypt/transport.hpp"

#ifdef TUNNEL_OPENSSL
#include <openssl/evp.h>
#endif

namespace tunnel {
namespace {

namespace wg = lanecrypt::wireguard;

constexpr std::uint32_t receiver = 1;

std::array<std::byte, 12> nonce_of(std::uint64_t counter)
{
    std::array<std::byte, 12> nonce{};
    for (int i = 0; i < 8; ++i) nonce[static_cast<std::size_t>(4 + i)] = static_cast<std::byte>(counter >> (8 * i));
    return nonce;
}

struct Parts {
    std::span<std::byte> text;
    std::span<std::byte, 16> tag;
};
Parts parts_of(const Packet& p)
{
    const std::size_t len = p.size - wg::overhead;
    return {{p.data + wg::header_size, len}, std::span<std::byte, 16>(p.data + wg::header_size + len, 16)};
}

void write_header(const Packet& p, std::uint64_t counter) { wg::write_header(std::span<std::byte, 16>(p.data, 16), {receiver, counter}); }

class Single final : public Cipher {
public:
    explicit Single(std::span<const std::byte, 32> key) : cipher_(key) {}
    void seal(std::span<const Packet> packets, std::uint64_t counter) override
    {
        for (const Packet& p : packets) {
            const Parts parts = parts_of(p);
            write_header(p, counter);
            cipher_.seal(parts.text, parts.tag, parts.text, {}, nonce_of(counter++));
        }
    }
    std::size_t open(std::span<const Packet> packets) override
    {
        std::size_t good = 0;
        for (const Packet& p : packets) {
            const auto header = wg::read_header({p.data, p.size});
            if (!header) continue;
            const Parts parts = parts_of(p);
            good += cipher_.open(parts.text, parts.text, parts.tag, {}, nonce_of(header->counter));
        }
        return good;
    }

private:
    lanecrypt::ChaCha20Poly1305 cipher_;
};

class Many final : public Cipher {
public:
    explicit Many(std::span<const std::byte, 32> key) { std::memcpy(key_.data(), key.data(), 32); }
    void seal(std::span<const Packet> packets, std::uint64_t counter) override
    {
        prepare(packets.size());
        for (const Packet& p : packets) items_.push_back(wg::seal_item({p.data, p.size}, {receiver, counter++}, nonces_[items_.size()], key_));
        lanecrypt::seal_many(items_);
    }
    std::size_t open(std::span<const Packet> packets) override
    {
        prepare(packets.size());
        for (const Packet& p : packets)
            if (const auto header = wg::read_header({p.data, p.size})) items_.push_back(wg::open_item({p.data, p.size}, *header, nonces_[items_.size()], key_));
        return lanecrypt::open_many(items_);
    }

private:
    void prepare(std::size_t n)
    {
        items_.clear();
        if (nonces_.size() < n) nonces_.resize(n);
    }

    std::array<std::byte, 32> key_;
    std::vector<std::array<std::byte, 12>> nonces_;
    std::vector<lanecrypt::AeadItem> items_;
};

#ifdef TUNNEL_OPENSSL
unsigned char* u8(std::byte* p) { return reinterpret_cast<unsigned char*>(p); }
const unsigned char* u8(const std::byte* p) { return reinterpret_cast<const unsigned char*>(p); }

// Contexts are kept, and the key set once, as a careful caller does it.
class OpenSsl final : public Cipher {
public:
    explicit OpenSsl(std::span<const std::byte, 32> key)
    {
        EVP_EncryptInit_ex(seal_.get(), EVP_chacha20_poly1305(), nullptr, u8(key.data()), nullptr);
        EVP_DecryptInit_ex(open_.get(), EVP_chacha20_poly1305(), nullptr, u8(key.data()), nullptr);
    }
    void seal(std::span<const Packet> packets, std::uint64_t counter) override
    {
        for (const Packet& p : packets) {
            const Parts parts = parts_of(p);
            const auto nonce = nonce_of(counter);
            int n = 0;
            write_header(p, counter++);
            EVP_EncryptInit_ex(seal_.get(), nullptr, nullptr, nullptr, u8(nonce.data()));
            EVP_EncryptUpdate(seal_.get(), u8(parts.text.data()), &n, u8(parts.text.data()), static_cast<int>(parts.text.size()));
            EVP_EncryptFinal_ex(seal_.get(), u8(parts.text.data()) + n, &n);
            EVP_CIPHER_CTX_ctrl(seal_.get(), EVP_CTRL_AEAD_GET_TAG, 16, parts.tag.data());
        }
    }
    std::size_t open(std::span<const Packet> packets) override
    {
        std::size_t good = 0;
        for (const Packet& p : packets) {
            const auto header = wg::read_header({p.data, p.size});
            if (!header) continue;
            const Parts parts = parts_of(p);
            const auto nonce = nonce_of(header->counter);
            int n = 0;
            EVP_DecryptInit_ex(open_.get(), nullptr, nullptr, nullptr, u8(nonce.data()));
            EVP_CIPHER_CTX_ctrl(open_.get(), EVP_CTRL_AEAD_SET_TAG, 16, parts.tag.data());
            EVP_DecryptUpdate(open_.get(), u8(parts.text.data()), &n, u8(parts.text.data()), static_cast<int>(parts.text.size()));
            good += EVP_DecryptFinal_ex(open_.get(), u8(parts.text.data()) + n, &n) == 1;
        }
        return good;
    }

private:
    struct Free {
        void operator()(EVP_CIPHER_CTX* c) const { EVP_CIPHER_CTX_free(c); }
    };
    std::unique_ptr<EVP_CIPHER_CTX, Free> seal_{EVP_CIPHER_CTX_new()}, open_{EVP_CIPHER_CTX_new()};
};
#endif

}  // namespace

std::unique_ptr<Cipher> make_cipher(const std::string& mode, std::span<const std::byte, 32> key)
{
    if (mode == "single") return std::make_unique<Single>(key);
    if (mode == "many") return std::make_unique<Many>(key);
#ifdef TUNNEL_OPENSSL
    if (mode == "openssl") return std::make_unique<OpenSsl>(key);
#endif
    return nullptr;
}

}  // namespace tunnel
