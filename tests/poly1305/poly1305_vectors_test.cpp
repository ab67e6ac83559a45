// Published tags on every implementation, alone and repeated so that they pass through every wide loop.
#include <gtest/gtest.h>

#include <cstring>

#include "poly1305/poly1305_impls.h"
#include "ref/poly1305_ref.h"
#include "support/hex.h"

namespace lanecrypt::test {
namespace {

struct Row {
    const char* name;
    std::string key, message, tag;
};

const std::string zero(32, '0'), ones(32, 'f');
std::string small(const char* first) { return std::string(first) + std::string(30, '0'); }

// RFC 8439 section 2.5.2 and appendix A.3, numbers 7 to 11: the edges of the modulus.
std::vector<Row> rows()
{
    const std::string r10 = "01000000000000000400000000000000";
    const std::string first10 = "e33594d7505e43b900000000000000003394d7505e4379cd0100000000000000" + zero;
    return {
        {"2.5.2", "85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b",
         "43727970746f6772617068696320466f72756d2052657365617263682047726f7570", "a8061dc1305136c6c22b8baf0c0127a9"},
        {"A.3 7", small("01") + zero, ones + "f0" + std::string(30, 'f') + small("11"), small("05")},
        {"A.3 8", small("01") + zero, ones + "fbfefefefefefefefefefefefefefefe01010101010101010101010101010101", zero},
        {"A.3 9", small("02") + zero, "fd" + std::string(30, 'f'), "fa" + std::string(30, 'f')},
        {"A.3 10", r10 + zero, first10 + small("01"), "14000000000000005500000000000000"},
        {"A.3 11", r10 + zero, first10, small("13")},
        {"A.3 5", small("02") + zero, ones, small("03")},
        {"A.3 6", small("02") + ones, small("02"), small("03")},
        {"A.3 1", zero + zero, std::string(128, '0'), zero},
    };
}

// Appendix A.3, numbers 2 to 4: the texts.
const char ietf[] =
    "Any submission to the IETF intended by the Contributor for publication as all or part of an IETF Internet-Draft or RFC and any statement "
    "made within the context of an IETF activity is considered an \"IETF Contribution\". Such statements include oral statements in IETF "
    "sessions, as well as written and electronic communications made at any time or place, which are addressed to";
const char jabberwocky[] =
    "'Twas brillig, and the slithy toves\nDid gyre and gimble in the wabe:\nAll mimsy were the borogoves,\nAnd the mome raths outgrabe.";

TEST(Poly1305Vectors, Rfc8439)
{
    for_each_poly1305([](const Poly1305Ops& ops, const std::string&) {
        for (const Row& row : rows()) {
            const auto key = from_hex(row.key), message = from_hex(row.message);
            EXPECT_EQ(to_hex(poly1305_tag_of(ops, key.data(), message.data(), message.size())), row.tag) << row.name;
        }
        const std::string pad = "36e5f6b5c5e06070f0efca96227a863e";
        const auto tag = [&](const std::string& key, const char* text) {
            return to_hex(poly1305_tag_of(ops, from_hex(key).data(), reinterpret_cast<const std::uint8_t*>(text), std::strlen(text)));
        };
        EXPECT_EQ(tag(zero + pad, ietf), pad) << "A.3 2";
        EXPECT_EQ(tag(pad + zero, ietf), "f3477e7cd95417af89a6b8794c310cf0") << "A.3 3";
        EXPECT_EQ(tag("1c9240a5eb55d38af333888604f6b5f0473917c1402b80099dca5cbc207075c0", jabberwocky), "4541669a7eaaee61e708dc7cbcc5eb62") << "A.3 4";
    });
}

// The same blocks over and over, with and without others before them: the tag must be the oracle's.
TEST(Poly1305Vectors, RepeatedThroughTheWideLoops)
{
    for_each_poly1305([](const Poly1305Ops& ops, const std::string&) {
        for (const Row& row : rows()) {
            const auto key = from_hex(row.key), once = from_hex(row.message);
            for (const std::size_t before : {0u, 16u, 48u})
                for (const std::size_t times : {2u, 5u, 9u, 17u, 40u, 130u}) {
                    std::vector<std::uint8_t> message(before, 0xff);
                    for (std::size_t i = 0; i < times; ++i) message.insert(message.end(), once.begin(), once.end());
                    const auto want = ref::poly1305(message, key.data());
                    ASSERT_EQ(to_hex(poly1305_tag_of(ops, key.data(), message.data(), message.size())), to_hex(want))
                        << row.name << " after " << before << " bytes, " << times << " times";
                }
        }
    });
}

}  // namespace
}  // namespace lanecrypt::test
