// The BIP324 streams with look-ahead against the plain model: any interval, sizes, pieces, damage, look-ahead on or
// off, for every table.
#include <memory>
#include <optional>

#include "aead_tables.h"
#include "bip324/streams.h"
#include "ref/bip324_ref.h"

using namespace lanecrypt;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzz::for_each_aead([&](const AeadOps& ops, const char* name) {
        fuzz::Input input(data, size);
        const auto key = input.text(32);
        const auto interval = static_cast<std::uint32_t>(input.below(3) == 0 ? 224 : 1 + input.below(40));
        ref::FSChaCha20Poly1305Ref packets(ref::key_from(key.data()), interval);
        ref::FSChaCha20Ref chunks(ref::key_from(key.data()), interval);
        auto sender = std::make_unique<bip324::PacketStream>(), receiver = std::make_unique<bip324::PacketStream>();
        auto lengths = std::make_unique<bip324::LengthStream>();
        bip324::start(*sender, key.data(), interval);
        bip324::start(*receiver, key.data(), interval);
        bip324::start(*lengths, key.data(), interval);
        for (int count = 0; count < 600 && !input.empty(); ++count) {
            const std::size_t choice = input.below(16);
            const std::size_t repeat = choice < 3 ? 1 + input.below(230) : 1;
            if (choice == 4) bip324::set_look_ahead(*sender, input.below(2) != 0);
            if (choice == 5) bip324::set_look_ahead(*receiver, input.below(2) != 0);
            if (choice == 6) bip324::set_look_ahead(*lengths, input.below(2) != 0);
            const std::size_t len = choice == 7 ? input.below(3000) : input.below(130), cut = choice == 8 ? input.below(len + 1) : std::min<std::size_t>(1, len);
            const std::size_t chunk = choice == 9 ? input.below(2000) : 3;
            const bool damage = choice == 10, in_place = input.below(2) != 0;
            const auto plain = input.text(len), aad = input.text(choice == 11 ? input.below(64) : 0), text = input.text(chunk);
            for (std::size_t i = 0; i < repeat; ++i) {
                std::vector<std::uint8_t> out(len + 16), masked = text, back(len, 0xee);
                if (in_place) std::copy(plain.begin(), plain.end(), out.begin());
                const std::uint8_t* const from = in_place ? out.data() : plain.data();
                bip324::seal(*sender, ops, out.data(), {from, cut, from + cut, len - cut}, aad.data(), aad.size());
                fuzz::require_that(out == packets.encrypt(plain, aad), "sealed packet", name);
                bip324::crypt(*lengths, *ops.chacha20, masked.data(), masked.data(), chunk);
                fuzz::require_that(masked == chunks.crypt(text), "chunk", name);
                if (damage) out[len / 2] ^= 1;
                std::uint8_t* const to = in_place ? out.data() : back.data();
                const bool good = bip324::open(*receiver, ops, {to, cut, to + cut, len - cut}, out.data(), aad.data(), aad.size());
                fuzz::require_that(good == !damage, "verdict", name);
                fuzz::require_that(std::equal(plain.begin(), plain.end(), to) || damage, "opened packet", name);
                fuzz::require_that(!damage || std::vector<std::uint8_t>(to, to + len) == std::vector<std::uint8_t>(len), "output after failure", name);
            }
        }
    });
    return 0;
}
