// Where the published vectors and real blocks lie. They are read from there, never copied into the project.
#pragma once
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace lanecrypt::test {

// LANECRYPT_TESTDATA, else ../shared/testdata beside the checkout.
inline std::filesystem::path testdata_dir()
{
    if (const char* dir = std::getenv("LANECRYPT_TESTDATA"); dir != nullptr && *dir != '\0') return dir;
    return std::filesystem::path(LANECRYPT_SOURCE_DIR) / ".." / "shared" / "testdata";
}

// Skips the running test where the data is absent; fails it where a CI run (CI=true) lacks it.
#define LANECRYPT_NEED_TESTDATA()                                                                                   \
    do {                                                                                                            \
        if (!std::filesystem::is_directory(lanecrypt::test::testdata_dir())) {                                      \
            const char* const ci = std::getenv("CI");                                                               \
            if (ci != nullptr && std::string(ci) == "true") FAIL() << "no test data in " << lanecrypt::test::testdata_dir(); \
            GTEST_SKIP() << "no test data in " << lanecrypt::test::testdata_dir() << "; LANECRYPT_TESTDATA names it";  \
        }                                                                                                           \
    } while (false)

// The whole file: a vector of some byte type, or std::string.
template <class Bytes = std::vector<std::uint8_t>>
Bytes read_testdata(const std::string& name)
{
    std::ifstream file(testdata_dir() / name, std::ios::binary);
    if (!file) throw std::runtime_error("cannot read " + (testdata_dir() / name).string());
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    Bytes out;
    out.resize(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) out[i] = static_cast<typename Bytes::value_type>(text[i]);
    return out;
}

}  // namespace lanecrypt::test
