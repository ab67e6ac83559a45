#include "speed/rows.h"

#include "measure/stats.h"

namespace lanecrypt::cli {

std::span<const Primitive> primitives()
{
    static constexpr Primitive table[] = {
        {"chacha20", "ChaCha20", speed_chacha20},
        {"poly1305", "Poly1305", speed_poly1305},
        {"aead", "ChaCha20-Poly1305, one message", speed_aead},
        {"aead_many", "ChaCha20-Poly1305, many messages in one call", speed_aead_many},
        {"bip324", "BIP324 packets with look-ahead", speed_bip324},
        {"sha256", "SHA-256 of one message, of many, and of 64 bytes twice", speed_sha256},
        {"siphash", "SipHash-2-4 of one message and of many", speed_siphash},
        {"gcs", "BIP158 filters: build and match", speed_gcs},
        {"shortid", "BIP152 short ids of a mempool, a compact block matched", speed_shortid},
        {"xor", "XOR obfuscation with an 8-byte key", speed_xor},
        {"read-block", "a stored block read, de-obfuscated and parsed", speed_read_block},
    };
    return table;
}

std::span<const Primitive> groupings()
{
    static constexpr Primitive table[] = {
        {"chacha20", "shapes for each number of blocks", speed_chacha20_shapes},
    };
    return table;
}

std::string size_label(std::size_t bytes)
{
    if (bytes >= (1u << 20) && bytes % (1u << 20) == 0) return std::to_string(bytes >> 20) + " MiB";
    if (bytes >= 4096 && bytes % 1024 == 0) return std::to_string(bytes >> 10) + " KiB";
    return std::to_string(bytes) + " B";
}

std::span<const std::size_t> cipher_sizes()
{
    static constexpr std::size_t sizes[] = {16,  64,  128, 192,  256,  318,  319,  320,  512,  576,   768,  832,
                                            896, 960, 1024, 1350, 1420, 1500, 4096, 9000, 16384, 65536, 1u << 20};
    return sizes;
}

std::vector<std::size_t> draw_mix(Mix mix, std::size_t messages, std::uint64_t seed)
{
    measure::Random random(seed);
    const auto between = [&](std::size_t low, std::size_t high) { return low + random.below(high - low + 1); };
    std::vector<std::size_t> lengths;
    for (std::size_t i = 0; i < messages; ++i) {
        const std::size_t percent = random.below(100);
        if (mix == Mix::vpn) lengths.push_back(percent < 5 ? 0 : percent < 45 ? between(40, 120) : percent < 55 ? 576 : 1420);
        else if (percent < 55) lengths.push_back(between(37, 73));
        else if (percent < 80) lengths.push_back(between(150, 400));
        else if (percent < 95) lengths.push_back(between(400, 1500));
        else if (percent < 99) lengths.push_back(between(8000, 36000));
        else lengths.push_back(between(500'000, 2'000'000));
    }
    return lengths;
}

}  // namespace lanecrypt::cli
