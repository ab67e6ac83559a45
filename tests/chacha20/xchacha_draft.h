// draft-irtf-cfrg-xchacha-03, appendix A.3.2: the 304 bytes from block 0.
#pragma once
#include <string>

#include "support/hex.h"

namespace lanecrypt::test {

struct XChaChaDraft {
    std::vector<std::uint8_t> key, nonce;
    std::string text;
    std::vector<std::uint8_t> want;
};

inline const XChaChaDraft& xchacha_draft()
{
    static const XChaChaDraft draft = {
        from_hex("808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f"),
        from_hex("404142434445464748494a4b4c4d4e4f5051525354555658"),
        "The dhole (pronounced \"dole\") is also known as the Asiatic wild dog, red dog, and whistling dog. It is about the size of a "
        "German shepherd but looks more like a long-legged fox. This highly elusive and skilled jumper is classified with wolves, "
        "coyotes, jackals, and foxes in the taxonomic family Canidae.",
        from_hex(
            "4559abba4e48c16102e8bb2c05e6947f50a786de162f9b0b7e592a9b53d0d4e98d8d6410d540a1a6375b26d80dace4fab52384c731acbf16a5923c0c48d3575d"
            "4d0d2c673b666faa731061277701093a6bf7a158a8864292a41c48e3a9b4c0daece0f8d98d0d7e05b37a307bbb66333164ec9e1b24ea0d6c3ffddcec4f68e744"
            "3056193a03c810e11344ca06d8ed8a2bfb1e8d48cfa6bc0eb4e2464b748142407c9f431aee769960e15ba8b96890466ef2457599852385c661f752ce20f9da0c"
            "09ab6b19df74e76a95967446f8d0fd415e7bee2a12a114c20eb5292ae7a349ae577820d5520a1f3fb62a17ce6a7e68fa7c79111d8860920bc048ef43fe84486c"
            "cb87c25f0ae045f0cce1e7989a9aa220a28bdd4827e751a24a6d5c62d790a66393b93111c1a55dd7421a10184974c7c5"),
    };
    return draft;
}

}  // namespace lanecrypt::test
