// A C++ consumer: installed headers and library only.
#include <lanecrypt/cpu.hpp>
#include <lanecrypt/obfuscation.hpp>
#include <lanecrypt/version.hpp>

#include <array>
#include <cstdio>
#include <string>

// Used before main: the library needs no initialisation and has no static constructors.
static const std::string report_before_main = lanecrypt::cpu::report();

int main()
{
    std::array<std::byte, 8> key{};
    for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::byte>(i + 1);
    std::array<std::byte, 100> data{};
    lanecrypt::Obfuscation obfuscation(key);
    obfuscation(data, 3);
    if (data[0] != std::byte{4} || data[5] != std::byte{1}) return 1;
    if (report_before_main.find("portable") == std::string::npos) return 1;
    std::printf("lanecrypt %s\n", lanecrypt::version());
    return 0;
}
